import { AGENTS_INSTRUCTIONS, ENVIRONMENT_CONTEXT } from "../../fragment-markers.js";
import { escapeXml, isMarked, type SessionFragment } from "./fragment.js";
import type { AgentsFile, TurnContext } from "./turn-context.js";

const OPEN_INSTRUCTIONS = "<INSTRUCTIONS>";

/** The project's own instructions for agents, with the folder that they speak for, nearest last. */
export const agentsInstructions: SessionFragment = {
  kind: "agents-md",
  role: "user",
  lifetime: "session",
  facts: ["agentsFiles"],
  withdrawal: render("this project", "Earlier AGENTS.md instructions no longer hold."),
  recognise: isMarked(AGENTS_INSTRUCTIONS),
  render({ context }) {
    const files = context.agentsFiles ?? [];
    const nearest = files.at(-1);
    if (nearest === undefined) return null;
    return render(nearest.directory, files.map(renderFile).join("\n\n"));
  },
};

function render(directory: string, body: string): string {
  const { open, close } = AGENTS_INSTRUCTIONS;
  return `${open}${directory}\n\n${OPEN_INSTRUCTIONS}\n${body}\n${close}`;
}

function renderFile(
  { path, text }: AgentsFile,
  _index: number,
  files: readonly AgentsFile[],
): string {
  return files.length === 1 ? text.trim() : `[${path}]\n${text.trim()}`;
}

/** Where the agent works: one element a fact; a diff names only the facts that changed. */
export const environment: SessionFragment = {
  kind: "environment",
  role: "user",
  lifetime: "session",
  facts: ["cwd", "shell", "date", "timezone", "network", "subAgents"],
  withdrawal: wrap(["  <note>Earlier statements on the environment no longer hold.</note>"]),
  recognise: isMarked(ENVIRONMENT_CONTEXT),
  render({ context, changed, withdrawn }) {
    const lines = ELEMENTS.flatMap(({ fact, element, value }) => {
      const told = changed === null || changed.has(fact) ? value(context) : undefined;
      const text = withdrawn.has(fact) ? "none" : told;
      return text === undefined ? [] : [`  <${element}>${escapeXml(text)}</${element}>`];
    });
    return lines.length === 0 ? null : wrap(lines);
  },
};

const ELEMENTS: readonly {
  readonly fact: string;
  readonly element: string;
  readonly value: (context: TurnContext) => string | undefined;
}[] = [
  { fact: "cwd", element: "cwd", value: ({ cwd }) => cwd },
  { fact: "shell", element: "shell", value: ({ shell }) => shell },
  { fact: "date", element: "current_date", value: ({ date }) => date },
  { fact: "timezone", element: "timezone", value: ({ timezone }) => timezone },
  { fact: "network", element: "network_access", value: ({ network }) => network },
  { fact: "subAgents", element: "subagents", value: ({ subAgents }) => subAgents?.join(", ") },
];

function wrap(lines: readonly string[]): string {
  return [ENVIRONMENT_CONTEXT.open, ...lines, ENVIRONMENT_CONTEXT.close].join("\n");
}
