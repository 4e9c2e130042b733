import { RefoldError } from "../errors.js";
import { Subject } from "rxjs";
import type { Fact, FactOf, LogEvent, RefoldEvent } from "../events/event.js";
import { stampFact } from "../events/known-event.js";
import type { OwnFact } from "../events/own-event.js";
import { recordable } from "../events/recordable.js";
import {
  continuePrompt,
  projectPrompt,
  promptForFork,
} from "../projections/prompt/project-prompt.js";
import type { PromptOptions } from "../projections/prompt/project-prompt.js";
import type { Prompt, PromptTarget } from "../projections/prompt/prompt.js";
import { completeCheckpoints } from "../reducers/checkpoint-base.js";
import { toKeptState } from "../reducers/kept-state.js";
import { withEntries } from "../reducers/ledger.js";
import { foldEvent, UnknownEvents } from "../reducers/reduce.js";
import { PassedStates } from "../reducers/passed-states.js";
import { foldLogEvent } from "../reducers/replay-events.js";
import { stateAt } from "../reducers/resume.js";
import { SharedSequence } from "../reducers/sequence.js";
import type { ThreadState } from "../reducers/thread-state.js";
import { RecentlyUsed } from "../recently-used.js";
import type { EventStore } from "../store/event-store.js";
import { ascendingIds } from "./new-id.js";
import { TaskQueue } from "./task-queue.js";

/**
 * What a batch must bring along, so that no prefix of the log holds a history that is too long.
 * @param state before the facts
 * @throws to refuse the batch: nothing is written
 */
export type MakeRoom = (state: ThreadState, facts: readonly Fact[]) => Promise<readonly Fact[]>;

/** What a batch is stamped with. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
}

/** The system's. */
export const SYSTEM_CLOCK: Clock = { now: () => Date.now() };

/** What a thread's log is driven with. */
export interface LogOptions {
  readonly store: EventStore;
  /** Default: the system's. */
  readonly clock?: Clock | undefined;
  readonly makeRoom?: MakeRoom;
}

/** That of the requests, and that of whoever looks at the thread between them. */
const KEPT_PROMPTS = 2;

/**
 * The rollout's owner: the only place of the runtime that writes. Facts go in, are copied, become events
 * with offset, id and time (checkpoints what a reader from the end needs), are appended as one batch,
 * and are folded when they are acknowledged.
 */
export class ThreadLog {
  readonly threadId: string;
  readonly store: EventStore;
  /** Every batch of this writer, once it is acknowledged. Completes when the thread is closed. */
  readonly written = new Subject<Committed<LogEvent>>();
  /** What its batches are stamped with. */
  readonly clock: Clock;
  readonly #makeRoom: MakeRoom | undefined;
  readonly #ids = ascendingIds();
  #state: ThreadState;
  #newestId: string | null;
  readonly #passed = new PassedStates();
  /** By their targets. */
  readonly #prompts = new RecentlyUsed<string, Prompt>();
  #time = { ms: NaN, text: "" };
  readonly #queue = new TaskQueue();
  #closing: Promise<void> | null = null;

  constructor(
    at: {
      readonly threadId: string;
      readonly state: ThreadState;
      /** Of the event that it is the state at; null: not known, or there is none. */
      readonly newestId?: string | null;
    },
    { store, clock = SYSTEM_CLOCK, makeRoom }: LogOptions,
  ) {
    this.threadId = at.threadId;
    this.#state = at.state;
    this.#newestId = at.newestId ?? null;
    this.store = store;
    this.clock = clock;
    this.#makeRoom = makeRoom;
  }

  /** By the log's clock, in milliseconds since 1970. */
  nowMs(): number {
    return this.clock.now();
  }

  /** Of everything acknowledged. */
  get state(): ThreadState {
    return this.#state;
  }

  /** Of the newest event, as it was stored; null: not known. */
  get newestId(): string | null {
    return this.#newestId;
  }

