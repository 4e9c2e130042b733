import type { JsonObject, TruncationPolicy } from "../../events/primitives.js";
import { type KeepEvidence } from "../shared/evidence.js";
import { type LineMeaning } from "./line-meaning.js";
/** What a line is read with. */
interface ReadingOptions {
    /** The bare form of 2025: items stand on their lines without an envelope. */
    readonly isBare: boolean;
    /** How tool outputs of this line are bounded. */
    readonly policy: TruncationPolicy;
    readonly keep: KeepEvidence;
}
/** What a line of a rollout means (docs/codex.md lists all of it). @param line its offset */
export declare function readLineMeaning(object: JsonObject, line: number, options: ReadingOptions): LineMeaning;
export {};
