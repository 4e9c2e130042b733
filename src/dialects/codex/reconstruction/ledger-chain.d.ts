/** The chain of no lines: an empty ledger. */
export declare const EMPTY_CHAIN = 0;
/**
 * Ledgers as chains of the lines that made them, oldest first. The same lines in the same order are
 * the same chain, so two ledgers are compared by one number. For each chain the newest offset is
 * kept at which the folded state had it.
 */
export declare class LedgerChain {
    #private;
    constructor();
    /** The chain with one more line. */
    extend(chain: number, line: number): number;
    /** The folded state at `offset` has this chain's ledger. */
    reached(chain: number, offset: number): void;
    /**
     * The shortest way to a ledger: the newest offset whose ledger is a beginning of it, and the lines
     * that are missing then. `offset` null: no state ever had a beginning of it, not even an empty one.
     */
    wayTo(chain: number): {
        readonly offset: number | null;
        readonly lines: readonly number[];
    };
}
