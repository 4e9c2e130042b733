import { invalidArgument } from "../../errors.js";
import {
  AGENTS_INSTRUCTIONS,
  COLLABORATION_MODE,
  ENVIRONMENT_CONTEXT,
  MODEL_SWITCH,
  PERMISSIONS_INSTRUCTIONS,
  PERSONALITY_SPEC,
  REALTIME_CONVERSATION,
} from "../../fragment-markers.js";
import { APPS, catalogueFragment, memorySummary, PLUGINS, SKILLS } from "./catalogue.js";
import { developerFragment, escapeXml, isMarked, type SessionFragment } from "./fragment.js";
import type { SandboxPolicy, TurnContext } from "./turn-context.js";

/** The session fragments that a thread tells its model, in the order of telling. */
export interface FragmentRegistry {
  readonly session: readonly SessionFragment[];
}

/**
 * The built-in fragments, and the caller's own after them.
 * @throws {RefoldError} `invalid-argument`: two fragments have one kind, or speak for one fact
 */
export function fragmentRegistry(own: readonly SessionFragment[] = []): FragmentRegistry {
  const session = [...BUILT_IN, ...own];
  refuseRepeats(
    session.map(({ kind }) => kind),
    "kind",
  );
  refuseRepeats(
    session.flatMap(({ facts }) => facts),
    "fact",
  );
  return { session };
}

function refuseRepeats(names: readonly string[], what: string): void {
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated === undefined) return;
  throw invalidArgument(
    `two fragments have the ${what} "${repeated}"`,
    "Give your own fragment another name, or leave the built-in one to speak for it.",
  );
}

/**
 * Tells a model that the turns before were another model's. Stands first (docs/semantics.md §14.1).
 */
const modelSwitch = developerFragment({
  kind: "model-switch",
  facts: ["model"],
  open: MODEL_SWITCH,
  withdrawn: null,
  body({ context, previousTurn }) {
    const before = previousTurn?.model ?? null;
    if (before === null || before === context.model) return null;
    return (
      `The conversation so far was held by ${before}; from here on it is ${context.model}'s. ` +
      "Work already done stands. Go on from it, by the instructions that apply now."
    );
  },
});

/** What the agent may do on its own: sandbox, writable roots, approvals. */
const permissions = developerFragment({
  kind: "permissions",
  facts: ["approvalPolicy", "sandboxPolicy"],
  open: PERMISSIONS_INSTRUCTIONS,
  withdrawn: "Earlier statements on permissions no longer hold.",
  body({ context, withdrawn }) {
    const lines = [
      ...sandboxLines(context.sandboxPolicy),
      ...(withdrawn.has("sandboxPolicy") ? ["No sandbox is set any more."] : []),
      ...approvalLines(context),
      ...(withdrawn.has("approvalPolicy") ? ["No approval policy is set any more."] : []),
    ];
    return lines.length === 0 ? null : lines.join("\n");
  },
});

function sandboxLines(policy: SandboxPolicy | undefined): string[] {
  if (policy === undefined) return [];
  const roots = policy.writableRoots ?? [];
  return [
    `Sandbox mode: ${policy.mode}.${SANDBOX_MEANINGS[policy.mode] ?? ""}`,
    ...(roots.length === 0 ? [] : [`Writable roots: ${roots.join(", ")}.`]),
  ];
}

function approvalLines({ approvalPolicy }: TurnContext): string[] {
  if (approvalPolicy === undefined) return [];
  return [`Approval policy: ${approvalPolicy}.${APPROVAL_MEANINGS[approvalPolicy] ?? ""}`];
}

const SANDBOX_MEANINGS: Readonly<Record<string, string>> = {
  "read-only": " Files can be read, not changed.",
  "workspace-write": " Files can be read everywhere and changed in the writable roots.",
  "danger-full-access": " Nothing is fenced off.",
};

const APPROVAL_MEANINGS: Readonly<Record<string, string>> = {
  never: " Do not ask; what is refused stays refused.",
  "on-request": " Ask when a step needs more than the sandbox allows.",
  "on-failure": " Ask when a command failed for lack of permission.",
  untrusted: " Ask before every command that is not known to be harmless.",
};

