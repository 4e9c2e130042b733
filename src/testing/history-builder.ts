import type { Fact, LogEvent, RefoldEvent } from "../events/event.js";
import { CURRENT_VERSIONS } from "../events/versions.js";
import { completeCheckpoint } from "../reducers/complete-checkpoint.js";
import { foldEvent, rollbackOf } from "../reducers/fold-event.js";
import { initialState } from "../reducers/reduce.js";
import type { ThreadState } from "../reducers/thread-state.js";
import { madeHash, madeTime, madeUlid } from "./made-names.js";

/** A thread's log, and those of the threads that it left, oldest first. */
export interface History {
  /** As a reader of the thread sees it: through its ancestors, from offset 0 on. */
  readonly events: readonly RefoldEvent[];
  /** The whole logs of the ancestors, with what they did after the fork. */
  readonly ancestors: readonly (readonly RefoldEvent[])[];
}

export type Draft = Fact & { readonly derived?: readonly Fact[] };

/**
 * Writes a log event by event and knows the state at each of its offsets, so that what comes next can
 * be made to fit: a history that was built is one that can exist.
 */
export class HistoryBuilder {
  #events: RefoldEvent[] = [];
  #states: ThreadState[] = [];
  readonly #ancestors: (readonly RefoldEvent[])[] = [];
  #turns = 0;
  #threads = 0;

  /** Whose log this is. Not asked of the state: that is as of, and may be before the fork. */
  get #threadId(): string {
    return madeUlid("thread", this.#threads);
  }

  /** @param recorded a log that goes on, from offset 0; absent: a thread of its own is started */
  constructor(recorded: readonly RefoldEvent[] = []) {
    for (const event of recorded) this.#take(event);
    if (recorded.length > 0) return;
    this.append({
      type: "thread.started",
      data: {
        threadId: this.#threadId,
        cwd: "/work",
        source: { dialect: "refold", version: "1.0.0" },
        memoryMode: null,
        title: null,
      },
    });
  }

  get state(): ThreadState {
    return this.#states.at(-1) ?? initialState;
  }

  get head(): number {
    return this.#events.length;
  }

  get nextVersion(): number {
    return this.state.log.historyVersion + 1;
  }

  history(): History {
    return { events: this.#events, ancestors: this.#ancestors };
  }

  stateAt(offset: number): ThreadState {
    return this.#states[offset] ?? initialState;
  }

  /** Offset of the newest rollback in the log; -1: there is none. */
  newestRollback(): number {
    return this.#events.findLastIndex((event) => rollbackOf(event) !== null);
  }

  /** @param options.complete fills in what a checkpoint needs to be read from */
  append(draft: Draft, options: { readonly complete?: boolean } = {}): this {
    const { derived, ...fact } = draft;
    const offset = this.head;
    const turn = draft.type === "turn.started" ? this.#nextTurn() : this.state.turns.running?.turn;
    const version = CURRENT_VERSIONS[draft.type];
    const members = {
      offset,
      id: madeUlid("event", offset + 1_000 * this.#threads),
      at: madeTime(offset),
      ...(version > 1 && { v: version }),
      ...(turn !== undefined && { turn }),
      ...(derived !== undefined && { derived: [...derived] }),
    };
    const event = { ...members, ...fact };
    const to = rollbackOf(event);
    const base = to === null ? this.state : this.stateAt(to);
    this.#take(options.complete === true ? completeCheckpoint(event, base) : event);
    return this;
  }

  #take(event: RefoldEvent): void {
    const to = rollbackOf(event);
    this.#states.push(foldEvent(to === null ? this.state : this.stateAt(to), event));
    this.#events.push(event);
  }

  /** Leaves this thread at an offset, and goes on in the fork. */
  fork(offset: number): this {
    const parent = this.#events;
    const point = parent[offset];
    if (point === undefined) return this;
    this.#ancestors.push(parent);
    this.#events = parent.slice(0, offset + 1);
    this.#states = this.#states.slice(0, offset + 1);
    const from = { threadId: this.#threadId, offset, id: point.id, sum: sumOf(offset) };
    this.#threads++;
    return this.append({ type: "thread.forked", data: { threadId: this.#threadId, from } });
  }

  #nextTurn(): string {
    return madeUlid("turn", this.#turns++);
  }
}

/** Stands for a line's checksum: only a store knows the true one. */
function sumOf(offset: number): string {
  return madeHash(offset).slice(-8);
}

/** An event of a type that no version knows: led around the reducers. */
export function unknownEvent(offset: number, type = "plugin.ran"): LogEvent {
  return { offset, id: madeUlid("event", offset), at: madeTime(offset), type, data: { any: 1 } };
}