  /** At an offset, that event included: without a reading at the newest one, and where it was kept in passing. */
  async stateAt(offset: number): Promise<ThreadState> {
    if (offset === this.#state.log.head - 1) return this.#state;
    return this.#passed.at(offset) ?? stateAt(this.store.source(this.threadId), offset);
  }

  /** What a model gets of the newest state. One more for one of the last targets costs what is new. */
  prompt(target: PromptTarget = {}, options: PromptOptions = {}): Prompt {
    const key = JSON.stringify(target);
    const last = this.#prompts.get(key);
    const prompt =
      last === undefined
        ? projectPrompt(this.#state, target, options)
        : continuePrompt(last, this.#state, options);
    this.#prompts.set(key, prompt);
    this.#prompts.keep(KEPT_PROMPTS);
    return prompt;
  }

  /** The newest ones for the last targets, from which the next ones go on. */
  get prompts(): ReadonlyMap<string, Prompt> {
    return this.#prompts;
  }

  /** Has the prompts of a fork go on from those of the thread that it left. */
  takePrompts(parent: ThreadLog): void {
    for (const [target, parents] of parent.prompts) {
      const prompt = promptForFork(parents, this.#state);
      if (prompt !== null) this.#prompts.set(target, prompt);
    }
  }

  /**
   * Appends what `decide` makes of the newest state, as one batch.
   * @returns the events as appended; none for no facts
   * @throws what `EventStore.append` throws; then nothing was written and the state is as before
   * @throws {RefoldError} `thread-closed`
   */
  commit(decide: (state: ThreadState) => Decision): Promise<Committed> {
    return this.exclusively((append) => append(decide(this.#state)));
  }

  /**
   * Appends an event of a type of the caller's own; it belongs to the turn that runs. State is as
   * before, but for the head.
   * @throws what `EventStore.append` throws; then nothing was written
   */
  recordOwn(fact: OwnFact): Promise<LogEvent> {
    return this.#enqueue(async () => {
      const { log, turns } = this.#state;
      const now = this.nowMs();
      const turn = turns.running?.turn;
      const place = { offset: log.head, id: this.#ids(now), at: this.#timeOf(now) };
      const event = { ...place, ...(turn !== undefined && { turn }), ...fact };
      await this.store.append(this.threadId, log.head, [event]);
      this.#state = foldLogEvent(this.#state, event, new UnknownEvents({}));
      this.#newestId = event.id;
      this.written.next({ events: [event], state: this.#state });
      return event;
    });
  }

  /**
   * Runs a task that looks and appends. Tasks of one thread run one by one, so that no other
   * event of this writer comes between the look and the append.
   */
  exclusively<T>(task: (append: Append) => Promise<T>): Promise<T> {
    return this.#enqueue(() => task((decision) => this.#append(decision)));
  }

  #enqueue<T>(task: () => Promise<T>): Promise<T> {
    if (this.#closing !== null) return Promise.reject(threadClosed(this.threadId));
    return this.#queue.run(task);
  }

  /** Waits for commits under way, makes them durable and ends the stream; once, however often called. */
  close(): Promise<void> {
    return (this.#closing ??= this.#close());
  }

  async #close(): Promise<void> {
    await this.#queue.idle();
    try {
      await this.store.sync(this.threadId);
    } finally {
      this.written.complete(); // nothing is written any more, whatever became of the disk
    }
  }

  async #append({ base, ending, facts, isOwn, turn }: Decision): Promise<Committed> {
    const { log } = this.#state;
    const before = base === undefined ? this.#state : { ...base, log };
    // Before anything is waited for.
    const own = isOwn === true ? facts : facts.map((fact) => recordable(fact, fact.type));
    const decided = ending === undefined ? own : [ending.fact, ...own];
    if (decided.length === 0) return { events: [], state: this.#state };
    const room = this.#makeRoom === undefined ? undefined : await this.#makeRoom(before, decided);
    const all = room === undefined ? own : [...own, ...room];
    const events = completeCheckpoints(this.#stamp({ ending, facts: all, turn }), before);
    await this.store.append(this.threadId, log.head, events);
    this.#state = this.#fold(base === undefined ? before : this.#leaveFor(base), events);
    this.#newestId = events.at(-1)?.id ?? this.#newestId;
    const committed = { events, state: this.#state };
    if (this.written.observed) this.written.next(committed);
    if (events.some(endsTurn)) {
      this.store.keepState?.(this.threadId, () => toKeptState(this.#state));
    }
    return committed;
  }

  /** The state that a rollback goes on from: it does not hold on to what the rollback discards. */
  #leaveFor(base: ThreadState): ThreadState {
    const { log } = this.#state;
    this.#passed.leave({ offset: log.head, to: base.log.head - 1 }, this.#state);
    return withEntries({ ...base, log }, SharedSequence.ending(base.ledger.entries));
  }

  #fold(before: ThreadState, events: readonly RefoldEvent[]): ThreadState {
    let state = before;
    for (const event of events) {
      const next = foldEvent(state, event);
      this.#passed.watch(event.offset, state, next);
      state = next;
    }
    return state;
  }

  /** Batches of one millisecond share the text of their time. */
  #timeOf(nowMs: number): string {
    if (nowMs !== this.#time.ms) this.#time = { ms: nowMs, text: new Date(nowMs).toISOString() };
    return this.#time.text;
  }

  /** One time and one random draw a batch: later ids count up from the first. */
  #stamp({ ending, facts, turn }: Decision): RefoldEvent[] {
    const now = this.nowMs();
    const at = this.#timeOf(now);
    let offset = this.#state.log.head;
    const stamp = (fact: Fact, ofTurn: string | undefined): RefoldEvent =>
      stampFact({ offset: offset++, id: this.#ids(now), at, turn: ofTurn }, fact);
    const ended = ending && stamp(ending.fact, ending.turn);
    const events = facts.map((fact) => stamp(fact, turn));
    return ended === undefined ? events : [ended, ...events];
  }
}

function endsTurn({ type }: RefoldEvent): boolean {
  return type === "turn.completed" || type === "turn.aborted";
}

/** Appends facts as one batch. */
export type Append = (decision: Decision) => Promise<Committed>;

/** What is to be written. */
export interface Decision {
  readonly facts: readonly Fact[];
  /** Nobody else holds what the facts are made of: it is not copied once more. */
  readonly isOwn?: boolean;
  /** The turn that the facts belong to. */
  readonly turn?: string | undefined;
  /** The end of the turn before, which is before the facts. */
  readonly ending?: { readonly fact: FactOf<"turn.completed">; readonly turn: string } | undefined;
  /** When the first fact is a rollback: the state that it goes back to. */
  readonly base?: ThreadState;
}

/** What was written, and the state after it. */
export interface Committed<Event extends LogEvent = RefoldEvent> {
  readonly events: readonly Event[];
  readonly state: ThreadState;
}

function threadClosed(threadId: string): RefoldError<"thread-closed"> {
  const message = `thread ${threadId} is closed`;
  const remedy = "resume the thread: `resumeThread(threadId, options)`";
  return new RefoldError("thread-closed", { threadId }, { message, remedy });
}
