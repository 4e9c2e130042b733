import type { JsonObject } from "../../events/primitives.js";
import { type DamageReason, type LineForm } from "./damage.js";
import type { Line } from "./line-splitter.js";
/** An object of a rollout, with its place. */
export interface ForeignObject {
    readonly value: JsonObject;
    /**
     * Its own text; where bytes were no text or NUL, not what the file holds (`exact`). Decoded when it
     * is asked for: a line may be long, and hardly anybody asks.
     */
    readonly text: string;
    /** Bytes `start` to `end` (exclusive) of the content. */
    readonly start: number;
    readonly end: number;
    readonly line: number;
    /** True when `text` is, in UTF-8, what the file holds. */
    readonly exact: boolean;
}
/** A place that is reported; `objectsBefore`: how many of its line's objects stand before it. */
export interface DamagedPlace {
    readonly line: number;
    readonly byte: number;
    readonly bytes: number;
    readonly reason: DamageReason;
    readonly objectsBefore: number;
}
export interface LineContent {
    readonly objects: readonly ForeignObject[];
    readonly damage: readonly DamagedPlace[];
}
/** The objects of one line, and what is wrong with it. Nothing is wrong with a blank line. */
export declare function readLine(line: Line, form: LineForm): LineContent;
