/**
 * The exact strings that Codex writes into items and prompts (docs/semantics.md §2.9). Facts of a
 * format: recorded sessions hold them, so they never change here.
 */

/**
 * The first line of a summary's text in Codex sessions; the summary follows after a line feed. In
 * our own threads a summary is known by its entry, never by this text (docs/semantics.md §4.13).
 */
export const SUMMARY_PREFIX =
  "Another language model started to solve this problem and produced a summary of its thinking process. You also have access to the state of the tools that were used by that language model. Use this to build on the work that has already been done and avoid duplicating work. Here is the summary produced by the other language model, use the information in this summary to assist with your own analysis:";

/** Stands for a summary that is empty. */
export const NO_SUMMARY = "(no summary available)";

/** The output of a call that nothing answered. */
export const ABORTED_OUTPUT = "aborted";

/** Stands for an image that the model cannot take. */
export const IMAGE_STRIPPED = "image content omitted because you do not support image input";

/** Stands for a tool's image that a provider could not read. */
export const INVALID_IMAGE = "Invalid image";

/** Stands where text was cut out; `count` is in `unit`. No space or line feed around it. */
export function truncationMarker(count: number, unit: "chars" | "tokens"): string {
  return `…${count} ${unit} truncated…`;
}

/** Ends a list of parts from which texts were left out; "items" also for one. */
export function omittedTexts(count: number): string {
  return `[omitted ${count} text items ...]`;
}

/** Codex's editor extensions and its app put context of theirs before what the user asked. */
const EDITOR_REQUEST = "\n## My request for Codex:";

/** What the user asked, of a message that an editor put context before. */
export function withoutEditorContext(text: string): string {
  const request = text.startsWith("# ") ? text.indexOf(EDITOR_REQUEST) : -1;
  return request === -1 ? text : text.slice(request + EDITOR_REQUEST.length).trim();
}
