import { Subject } from "rxjs";
import { monotonicFactory, type ULIDFactory } from "ulid";
import type { Fact, LogEvent, RefoldEvent } from "../events/event.js";
import { stampFact } from "../events/known-event.js";
import type { OwnFact } from "../events/own-event.js";
import {
  continuePrompt,
  projectPrompt,
  type PromptOptions,
} from "../projections/prompt/project-prompt.js";
import type { Prompt, PromptTarget } from "../projections/prompt/prompt.js";
import { completeCheckpoints } from "../reducers/checkpoint-base.js";
import { foldEvent, UnknownEvents } from "../reducers/reduce.js";
import { foldLogEvent } from "../reducers/replay-events.js";
import type { ThreadState } from "../reducers/thread-state.js";
import type { EventStore } from "../store/event-store.js";
import { ThreadClosed } from "./errors.js";

/** What a batch is stamped with. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
}

/**
 * The rollout's owner: the only place of the runtime that writes. Facts go in, become events with
 * offset, id and time (checkpoints what a reader from the end needs), are appended as one batch, and
 * are folded when they are acknowledged.
 */
export class ThreadLog {
  readonly threadId: string;
  readonly store: EventStore;
  /** Every batch of this writer, once it is acknowledged. Completes when the thread is closed. */
  readonly written = new Subject<Committed<LogEvent>>();
  readonly #clock: Clock;
  readonly #ids: ULIDFactory = monotonicFactory();
  #state: ThreadState;
  #prompt: Prompt | null = null;
  #queue: Promise<unknown> = Promise.resolve();
  #closing: Promise<void> | null = null;

  constructor(
    at: { readonly threadId: string; readonly store: EventStore; readonly state: ThreadState },
    clock: Clock,
  ) {
    this.threadId = at.threadId;
    this.store = at.store;
    this.#state = at.state;
    this.#clock = clock;
  }

  /** Of everything acknowledged. */
  get state(): ThreadState {
    return this.#state;
  }

  /** What a model gets of the newest state. One more for the same target costs what is new. */
  prompt(target: PromptTarget = {}, options: PromptOptions = {}): Prompt {
    const last = this.#prompt;
    const isSame = last !== null && JSON.stringify(last.requested) === JSON.stringify(target);
    this.#prompt = isSame
      ? continuePrompt(last, this.#state, options)
      : projectPrompt(this.#state, target, options);
    return this.#prompt;
  }

  /**
   * Appends what `decide` makes of the newest state, as one batch.
   * @returns the events as appended; none for no facts
   * @throws what `EventStore.append` throws; then nothing was written and the state is as before
   * @throws {ThreadClosed}
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
      const now = this.#clock.now();
      const turn = turns.running?.turn;
      const place = { offset: log.head, id: this.#ids(now), at: new Date(now).toISOString() };
      const event = { ...place, ...(turn !== undefined && { turn }), ...fact };
      await this.store.append(this.threadId, log.head, [event]);
      this.#state = foldLogEvent(this.#state, event, new UnknownEvents({}));
      this.written.next({ events: [event], state: this.#state });
      return event;
    });
  }

  /**
   * Runs a task that looks and appends. Tasks of one thread run one after the other, so that no other
   * event of this writer comes between the look and the append.
   */
  exclusively<T>(task: (append: Append) => Promise<T>): Promise<T> {
    return this.#enqueue(() => task((decision) => this.#append(decision)));
  }

  async #enqueue<T>(task: () => Promise<T>): Promise<T> {
    if (this.#closing !== null) throw new ThreadClosed(this.threadId);
    const run = this.#queue.then(task);
    this.#queue = run.catch(() => undefined); // the caller gets the error; the next task goes on
    return run;
  }

  /** Waits for commits under way, makes them durable and ends the stream; once, however often called. */
  close(): Promise<void> {
    return (this.#closing ??= this.#close());
  }

  async #close(): Promise<void> {
    await this.#queue;
    try {
      await this.store.sync(this.threadId);
    } finally {
      this.written.complete(); // nothing is written any more, whatever became of the disk
    }
  }

  async #append({ facts, turn, base }: Decision): Promise<Committed> {
    const { log } = this.#state;
    const before = base === undefined ? this.#state : { ...base, log };
    const events = completeCheckpoints(this.#stamp(facts, turn), before);
    if (events.length === 0) return { events, state: this.#state };
    await this.store.append(this.threadId, log.head, events);
    this.#state = events.reduce(foldEvent, before);
    const committed = { events, state: this.#state };
    this.written.next(committed);
    return committed;
  }

  /** One time and one random draw a batch: later ids count up from the first. */
  #stamp(facts: readonly Fact[], turn: string | undefined): RefoldEvent[] {
    const now = this.#clock.now();
    const at = new Date(now).toISOString();
    const { head } = this.#state.log;
    return facts.map((fact, index) =>
      stampFact({ offset: head + index, id: this.#ids(now), at, turn }, fact),
    );
  }
}

/** Appends facts as one batch. */
export type Append = (decision: Decision) => Promise<Committed>;

/** What is to be written. */
export interface Decision {
  readonly facts: readonly Fact[];
  /** The turn that the facts belong to. */
  readonly turn?: string | undefined;
  /** When the first fact is a rollback: the state that it goes back to. */
  readonly base?: ThreadState;
}

/** What was written, and the state behind it. */
export interface Committed<Event extends LogEvent = RefoldEvent> {
  readonly events: readonly Event[];
  readonly state: ThreadState;
}
