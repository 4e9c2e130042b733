import type { EventSource } from "../../events/event-source.js";
import type { LogEvent } from "../../events/event.js";
import { isRefoldError } from "../../errors.js";
import { RecentlyUsed } from "../../recently-used.js";
import { initialState } from "../../reducers/reduce.js";
import { foldLogEvent, rollbackIn } from "../../reducers/replay-events.js";
import { stateAt } from "../../reducers/resume.js";
import type { ThreadState } from "../../reducers/thread-state.js";

/** A stretch of a log between two kept states: the state before it, its events, and the state after each. */
interface Stretch {
  readonly before: ThreadState;
  readonly events: readonly LogEvent[];
  readonly states: readonly ThreadState[];
}

/** So many stretches are remembered: those that one steps through. */
const REMEMBERED = 6;

/**
 * The states of a session, at any offset. A stretch is folded once from the state before it; then each
 * step in it costs nothing. What was read stays the same, whatever is recorded later.
 */
export class SessionStates {
  readonly #stretches = new RecentlyUsed<number, Promise<Stretch>>();

  constructor(
    private readonly source: EventSource,
    private readonly kept: KeptStates,
  ) {}

  /** The state after an event; where that is lost to damage, after the one before it. */
  async at(offset: number): Promise<ThreadState> {
    if (offset < 0) return initialState;
    const stretch = await this.#stretchOf(offset);
    return stateIn(stretch, offset) ?? stretch.before;
  }

  /** An event; null: it is lost to damage, or there is none yet. */
  async eventAt(offset: number): Promise<LogEvent | null> {
    const { events } = await this.#stretchOf(offset);
    return events.find((event) => event.offset === offset) ?? null;
  }

  /** One that is remembered may be of a time when the session ended in it. */
  async #stretchOf(offset: number): Promise<Stretch> {
    const number = Math.floor(offset / STATE_STRIDE);
    const remembered = await this.#stretches.get(number);
    const end = remembered?.events.at(-1)?.offset ?? -1;
    if (end < offset) this.#stretches.delete(number);
    return this.#stretch(number);
  }

  #stretch(number: number): Promise<Stretch> {
    const known = this.#stretches.get(number);
    const stretch = known ?? this.#fold(number);
    this.#stretches.set(number, stretch).keep(REMEMBERED);
    stretch.catch(() => this.#stretches.delete(number));
    return stretch;
  }

  async #fold(number: number): Promise<Stretch> {
    const from = number * STATE_STRIDE;
    const before = await this.#before(from);
    let state = before;
    const stretch = { before, events: new Array<LogEvent>(), states: new Array<ThreadState>() };
    for await (const event of this.source.read({ from, to: from + STATE_STRIDE - 1 })) {
      const to = rollbackIn(event)?.to;
      if (to !== undefined) state = stateIn(stretch, to) ?? (await this.#far(to));
      state = foldLogEvent(state, event);
      stretch.events.push(event);
      stretch.states.push(state);
    }
    return stretch;
  }

  /** The state that a stretch begins with. */
  async #before(from: number): Promise<ThreadState> {
    if (from === 0) return initialState;
    const known = await this.#stretches.get(from / STATE_STRIDE - 1);
    const isWhole = known?.events.at(-1)?.offset === from - 1;
    return (isWhole ? known.states.at(-1) : undefined) ?? this.#far(from - 1);
  }

  async #far(offset: number): Promise<ThreadState> {
    const kept = this.kept.at(offset);
    if (kept !== undefined) return kept;
    try {
      return await stateAt(this.source, offset);
    } catch (error) {
      if (!isRefoldError(error, "offset-out-of-range", "damaged-log")) throw error;
      return this.at(offset); // read around the damage, from the beginning if need be
    }
  }
}

function stateIn({ events, states }: Stretch, offset: number): ThreadState | undefined {
  return states[events.findLastIndex((event) => event.offset <= offset)];
}

/** States are kept at these distances. */
export const STATE_STRIDE = 256;

/**
 * States along a log, of which versions share what they hold. Those before the newest checkpoint hold on to
 * a history that nothing else needs: they go when it gets too much, since a checkpoint can be
 * resumed from.
 */
export class KeptStates {
  readonly #states = new Map<number, ThreadState>();
  #bytes = 0;
  #newestBytes = 0;

  /** @param mostBytes as much text as kept states may hold on to, as items count it */
  constructor(private readonly mostBytes: number) {}

  /** Takes the state at each offset; offsets grow. */
  add(offset: number, state: ThreadState): void {
    const { countedBytes } = state.ledger;
    this.#bytes += Math.max(0, countedBytes - this.#newestBytes);
    this.#newestBytes = countedBytes;
    if ((offset + 1) % STATE_STRIDE !== 0) return;
    this.#states.set(offset, state);
    if (this.#bytes <= this.mostBytes || state.checkpoint === null) return;
    const { checkpoint } = state;
    for (const kept of this.#states.keys()) {
      if (kept < checkpoint.offset) this.#states.delete(kept);
    }
    this.#bytes = countedBytes;
  }

  /** The state at an offset, if it is one of those. */
  at(offset: number): ThreadState | undefined {
    return this.#states.get(offset);
  }
}
