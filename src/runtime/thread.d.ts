import type { Observable } from "rxjs";
import type { EventSource } from "../events/event-source.js";
import type { EventOf, LogEvent } from "../events/event.js";
import type { OwnEventType } from "../events/own-event.js";
import type { UsageState } from "../events/slices.js";
import type { ToolDeclaration } from "../events/thread.js";
import type { PromptOptions } from "../projections/prompt/project-prompt.js";
import type { Prompt, PromptTarget } from "../projections/prompt/prompt.js";
import type { ThreadState } from "../reducers/thread-state.js";
import type { CompactionCheck } from "./compaction/check.js";
import { type DueOptions, type NextTurn } from "./compaction/compact-thread.js";
import type { Compaction, NoCompaction } from "./compaction/compaction.js";
import type { CompactOptions } from "./compaction/plan-compaction.js";
import type { ThreadLimits, ThreadStrategy } from "./compaction/settings.js";
import type { FragmentRegistry } from "./fragments/registry.js";
import type { TurnContext } from "./fragments/turn-context.js";
import { type Recording } from "./record-item.js";
import { type RunTurnOptions, type TurnResult } from "./run-turn.js";
import { type ThreadSnapshotOptions } from "./snapshots/thread-snapshots.js";
import type { Clock, ThreadLog } from "./thread-log.js";
import { type Travel, type Travelled } from "./travel.js";
import { Turn, type UserInput } from "./turn.js";
/** What a thread is driven with. */
interface ThreadParts {
    readonly log: ThreadLog;
    readonly registry: FragmentRegistry;
    readonly clock: Clock;
}
/** How a turn is started. */
interface TurnStart {
    /** What it records first, in the batch that starts it. */
    readonly first?: Recording;
    /** The turn that runs is ended in the same batch; else it is an error that one runs. */
    readonly endsRunning?: boolean;
}
/** How a thread runs a turn. */
interface ThreadTurnOptions<Body> extends RunTurnOptions<Body> {
    /** How it is compacted on the way; false: it is not. */
    readonly compaction?: DueOptions | false;
}
/** A thread that this process drives: the only writer, until it is closed. */
export declare class Thread implements AsyncDisposable {
    #private;
    /** Made by `openThread`, `resumeThread` and `forkThread`. */
    constructor({ log, registry, clock }: ThreadParts);
    get id(): string;
    /** Of everything acknowledged. Immutable. */
    get state(): ThreadState;
    /** The thread's own log, for replays and views. */
    get source(): EventSource;
    /**
     * Starts a turn: records its envelope and whatever the model must be told of it, in one batch.
     * Base instructions and tools are recorded when they changed.
     * @throws {TurnRunning} another turn has not ended
     */
    startTurn(context: TurnContext, start?: TurnStart): Promise<Turn>;
    /**
     * The turn that runs, to go on with it after a restart; null: none runs.
     * @param context what the turn is about: of its texts the log holds hashes alone
     */
    runningTurn(context: TurnContext): Turn | null;
    /**
     * Runs a whole turn: the input, samplings and tools, until the model is done. Compacts where that
     * is due (`compaction: false`: never); the turn's model summarises unless another is named, and at a
     * switch to a smaller window the model that ran the turn before.
     * @throws {Aborted} the signal @throws {ModelError} the model, behind all retries
     * @throws {TurnRunning} @throws {TurnLeftOpen} what `compactIfDue` throws
     */
    runTurn<Body>(input: UserInput, options: ThreadTurnOptions<Body>): Promise<TurnResult>;
    /**
     * Goes back: so many user turns, to an offset, before the newest change (`undo`), or to before the
     * newest rollback (`redo`). Says what was written, or why nothing had to be.
     * @throws {TurnRunning} a turn runs
     * @throws {NoSuchOffset} @throws {NothingToUndo} @throws {NothingToRedo}
     */
    rollback(to: Travel): Promise<Travelled>;
    /**
     * Snapshots the git work tree to a commit that nothing refers to, and records it.
     * @throws {NotARepository} @throws {GitFailed}
     */
    takeSnapshot(options?: ThreadSnapshotOptions): Promise<EventOf<"snapshot.taken">["data"]>;
    /** Puts the files back to the newest snapshot that was not restored yet. @throws {NoSnapshot} */
    undo(): Promise<EventOf<"snapshot.taken">>;
    /**
     * Makes the history smaller: a summary and the newest user messages take its place, or another
     * strategy does what it does. One event says what went; nothing else changes.
     * @throws {TurnRunning} @throws {CallsPending} it cannot be done now
     * @throws {CompactionFailed} @throws {HistoryChanged} @throws {Aborted} nothing was changed
     */
    compact(options?: CompactOptions): Promise<Compaction | NoCompaction>;
    /** Compacts when the next turn, or the running one's next sampling, needs it; null: it does not. */
    compactIfDue(next?: NextTurn, options?: DueOptions): Promise<Compaction | NoCompaction | null>;
    /** Whether it would. @throws {InvalidArgument} the limits are configured in another form */
    compactionCheck(next?: NextTurn): CompactionCheck;
    /** The thread's own settings; what is absent stays as it was. */
    configure(settings: {
        readonly budget?: unknown;
        readonly limits?: ThreadLimits;
        readonly strategy?: ThreadStrategy;
    }): Promise<void>;
    /** Sets the base instructions; the same text again records nothing. */
    setInstructions(text: string): Promise<void>;
    /** Declares the tools, all of them; the same list again records nothing. */
    declareTools(tools: readonly ToolDeclaration[]): Promise<void>;
    rename(title: string | null): Promise<void>;
    /** Logs a fact for clients and people; no model sees it. */
    notice(notice: EventOf<"notice.logged">["data"]): Promise<void>;
    /**
     * Records an event of a type of one's own (`defineEventType`): the store keeps it, readers get it
     * back, no model sees it and no state changes. It belongs to the turn that runs, if one does.
     * @returns its offset
     * @throws {InvalidEvent} the data are not what the type's schema describes
     */
    recordEvent<Data>(type: OwnEventType<Data>, data: Data): Promise<number>;
    /** What a model would get now. The next one for the same target costs what is new. */
    prompt(target?: PromptTarget, options?: PromptOptions): Prompt;
    /** Events from an offset on (default: everything), then as they are written. */
    events$(fromOffset?: number): Observable<LogEvent>;
    /** The state now, then after every batch. */
    get state$(): Observable<ThreadState>;
    get usage$(): Observable<UsageState>;
    get notices$(): Observable<EventOf<"notice.logged">>;
    /** Makes everything durable, ends the streams. The store stays open: it is the caller's. */
    close(): Promise<void>;
    [Symbol.asyncDispose](): Promise<void>;
}
export {};
