import { type LineRole } from "../line-meaning.js";
import type { LedgerChain } from "./ledger-chain.js";
import { Segment, type Settled, type Surviving } from "./segment.js";
/** What the newest lines come to: they survive on what is below them, or go with their turn. */
export type Outcome = {
    readonly kind: "extends";
    readonly segment: Segment;
    readonly settled: Settled;
} | {
    readonly kind: "discarded";
    readonly surviving: Surviving;
};
/** The lines so far, by segments (docs/semantics.md §12.2-12.4). Keeps numbers of each line. */
export declare class Segments {
    #private;
    private readonly chain;
    /** @param before what survives of no lines */
    constructor(chain: LedgerChain, before: Surviving);
    add(line: number, role: LineRole): void;
    outcome(): Outcome;
    /**
     * Closes the lines before a `task_started`, as a turn that begins there finds them.
     * @param folded `offset`: where the folded state is that; null: nowhere
     */
    close(line: number, outcome: Outcome, folded: Pick<Surviving, "offset" | "usage">): void;
}
