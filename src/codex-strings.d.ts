/**
 * The exact strings that Codex writes into items and prompts (docs/semantics.md §2.9). Facts of a
 * format: recorded sessions hold them, so they never change here.
 */
/**
 * The first line of a summary's text in Codex sessions; the summary follows behind a line feed. In
 * our own threads a summary is known by its entry, never by this text (docs/semantics.md §4.13).
 */
export declare const SUMMARY_PREFIX = "Another language model started to solve this problem and produced a summary of its thinking process. You also have access to the state of the tools that were used by that language model. Use this to build on the work that has already been done and avoid duplicating work. Here is the summary produced by the other language model, use the information in this summary to assist with your own analysis:";
/** Stands for a summary that is empty. */
export declare const NO_SUMMARY = "(no summary available)";
/** The output of a call that nothing answered. */
export declare const ABORTED_OUTPUT = "aborted";
/** Stands for an image that the model cannot take. */
export declare const IMAGE_STRIPPED = "image content omitted because you do not support image input";
/** Stands for a tool's image that a provider could not read. */
export declare const INVALID_IMAGE = "Invalid image";
/** Stands where text was cut out; `count` is in `unit`. No space or line feed around it. */
export declare function truncationMarker(count: number, unit: "chars" | "tokens"): string;
/** Stands before an output that was truncated for people and models to read. */
export declare function outputLinesHeader(lines: number): string;
/** Ends a list of parts from which texts were left out; "items" also for one. */
export declare function omittedTexts(count: number): string;
