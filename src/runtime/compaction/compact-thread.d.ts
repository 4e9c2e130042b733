import { type TurnContext } from "../fragments/turn-context.js";
import type { ModelClient } from "../models/model-client.js";
import type { ThreadLog } from "../thread-log.js";
import type { UserInput } from "../turn.js";
import { type CompactionCheck } from "./check.js";
import { type Compaction, type NoCompaction } from "./compaction.js";
import { type CompactionBasis, type CompactOptions } from "./plan-compaction.js";
/** What compaction needs of a thread. */
export interface CompactedThread extends Pick<CompactionBasis, "registry" | "context"> {
    readonly log: ThreadLog;
}
/**
 * Makes a thread's history smaller, by one batch that says what went: all of it is there afterwards, or
 * nothing has changed.
 * @throws {TurnRunning} a turn runs, and the trigger is one of those between turns
 * @throws {CallsPending} a call of the running turn waits for its output
 * @throws {CompactionFailed} the summary could not be made
 * @throws {HistoryChanged} the history went on meanwhile
 * @throws {Aborted} the signal said so
 */
export declare function compactThread(thread: CompactedThread, options?: CompactOptions): Promise<Compaction | NoCompaction>;
/** The turn that is about to be started; empty: the one that runs goes on. */
export interface NextTurn {
    readonly context?: TurnContext;
    readonly input?: UserInput;
}
export interface DueOptions extends Omit<CompactOptions, "trigger" | "dryRun" | "target"> {
    /** The last turn's model: it summarises when the next one's window is smaller. */
    readonly previousModel?: ModelClient;
}
/**
 * Whether a thread must be compacted before it goes on: before a turn, with what that turn will add
 * (its context, its instructions, the user's input); in a turn, before the next sampling.
 */
export declare function checkNext({ log, registry }: Pick<CompactedThread, "log" | "registry">, { context, input }: NextTurn): CompactionCheck;
/**
 * Compacts a thread when that is due. At a switch to a model with a smaller window the previous model
 * summarises, which can still read all of the history.
 * @returns null when it is not due
 * @throws what `compactThread` throws
 */
export declare function compactIfDue(thread: CompactedThread, next: NextTurn, { previousModel, ...options }: DueOptions): Promise<Compaction | NoCompaction | null>;
