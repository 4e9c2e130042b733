import {
  COLLABORATION_MODE,
  MODEL_SWITCH,
  PERMISSIONS_INSTRUCTIONS,
  PERSONALITY_SPEC,
  REALTIME_CONVERSATION,
} from "../../fragment-markers.js";
import { isTagged, type SessionFragment, tagged } from "./fragment.js";
import type { Capability, SandboxPolicy, TurnContext } from "./turn-context.js";

/**
 * Tells a model that the turns before were another model's. Stands first (docs/semantics.md §14.1).
 */
export const modelSwitch: SessionFragment = {
  kind: "model-switch",
  role: "developer",
  lifetime: "session",
  facts: ["model"],
  withdrawal: null,
  recognise: isTagged(MODEL_SWITCH),
  render({ context, previousTurn }) {
    const before = previousTurn?.model ?? null;
    if (before === null || before === context.model) return null;
    return tagged(
      MODEL_SWITCH,
      `The conversation so far was held by ${before}; from here on it is ${context.model}'s. ` +
        "Work already done stands. Go on from it, by the instructions that apply now.",
    );
  },
};

/** What the agent may do on its own: sandbox, writable roots, approvals. */
export const permissions: SessionFragment = {
  kind: "permissions",
  role: "developer",
  lifetime: "session",
  facts: ["approvalPolicy", "sandboxPolicy"],
  withdrawal: tagged(PERMISSIONS_INSTRUCTIONS, "Earlier statements on permissions no longer hold."),
  recognise: isTagged(PERMISSIONS_INSTRUCTIONS),
  render({ context, withdrawn }) {
    const lines = [
      ...sandboxLines(context.sandboxPolicy),
      ...(withdrawn.has("sandboxPolicy") ? ["No sandbox is set any more."] : []),
      ...approvalLines(context),
      ...(withdrawn.has("approvalPolicy") ? ["No approval policy is set any more."] : []),
    ];
    return lines.length === 0 ? null : tagged(PERMISSIONS_INSTRUCTIONS, lines.join("\n"));
  },
};

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

const DEVELOPER_INSTRUCTIONS = "<developer_instructions>";
const MEMORY = "<memory_summary>";

/** Instructions of the application that the agent runs in. */
export const developerInstructions = developerText({
  kind: "developer-instructions",
  fact: "developerInstructions",
  open: DEVELOPER_INSTRUCTIONS,
  text: ({ developerInstructions: text }) => text,
  withdrawn: "Earlier developer instructions no longer hold.",
});

/** What is remembered from earlier threads. */
export const memorySummary = developerText({
  kind: "memory",
  fact: "memory",
  open: MEMORY,
  text: ({ memory }) => memory,
  withdrawn: "What was remembered from earlier threads is to be left out of account.",
});

/** How agent and user work together. */
export const collaborationMode = developerText({
  kind: "collaboration-mode",
  fact: "collaborationMode",
  open: COLLABORATION_MODE,
  text: ({ collaborationMode: mode }) =>
    mode === undefined ? undefined : `Collaboration mode: ${mode.mode}\n\n${mode.instructions}`,
  withdrawn: "No particular collaboration mode is set any more.",
});

/** Whether the user speaks and listens live. Says the end too. */
export const realtime = developerText({
  kind: "realtime",
  fact: "realtimeActive",
  open: REALTIME_CONVERSATION,
  text: ({ realtimeActive }) =>
    realtimeActive === undefined
      ? undefined
      : realtimeActive
        ? "A live conversation has begun: the user hears answers. Keep them short and easy to say."
        : "No live conversation is running: the user reads answers.",
  withdrawn: "No live conversation is running: the user reads answers.",
});

/** The tone that the user chose. */
export const personality = developerText({
  kind: "personality",
  fact: "personality",
  open: PERSONALITY_SPEC,
  text: ({ personality: spec }) => spec,
  withdrawn: "No particular personality is asked for any more.",
});

/** A developer text for one fact, between tags of its own. */
function developerText(spec: {
  readonly kind: string;
  readonly fact: string;
  readonly open: string;
  readonly text: (context: TurnContext) => string | undefined;
  readonly withdrawn: string;
}): SessionFragment {
  return {
    kind: spec.kind,
    role: "developer",
    lifetime: "session",
    facts: [spec.fact],
    withdrawal: tagged(spec.open, spec.withdrawn),
    recognise: isTagged(spec.open),
    render({ context }) {
      const text = spec.text(context);
      return text === undefined ? null : tagged(spec.open, text);
    },
  };
}

/** The apps that are connected. */
export const apps = capabilityList({
  kind: "apps",
  open: "<available_apps>",
  heading: "Apps that are connected and can be used:",
  none: "No apps are connected.",
  list: ({ apps: list }) => list,
});

/** The plugins that are installed. */
export const plugins = capabilityList({
  kind: "plugins",
  open: "<available_plugins>",
  heading: "Plugins that are installed:",
  none: "No plugins are installed.",
  list: ({ plugins: list }) => list,
});

function capabilityList(spec: {
  readonly kind: "apps" | "plugins";
  readonly open: string;
  readonly heading: string;
  readonly none: string;
  readonly list: (context: TurnContext) => readonly Capability[] | undefined;
}): SessionFragment {
  return {
    kind: spec.kind,
    role: "developer",
    lifetime: "session",
    facts: [spec.kind],
    withdrawal: tagged(spec.open, spec.none),
    recognise: isTagged(spec.open),
    render({ context }) {
      const list = spec.list(context);
      if (list === undefined) return null;
      if (list.length === 0) return tagged(spec.open, spec.none);
      return tagged(spec.open, [spec.heading, ...list.map(renderCapability)].join("\n"));
    },
  };
}

function renderCapability({ name, description }: Capability): string {
  return description === undefined ? `- ${name}` : `- ${name}: ${description}`;
}
