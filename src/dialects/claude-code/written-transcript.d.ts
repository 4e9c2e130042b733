import type { JsonObject, TruncationPolicy } from "../../events/primitives.js";
import type { Usage } from "../../events/slices.js";
import { type ExportLedger } from "../shared/export-ledger.js";
/** A place in the tree that was written, and what a message behind it would continue. */
export interface WrittenPlace {
    /** The parent that such a message names; null: none. */
    readonly uuid: string | null;
    readonly ledger: number;
    readonly total: Usage;
    /** Compactions up to there. */
    readonly compactions: number;
}
/**
 * What a reader makes of the lines that were written so far: each is read as the decoder reads it, so
 * that a writer knows where in the tree the thread's earlier states can be taken up again.
 */
export declare class WrittenTranscript {
    #private;
    private readonly ledger;
    constructor(ledger: Pick<ExportLedger, "extend">);
    /** What the whole file comes to. */
    get live(): WrittenPlace;
    /** Under what a reader bounds outputs by now. */
    get policy(): TruncationPolicy;
    /** @param known the ledger behind the line, where the thread's own events tell it */
    take(object: JsonObject, known?: number): void;
    /** What a message with this parent would continue. */
    placeBehind(uuid: string | null): WrittenPlace;
    /** The places that a message can follow, from one up to the beginning. */
    placesAbove(uuid: string | null): Generator<WrittenPlace>;
}
