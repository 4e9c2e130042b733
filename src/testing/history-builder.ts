import type { EventOf, Fact, FactType, LogEvent, RefoldEvent } from "../events/event.js";
import { isKnownEvent, stampFact } from "../events/known-event.js";
import type { OwnFact } from "../events/own-event.js";
import { completeCheckpoint } from "../reducers/checkpoint-base.js";
import { initialState, UnknownEvents } from "../reducers/reduce.js";
import { foldLogEvent, rollbackIn } from "../reducers/replay-events.js";
import type { ThreadState } from "../reducers/thread-state.js";
import type { DamageForm } from "./history-command.js";

/** A thread's log, and those of the threads that it left, oldest first. */
export interface History<Event extends LogEvent = RefoldEvent> {
  /** As a reader of the thread sees it: through its ancestors, from offset 0 on. */
  readonly events: readonly Event[];
  /** The whole logs of the ancestors, with what they did after the fork. */
  readonly ancestors: readonly (readonly Event[])[];
  /** Where the rollout's text is spoilt (`historyRollout`), in the order in which it is. */
  readonly damage: readonly HistoryDamage[];
}

/** A line of a rollout that is spoilt. */
export interface HistoryDamage {
  readonly offset: number;
  readonly form: DamageForm;
}

export type Draft = Fact & { readonly derived?: readonly Fact[] };

/**
 * Writes a log event by event and knows the state at each of its offsets, so that what comes next can
 * be made to fit: a history that was built is one that can exist.
 */
export class HistoryBuilder {
  #events: LogEvent[] = [];
  #states: ThreadState[] = [];
  readonly #ancestors: (readonly LogEvent[])[] = [];
  readonly #damage: HistoryDamage[] = [];
  #turns = 0;
  #threads = 0;

  /** Whose log this is. Not asked of the state: that is as of, and may be before the fork. */
  get #threadId(): string {
    return madeUlid("thread", this.#threads);
  }

  /** @param recorded a log that goes on, from offset 0; absent: a thread of its own is started */
  constructor(recorded: readonly LogEvent[] = []) {
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

  /** What was written, of a log without events of your own types. */
  history(): History {
    const { events, ancestors, damage } = this.wholeHistory();
    const known = ancestors.map((log) => log.filter(isKnownEvent));
    return { events: events.filter(isKnownEvent), ancestors: known, damage };
  }

  /** What was written. */
  wholeHistory(): History<LogEvent> {
    return { events: this.#events, ancestors: this.#ancestors, damage: this.#damage };
  }

  stateAt(offset: number): ThreadState {
    return this.#states[offset] ?? initialState;
  }

  /** Offset of the newest rollback in the log; -1: there is none. */
  newestRollback(): number {
    return this.#events.findLastIndex((event) => rollbackIn(event) !== null);
  }

  /** The newest event of a type; undefined: there is none. */
  newest<Type extends FactType>(type: Type): EventOf<Type> | undefined {
    const isOfType = (event: LogEvent): event is EventOf<Type> =>
      isKnownEvent(event) && event.type === type;
    return this.#events.findLast(isOfType);
  }

  /** @param options.complete fills in what a checkpoint needs to be read from */
  append(draft: Draft, options: { readonly complete?: boolean } = {}): this {
    const { derived, ...fact } = draft;
    const turn = draft.type === "turn.started" ? this.#nextTurn() : this.state.turns.running?.turn;
    const event = {
      ...stampFact({ ...this.#place(), turn }, fact),
      ...(derived !== undefined && { derived: [...derived] }),
    };
    this.#take(options.complete === true ? completeCheckpoint(event, this.#baseOf(event)) : event);
    return this;
  }

  /** Appends an event of a type of your own. */
  appendOwn(fact: OwnFact): this {
    const turn = this.state.turns.running?.turn;
    this.#take({ ...this.#place(), ...(turn !== undefined && { turn }), ...fact });
    return this;
  }

  /** Spoils the line of an event in the rollout's text. */
  damage(damage: HistoryDamage): this {
    this.#damage.push(damage);
    return this;
  }

  #place() {
    const offset = this.head;
    return { offset, id: madeUlid("event", offset + 1_000 * this.#threads), at: madeTime(offset) };
  }

  #take(event: LogEvent): void {
    this.#states.push(foldLogEvent(this.#baseOf(event), event, new UnknownEvents({})));
    this.#events.push(event);
  }

  /** What an event is folded onto. */
  #baseOf(event: LogEvent): ThreadState {
    const rollback = rollbackIn(event);
    return rollback === null ? this.state : this.stateAt(rollback.to);
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

const EPOCH_MS = Date.UTC(2026, 3, 1, 12);
const KINDS = { thread: "0", event: "1", turn: "2" } as const;

/** A valid id that says what it stands for, the same every time. */
export function madeUlid(kind: keyof typeof KINDS, number: number): string {
  return `01${KINDS[kind]}${String(number).padStart(23, "0")}`;
}

/** A hash of nothing, the same every time. */
export function madeHash(number: number): string {
  return `sha256-${number.toString(16).padStart(64, "0")}`;
}

/** Times that mostly grow, stand still at times and once in a while go back: order is the offset. */
function madeTime(number: number): string {
  const drift = number % 7 === 3 ? -5 : number % 3;
  return new Date(EPOCH_MS + (number + drift) * 1_000).toISOString();
}
