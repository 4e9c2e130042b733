import { isRefoldError } from "../errors.js";
import { concatMap, defer, distinctUntilChanged, filter, map, startWith } from "rxjs";
import type { Observable } from "rxjs";
import type { EventSource } from "../events/event-source.js";
import type { EventOf, LogEvent } from "../events/event.js";
import type { OwnEventType } from "../events/own-event.js";
import { recordable } from "../events/recordable.js";
import type { UsageState } from "../events/slices.js";
import type { ToolDeclaration } from "../events/thread.js";
import type { PromptOptions } from "../projections/prompt/project-prompt.js";
import type { Prompt, PromptTarget } from "../projections/prompt/prompt.js";
import { turnRunning } from "../reducers/errors.js";
import type { ThreadState } from "../reducers/thread-state.js";
import { checkNext, type CompactionCheck, type NextTurn } from "./compaction/check.js";
import { compactIfDue, compactThread } from "./compaction/compact-thread.js";
import type { CompactedThread, DueOptions } from "./compaction/compact-thread.js";
import type { Compaction, NoCompaction } from "./compaction/compaction.js";
import type { CompactOptions } from "./compaction/plan-compaction.js";
import { checkSettings, type ThreadLimits, type ThreadStrategy } from "./compaction/settings.js";
import { instructionFacts, toolFacts, turnFacts } from "./fragments/plan-injection.js";
import type { FragmentRegistry } from "./fragments/registry.js";
import type { TurnContext } from "./fragments/turn-context.js";
import type { ModelClient } from "./models/model-client.js";
import { plannedState } from "./compaction/strategy.js";
import { forkLog, type ForkPlan } from "./fork-log.js";
import { newId } from "./new-id.js";
import { ownRecording, type Recording, recordingFacts, type UserInput } from "./record-item.js";
import { runTurn, type RunTurnOptions, type TurnHooks, type TurnResult } from "./run-turn.js";
import { takeThreadSnapshot, restoreNewest } from "./snapshots/thread-snapshots.js";
import type { ThreadSnapshotOptions } from "./snapshots/thread-snapshots.js";
import { eventsFrom } from "./streams.js";
import type { ThreadLog } from "./thread-log.js";
import { travel, type Travel, type Travelled } from "./travel.js";
import { runningEnd, Turn } from "./turn.js";

interface TurnStart {
  /** What it records first, in the batch that starts it. */
  readonly first?: Recording;
  /** The turn that runs is ended in the same batch; else it is an error that one runs. */
  readonly endsRunning?: boolean;
}

interface ThreadTurnOptions<Body> extends RunTurnOptions<Body> {
  /** How it is compacted on the way; false: it is not. */
  readonly compaction?: DueOptions | false;
}

/** A thread that this process drives: the only writer, until it is closed. */
export class Thread implements AsyncDisposable {
  readonly #log: ThreadLog;
  readonly #registry: FragmentRegistry;
  #newestTurn: Turn | null = null;
  #lastModel: ModelClient | null = null;

  /** Made by `openThread`, `resumeThread`, `forkThread` and `fork`. */
  constructor(log: ThreadLog, registry: FragmentRegistry) {
    this.#log = log;
    this.#registry = registry;
  }

  get id(): string {
    return this.#log.threadId;
  }

  /** Of everything acknowledged. Immutable. */
  get state(): ThreadState {
    return this.#log.state;
  }

  /** The thread's own log, for replays and views. */
  get source(): EventSource {
    return this.#log.store.source(this.id);
  }

  /**
   * Starts a turn: records its envelope and whatever the model must be told of it, in one batch.
   * Base instructions and tools are recorded when they changed.
   * @throws {RefoldError} `turn-running`: another turn has not ended
   */
  async startTurn(context: TurnContext, start: TurnStart = {}): Promise<Turn> {
    const { first = { items: [] }, endsRunning = false } = start;
    const id = newId(this.#log.nowMs());
    const own = ownRecording(first);
    await this.#log.exclusively(async (append) => {
      const { state, store } = this.#log;
      const { running } = state.turns;
      if (running !== null && !endsRunning) throw turnRunning(running);
      const ending = runningEnd(state);
      const ended = ending === undefined ? state : plannedState(state, [ending.fact]);
      const told = turnFacts(ended, context, this.#registry);
      const said = await recordingFacts(own, context, store.blobs);
      return append({ facts: [...told, ...said], isOwn: true, ending, turn: id });
    });
    const startedMs = this.#log.nowMs();
    this.#newestTurn = new Turn({ id, context, startedMs }, this.#log);
    return this.#newestTurn;
  }

