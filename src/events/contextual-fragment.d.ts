import { type MarkerPair } from "../fragment-markers.js";
/**
 * True for a text that a session injected on the user's side: one fragment between its markers and
 * nothing around it but white space, or a hook prompt (docs/semantics.md §4.4).
 */
export declare function isContextualUserText(text: string): boolean;
/** The same without hook prompts. */
export declare function isMarkedUserText(text: string): boolean;
/** True when a text, white space aside, starts and ends with one of the pairs, whatever its case. */
export declare function hasOneOfMarkersAround(text: string, pairs: readonly MarkerPair[]): boolean;
/** True for a text that a session injected as developer: how it starts decides (§4.9). */
export declare function isContextualDeveloperText(text: string): boolean;
/** What a hook had to say, and the hook's run that said it. */
interface HookPrompt {
    readonly text: string;
    readonly hookRunId: string;
}
/**
 * Reads a hook prompt: `<hook_prompt hook_run_id="ID">TEXT</hook_prompt>` as XML, white space around
 * it apart (docs/semantics.md §4.4).
 * @returns null when the text is not that element alone, or its id is blank
 */
export declare function readHookPrompt(text: string): HookPrompt | null;
export {};
