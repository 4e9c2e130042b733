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
export declare const AGENTS_INSTRUCTIONS: {
    readonly open: "# AGENTS.md instructions for ";
    readonly close: "</INSTRUCTIONS>";
};
export declare const ENVIRONMENT_CONTEXT: {
    readonly open: "<environment_context>";
    readonly close: "</environment_context>";
};
export declare const SKILL: {
    readonly open: "<skill>";
    readonly close: "</skill>";
};
export declare const USER_SHELL_COMMAND: {
    readonly open: "<user_shell_command>";
    readonly close: "</user_shell_command>";
};
export declare const TURN_ABORTED: {
    readonly open: "<turn_aborted>";
    readonly close: "</turn_aborted>";
};
export declare const SUBAGENT_NOTIFICATION: {
    readonly open: "<subagent_notification>";
    readonly close: "</subagent_notification>";
};
/** Every pair that makes a user text contextual, besides hook prompts (§4.4, and the later one). */
export declare const CONTEXTUAL_USER_MARKERS: readonly MarkerPair[];
/** A hook's text is an XML element of this name; the attribute names the hook's run. */
export declare const HOOK_PROMPT: {
    readonly element: "hook_prompt";
    readonly attribute: "hook_run_id";
};
export declare const PERMISSIONS_INSTRUCTIONS = "<permissions instructions>";
export declare const MODEL_SWITCH = "<model_switch>";
export declare const COLLABORATION_MODE = "<collaboration_mode>";
export declare const REALTIME_CONVERSATION = "<realtime_conversation>";
export declare const PERSONALITY_SPEC = "<personality_spec>";
/** What a contextual developer text starts with; no closing marker is needed (§4.9). */
export declare const CONTEXTUAL_DEVELOPER_MARKERS: readonly string[];