const developerInstructions = developerFragment({
  kind: "developer-instructions",
  facts: ["developerInstructions"],
  open: "<developer_instructions>",
  withdrawn: "Earlier developer instructions no longer hold.",
  body: ({ context }) => context.developerInstructions,
});

const collaborationMode = developerFragment({
  kind: "collaboration-mode",
  facts: ["collaborationMode"],
  open: COLLABORATION_MODE,
  withdrawn: "No particular collaboration mode is set any more.",
  body: ({ context: { collaborationMode: mode } }) =>
    mode && `Collaboration mode: ${mode.mode}\n\n${mode.instructions}`,
});

const NOT_LIVE = "No live conversation is running: the user reads answers.";
const LIVE =
  "A live conversation has begun: the user hears answers. Keep them short and easy to say.";

/** Whether the user speaks and listens live. Says the end too. */
const realtime = developerFragment({
  kind: "realtime",
  facts: ["realtimeActive"],
  open: REALTIME_CONVERSATION,
  withdrawn: NOT_LIVE,
  body: ({ context: { realtimeActive: isLive } }) =>
    isLive === undefined ? null : isLive ? LIVE : NOT_LIVE,
});

const personality = developerFragment({
  kind: "personality",
  facts: ["personality"],
  open: PERSONALITY_SPEC,
  withdrawn: "No particular personality is asked for any more.",
  body: ({ context }) => context.personality,
});

const OPEN_INSTRUCTIONS = "<INSTRUCTIONS>";

/** The project's own instructions for agents, with the folder that they speak for, nearest last. */
const agentsInstructions: SessionFragment = {
  kind: "agents-md",
  role: "user",
  lifetime: "session",
  facts: ["agentsFiles"],
  withdrawal: agentsText("this project", "Earlier AGENTS.md instructions no longer hold."),
  recognise: isMarked(AGENTS_INSTRUCTIONS),
  render({ context }) {
    const files = context.agentsFiles ?? [];
    const nearest = files.at(-1);
    if (nearest === undefined) return null;
    const texts = files.map(({ path, text }) =>
      files.length === 1 ? text.trim() : `[${path}]\n${text.trim()}`,
    );
    return agentsText(nearest.directory, texts.join("\n\n"));
  },
};

function agentsText(directory: string, body: string): string {
  const { open, close } = AGENTS_INSTRUCTIONS;
  return `${open}${directory}\n\n${OPEN_INSTRUCTIONS}\n${body}\n${close}`;
}

/** The facts of an environment, each with its element. */
const ELEMENTS = [
  ["cwd", "cwd"],
  ["shell", "shell"],
  ["date", "current_date"],
  ["timezone", "timezone"],
  ["network", "network_access"],
  ["subAgents", "subagents"],
] as const;

/** Where the agent works: one element a fact; a diff names only the facts that changed. */
const environment: SessionFragment = {
  kind: "environment",
  role: "user",
  lifetime: "session",
  facts: ELEMENTS.map(([fact]) => fact),
  withdrawal: wrap(["  <note>Earlier statements on the environment no longer hold.</note>"]),
  recognise: isMarked(ENVIRONMENT_CONTEXT),
  render({ context, changed, withdrawn }) {
    const lines = ELEMENTS.flatMap(([fact, element]) => {
      const told = changed === null || changed.has(fact) ? context[fact] : undefined;
      const words = typeof told === "object" ? told.join(", ") : told;
      const text = withdrawn.has(fact) ? "none" : words;
      return text === undefined ? [] : [`  <${element}>${escapeXml(text)}</${element}>`];
    });
    return lines.length === 0 ? null : wrap(lines);
  },
};

function wrap(lines: readonly string[]): string {
  return [ENVIRONMENT_CONTEXT.open, ...lines, ENVIRONMENT_CONTEXT.close].join("\n");
}

/** The built-in session fragments, in the order of docs/semantics.md §14.1. */
const BUILT_IN: readonly SessionFragment[] = [
  modelSwitch,
  permissions,
  developerInstructions,
  memorySummary,
  collaborationMode,
  realtime,
  personality,
  catalogueFragment(APPS),
  catalogueFragment(SKILLS),
  catalogueFragment(PLUGINS),
  agentsInstructions,
  environment,
];