  /**
   * The turn that runs, to go on with it after a restart; null: none runs.
   * @param context what the turn is about: of its texts the log holds hashes alone
   */
  runningTurn(context: TurnContext): Turn | null {
    const { running } = this.state.turns;
    if (running === null) return null;
    return new Turn({ id: running.turn, context, startedMs: null }, this.#log);
  }

  /**
   * Runs a whole turn: the input, samplings and tools, until the model is done. Compacts where that
   * is due (`compaction: false`: never); the turn's model summarises unless another is named, and at a
   * switch to a smaller window the model that ran the turn before.
   * @throws {RefoldError} `aborted`: the signal
   * @throws {RefoldError} of a model request: the model, after all retries
   * @throws {RefoldError} `turn-running`
   * @throws {RefoldError} `turn-left-open`: what `compactIfDue` throws
   */
  async runTurn<Body>(input: UserInput, options: ThreadTurnOptions<Body>): Promise<TurnResult> {
    const { compaction = {}, ...rest } = options;
    const { model, retries, hooks = {} } = rest;
    const previousModel = this.#lastModel ?? undefined;
    const due = { model, previousModel, retries, ...compaction };
    const around = compaction === false ? hooks : this.#compactingHooks(due, hooks);
    const beforeTurn: TurnHooks["beforeTurn"] = async (next) => {
      await around.beforeTurn?.(next);
      this.#lastModel = model; // not before: a turn that was refused is tried again from the same model
    };
    return runTurn(this, input, { ...rest, hooks: { ...around, beforeTurn } });
  }

  /**
   * Goes back: so many user turns, to an offset, before the newest change (`undo`), or to before the
   * newest rollback (`redo`). Says what was written, or why nothing had to be.
   * @throws {RefoldError} `turn-running`: a turn runs
   * @throws {RefoldError} `offset-out-of-range`, `nothing-to-undo`, `nothing-to-redo`, `invalid-argument`
   */
  rollback(to: Travel): Promise<Travelled> {
    return travel(this.#log, to);
  }

  /**
   * Forks this thread by reference and drives the fork: at its newest offset (the default), another
   * one, or before a user turn (counted from 1). The newest state, and mostly those before turns that
   * began here, cost nothing of the history; others are read. A turn that runs at that place ends in the
   * fork as aborted, and goes on here.
   * @throws {RefoldError} `offset-out-of-range`
   * @throws {RefoldError} `no-such-turn`: there is no such place
   * @throws {RefoldError} `offset-conflict`: somebody else has written to the thread
   * @throws {RefoldError} `thread-closed`
   */
  async fork(plan?: ForkPlan): Promise<Thread> {
    return new Thread(await forkLog(this.#log, plan), this.#registry);
  }

  /**
   * Snapshots the git work tree to a commit that nothing refers to, and records it.
   * @throws {RefoldError} `not-a-repository`, `git-failed`
   */
  takeSnapshot(options?: ThreadSnapshotOptions): Promise<EventOf<"snapshot.taken">["data"]> {
    return takeThreadSnapshot(this.#log, options);
  }

  /**
   * Puts the files back to the newest snapshot that was not restored yet; the history stays as it is.
   * @throws {RefoldError} `nothing-to-undo`
   */
  restoreSnapshot(): Promise<EventOf<"snapshot.taken">> {
    return restoreNewest(this.#log);
  }

  /**
   * Makes the history smaller: a summary and the newest user messages take its place, or another
   * strategy does what it does. One event says what went; nothing else changes.
   * @throws {RefoldError} `turn-running`
   * @throws {RefoldError} `calls-pending`: it cannot be done now
   * @throws {RefoldError} `compaction-failed`, `history-changed`
   * @throws {RefoldError} `aborted`: nothing was changed
   */
  compact(options: CompactOptions = {}): Promise<Compaction | NoCompaction> {
    return compactThread(this.#compacted(), options);
  }

  /** Compacts when the next turn, or the running one's next sampling, needs it; null: it does not. */
  compactIfDue(
    next: NextTurn = {},
    options: DueOptions = {},
  ): Promise<Compaction | NoCompaction | null> {
    return compactIfDue(this.#compacted(), next, options);
  }

  /** Whether it would. @throws {RefoldError} `invalid-argument`: the limits are configured in another form */
  compactionCheck(next: NextTurn = {}): CompactionCheck {
    return checkNext(this.state, this.#registry, next);
  }

  /**
   * The thread's own settings; what is absent stays as it was.
   * @throws {RefoldError} `invalid-argument`: `limits` or `strategy` has another form; nothing is written
   */
  async configure(settings: {
    readonly budget?: unknown;
    readonly limits?: ThreadLimits;
    readonly strategy?: ThreadStrategy;
  }): Promise<void> {
    checkSettings(settings);
    const data = recordable(settings, "thread.configured");
    await this.#log.commit(() => ({ facts: [{ type: "thread.configured", data }] }));
  }

  /** Sets the base instructions; the same text again records nothing. */
  async setInstructions(text: string): Promise<void> {
    await this.#log.commit((state) => ({ facts: instructionFacts(state, text) }));
  }

  /** Declares the tools, all of them; the same list again records nothing. */
  async declareTools(tools: readonly ToolDeclaration[]): Promise<void> {
    const own = recordable(tools, "tools.declared");
    await this.#log.commit((state) => ({ facts: toolFacts(state, own) }));
  }

  async rename(title: string | null): Promise<void> {
    await this.#log.commit(() => ({ facts: [{ type: "thread.renamed", data: { title } }] }));
  }

  /** Logs a fact for clients and people; no model sees it. */
  async notice(notice: EventOf<"notice.logged">["data"]): Promise<void> {
    const data = recordable(notice, "notice.logged");
    await this.#log.commit(() => ({ facts: [{ type: "notice.logged", data }] }));
  }

  /**
   * Records an event of a type of your own (`defineEventType`): the store keeps it, readers get it
   * back, no model sees it and no state changes. It belongs to the turn that runs, if one does.
   * @returns its offset
   * @throws {RefoldError} `invalid-event`: the data are not what the type's schema describes
   */
  async recordEvent<Data>(type: OwnEventType<Data>, data: Data): Promise<number> {
    const { offset } = await this.#log.recordOwn(type.fact(data));
    return offset;
  }

  /** What a model would get now. The next one for the same target costs what is new. */
  prompt(target: PromptTarget = {}, options: PromptOptions = {}): Prompt {
    return this.#log.prompt(target, options);
  }

  /** Events from an offset on (default: everything), then as they are written; `invalid-argument`: it is none. */
  events$(fromOffset = 0): Observable<LogEvent> {
    return eventsFrom(this.#log, fromOffset);
  }

  /** The state now, then after every batch. */
  get state$(): Observable<ThreadState> {
    const states = this.#log.written.pipe(map(({ state }) => state));
    return defer(() => states.pipe(startWith(this.state)));
  }

  /** What was used so far, then whenever it changes. */
  get usage$(): Observable<UsageState> {
    return this.state$.pipe(
      map(({ usage }) => usage),
      distinctUntilChanged(),
    );
  }

  /** Notices as they are logged. */
  get notices$(): Observable<EventOf<"notice.logged">> {
    return this.#log.written.pipe(
      concatMap(({ events }) => events),
      filter((event): event is EventOf<"notice.logged"> => event.type === "notice.logged"),
    );
  }

  /** Makes everything durable, ends the streams. The store stays open: it is the caller's. */
  close(): Promise<void> {
    return this.#log.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  #compacted(): CompactedThread {
    const turn = this.#newestTurn;
    const isRunning = turn !== null && this.state.turns.running?.turn === turn.id;
    const context = isRunning ? turn.context : null;
    return { log: this.#log, registry: this.#registry, context };
  }
  /** Compacts before a turn and before each further sampling; the caller's hooks run after it. */
  #compactingHooks(due: DueOptions, hooks: TurnHooks): TurnHooks {
    return {
      beforeTurn: async (next) => {
        const { running } = this.state.turns;
        if (running !== null) throw turnRunning(running); // its history is not this turn's to compact
        await this.compactIfDue(next, { ...due, signal: next.signal ?? due.signal });
        await hooks.beforeTurn?.(next);
      },
      beforeSampling: async (next) => {
        const options = { ...due, signal: next.signal ?? due.signal };
        while (!(await this.#compactTurn(next.turn, options))) continue;
        await hooks.beforeSampling?.(next);
      },
    };
  }

  /** @returns false: the user said something more meanwhile, which ends no turn; it is not done yet */
  async #compactTurn({ id }: Turn, options: DueOptions): Promise<boolean> {
    try {
      await this.compactIfDue({}, options);
      return true;
    } catch (error) {
      const isRunning = this.state.turns.running?.turn === id;
      if (isRunning && isRefoldError(error, "history-changed")) return false;
      throw error;
    }
  }
}
