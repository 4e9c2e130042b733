import { MODEL_SWITCH } from "../../fragment-markers.js";
import type { SessionFragment } from "./fragment.js";
import { isTagged, tagged } from "./markers.js";

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
