import type { JsonObject } from "../../events/primitives.js";
import type { UsageState } from "../../events/slices.js";
import { type LedgerIds } from "../shared/export-ledger.js";
/**
 * What a reader makes of the lines that were written so far: each is read as the decoder reads it,
 * so that a writer sees where the rollout and the thread part.
 */
export declare class WrittenRollout {
    #private;
    private readonly ids;
    constructor(ids: LedgerIds);
    /** The number of lines. */
    get lines(): number;
    get ledger(): number;
    /** The `contextKey` of the baseline; null: none. */
    get baseline(): string | null;
    get usage(): UsageState;
    /** By the newest report, also of a turn that is rolled back: what Codex itself goes by. */
    get newestUsage(): UsageState;
    get title(): string | null;
    /** By the newest name, also of a turn that is rolled back: what Codex itself goes by. */
    get newestTitle(): string | null;
    /** The id by which the newest lines are known as one turn; null: none of them has one. */
    get turnId(): string | null;
    /** True when what follows would be lost, being of a turn that is rolled back: start another first. */
    get isDiscarded(): boolean;
    /** Whether the newest lines are a user's turn, in which alone a context counts. */
    get isUserTurn(): boolean;
    /** @see TurnStack.turnsBackTo */
    turnsBackTo(ledger: number): number | null;
    /** How an item would stand in the ledger if it were written now; null: not at all. */
    keyOf(payload: unknown): string | null;
    /**
     * Takes the next line.
     * @param known the ledger behind it, where the thread's own events tell it
     */
    take(object: JsonObject, known?: number): void;
}
