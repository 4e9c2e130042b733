import type { JsonObject } from "../../events/primitives.js";
import type { LineForm } from "./damage.js";
/** How a dialect knows its lines. */
interface LineMarks<Found> {
    readonly lines: LineForm;
    /** @returns null when the object may be of another tool's; `line` is 1-based */
    ofObject(value: JsonObject, line: number): Found | null;
    /** The same for the beginning of a line that is longer than what was read. */
    ofBeginning(text: string, line: number): Found | null;
}
/**
 * Recognises a session by its content, never by its name: the first line that can only be a line of
 * the dialect decides. Damage before it is passed over.
 * @param firstBytes of the (unpacked) content; the last line may be cut
 * @returns null when none of the lines is one
 */
export declare function recogniseLines<Found>(firstBytes: Uint8Array, marks: LineMarks<Found>): Found | null;
/**
 * The dialect that an object by itself can only be a line of, by marks that no other has.
 * @returns a dialect's name; null: it could be anything
 */
export declare function dialectOf(object: JsonObject): "codex" | "claude-code" | "pi" | null;
/** A message with its place in the tree, or one of the lines that only Claude Code writes. */
export declare function isClaudeCodeLine(object: JsonObject): boolean;
/** The header of a session, an entry with the message inside, or one with its place in the tree. */
export declare function isPiLine(object: JsonObject): boolean;
/** What a file that is no rollout looks like, for people. @param firstBytes of its content */
export declare function describeContent(firstBytes: Uint8Array): string;
export {};
