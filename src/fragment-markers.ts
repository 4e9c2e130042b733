/**
 * How injected context can be told from other text: the markers around it
 * (docs/semantics.md §4.4, §4.9). Facts of a recorded format; what Refold injects itself carries
 * the same markers.
 */

/** Opening and closing marker of a contextual user fragment. */
export interface MarkerPair {
  readonly open: string;
  readonly close: string;
}

export const AGENTS_INSTRUCTIONS = {
  open: "# AGENTS.md instructions for ",
  close: "</INSTRUCTIONS>",
} as const satisfies MarkerPair;
/** As versions later than the rules' spell it: no folder follows, but the end of the line. */
const LATER_AGENTS_INSTRUCTIONS = {
  open: "# AGENTS.md instructions\n",
  close: "</INSTRUCTIONS>",
} as const satisfies MarkerPair;
export const ENVIRONMENT_CONTEXT = {
  open: "<environment_context>",
  close: "</environment_context>",
} as const satisfies MarkerPair;
export const SKILL = { open: "<skill>", close: "</skill>" } as const satisfies MarkerPair;
export const USER_SHELL_COMMAND = {
  open: "<user_shell_command>",
  close: "</user_shell_command>",
} as const satisfies MarkerPair;
export const TURN_ABORTED = {
  open: "<turn_aborted>",
  close: "</turn_aborted>",
} as const satisfies MarkerPair;
export const SUBAGENT_NOTIFICATION = {
  open: "<subagent_notification>",
  close: "</subagent_notification>",
} as const satisfies MarkerPair;

/** Every pair that makes a user text contextual, besides hook prompts (§4.4, and the later one). */
export const CONTEXTUAL_USER_MARKERS: readonly MarkerPair[] = [
  AGENTS_INSTRUCTIONS,
  LATER_AGENTS_INSTRUCTIONS,
  ENVIRONMENT_CONTEXT,
  SKILL,
  USER_SHELL_COMMAND,
  TURN_ABORTED,
  SUBAGENT_NOTIFICATION,
];

/** A hook's text is an XML element of this name; the attribute names the hook's run. */
export const HOOK_PROMPT = { element: "hook_prompt", attribute: "hook_run_id" } as const;

export const PERMISSIONS_INSTRUCTIONS = "<permissions instructions>";
export const MODEL_SWITCH = "<model_switch>";
export const COLLABORATION_MODE = "<collaboration_mode>";
export const REALTIME_CONVERSATION = "<realtime_conversation>";
export const PERSONALITY_SPEC = "<personality_spec>";

/** What a contextual developer text starts with; no closing marker is needed (§4.9). */
export const CONTEXTUAL_DEVELOPER_MARKERS: readonly string[] = [
  PERMISSIONS_INSTRUCTIONS,
  MODEL_SWITCH,
  COLLABORATION_MODE,
  REALTIME_CONVERSATION,
  PERSONALITY_SPEC,
];
