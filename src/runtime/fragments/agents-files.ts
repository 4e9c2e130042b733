import { AGENTS_INSTRUCTIONS } from "../../fragment-markers.js";
import type { SessionFragment } from "./fragment.js";
import { isMarked } from "./markers.js";
import type { AgentsFile } from "./turn-context.js";

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
