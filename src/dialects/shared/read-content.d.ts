import type { ByteSource } from "./byte-source.js";
import type { LineForm } from "./damage.js";
import { type Line } from "./line-splitter.js";
import { type DamagedPlace, type ForeignObject, type LineContent } from "./object-reader.js";
import type { SessionForm } from "./session-form.js";
/** Where reading can begin in the middle: at the start of a line. */
export interface ReadingPlace {
    readonly byte: number;
    readonly line: number;
    /** Ordinal of the line's first object. */
    readonly ordinal: number;
}
export declare const CONTENT_START: ReadingPlace;
/** A line as it was read. */
export interface ReadLine extends LineContent {
    readonly line: Line;
}
/** Who reads. */
interface ContentReader {
    readonly lines: LineForm;
    /** Told of an archive that ends early. */
    readonly onDamage: (place: DamagedPlace) => void;
}
/**
 * The lines of a rollout with their objects, those of one chunk at a time. Where an archive ends
 * early, what could be unpacked is read.
 */
export declare function readContent(content: ByteSource, from: ReadingPlace, { lines: form, onDamage }: ContentReader): AsyncGenerator<Iterable<ReadLine>>;
/** The object with an ordinal, found from a place before it; null: the content has changed. */
export declare function findObject(content: ByteSource, from: ReadingPlace, { ordinal, lines: form }: {
    readonly ordinal: number;
    readonly lines: LineForm;
}): Promise<ForeignObject | null>;
/**
 * A session's lines without what is damaged in them. A line that is whole keeps its bytes, blanks
 * included; of a damaged one each whole object stands on a line of its own, with its own bytes where
 * they are text, else as it was read (U+FFFD for bytes that are no text, a blank for NUL).
 *
 * @returns the bytes in parts, each valid until the next is asked for
 */
export declare function wholeLines(content: ByteSource, { lines: form }: Pick<SessionForm, "lines">): AsyncGenerator<Uint8Array, void, undefined>;
export {};
