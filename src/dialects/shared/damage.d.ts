import type { JsonObject } from "../../events/primitives.js";
/**
 * Why bytes of a session could not be read as they stand. `torn`: a line cut short, or its beginning
 * gone; `nul`: NUL bytes; `interleaved`: halves of several lines in one; `glued`: several objects in
 * one line, all of them read (only where the dialect never writes so); `encoding`: invalid UTF-8, read with replacement characters;
 * `not-json`, `not-an-object`: a line of another kind; `too-long`: a line over 256 MiB; `too-deep`:
 * objects in objects, more than a thousand;
 * `truncated-archive`: the compressed file ends early.
 */
export type DamageReason = "torn" | "nul" | "interleaved" | "glued" | "encoding" | "not-json" | "not-an-object" | "too-long" | "too-deep" | "truncated-archive";
/** A place in a file where something is wrong; what stands around it is read. */
export interface ForeignDamage {
    /** 1-based. */
    readonly line: number;
    /** Byte offset, in the unpacked content. */
    readonly byte: number;
    /** Bytes that the place takes. */
    readonly bytes: number;
    /** Offset of the first event that was read at or behind the place; null: none follows. */
    readonly offset: number | null;
    readonly reason: DamageReason;
}
/** How the lines of a dialect look, for telling objects from damage. */
export interface LineForm {
    /** How an object begins, with the flag `g`: where reading goes on behind damage. */
    readonly start: RegExp;
    /** True for an object that can be trusted to be a line, not the insides of a lost one. */
    isLine(object: JsonObject): boolean;
    /** Whether several whole objects in one line are reported. */
    readonly gluedIsDamage: boolean;
}
/** A stretch of a line's text: an object that can be read, or what cannot. */
type Piece = {
    readonly kind: "object";
    readonly from: number;
    readonly to: number;
    readonly value: JsonObject;
} | {
    readonly kind: "damage";
    readonly from: number;
    readonly to: number;
    readonly reason: DamageReason;
};
type Decode = (from: number, to: number) => string;
/**
 * Reads what can be read of a line that is not one JSON object: objects that follow each other are
 * all read; behind damage only what looks like a line of the dialect is, for a fragment may hold the
 * insides of a lost object.
 * @param text one unit a byte
 * @param decode the text that bytes `from` to `to` spell in UTF-8
 * @param form what lines look like; its start holds an unescaped quote, so it stands in no JSON text
 * @returns pieces in order; white space between them is in none
 */
export declare function salvageLine(text: string, decode: Decode, form: LineForm): readonly Piece[];
/** The object that a JSON text spells; null: it spells none; `too-deep`: it nests too deeply. */
export declare function parseObject(text: string): JsonObject | "too-deep" | null;
export {};
