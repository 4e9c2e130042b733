import { type LineRole } from "../line-meaning.js";
import { type Settlement } from "./settlement.js";
/**
 * Reads the roles of a session's lines in order and says for each how history, baseline and settings
 * change, so that the fold of every beginning of the file is what Codex would reconstruct from it
 * (docs/semantics.md §10.5-10.7, §12). Codex scans backward; here a segment's start is known at
 * once, what survives below it was settled when it began, and a discarded turn is a rollback to the
 * line before it. When a later line merges or splits segments, the ledger that is wanted then is
 * compared with the one that is there, and made again where they differ.
 */
export declare class Reconstruction {
    #private;
    /** @param firstIsInLedger the first line has items itself, so that no state is without any */
    constructor(firstIsInLedger: boolean);
    /** @param role of the next line; the line's number is its event's offset */
    next(role: LineRole): Settlement;
}
