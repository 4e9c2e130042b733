import {
  COLLABORATION_MODE,
  PERSONALITY_SPEC,
  REALTIME_CONVERSATION,
} from "../../fragment-markers.js";
import type { SessionFragment } from "./fragment.js";
import { isTagged, tagged } from "./markers.js";
import type { TurnContext } from "./turn-context.js";

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
