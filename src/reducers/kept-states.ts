import { survives } from "./spine.js";
import type { SurvivingRange } from "./spine.js";
import type { ThreadState } from "./thread-state.js";

interface KeptState {
  readonly offset: number;
  readonly state: ThreadState;
}

/** How many states from before a checkpoint are kept: they hold on to ledgers that it replaced. */
const KEPT_OVER_CHECKPOINT = 8;

/**
 * The states that a rollback is likely to go to: before each turn and each user's message since the
 * newest checkpoint, a few from before it, and where each rollback came from. A state at an offset
 * is the same whatever comes later, so none is ever wrong, only unneeded.
 */
export class KeptStates {
  /** Ordered by offset. */
  #states: KeptState[] = [];

  /** Keeps a state; offsets only grow. */
  add(offset: number, state: ThreadState): void {
    if (this.#states.at(-1)?.offset !== offset) this.#states.push({ offset, state });
  }

  /** Keeps `before` if the event at `offset` began a turn, and forgets what a checkpoint outdates. */
  watch(offset: number, before: ThreadState, after: ThreadState): void {
    if (before.turns !== after.turns && beginsTurn(offset, before, after)) {
      this.add(offset - 1, before);
    }
    if (after.checkpoint !== before.checkpoint) {
      this.#states = this.#states.slice(-KEPT_OVER_CHECKPOINT);
    }
  }

  at(offset: number): ThreadState | undefined {
    const kept = this.#states[this.#countUpTo(offset) - 1];
    return kept?.offset === offset ? kept.state : undefined;
  }

  /** The newest state that lies on the way to the end of these ranges. */
  newestWithin(ranges: readonly SurvivingRange[]): KeptState | undefined {
    for (let index = this.#countUpTo(ranges.at(-1)?.to ?? -1) - 1; index >= 0; index--) {
      const kept = this.#states[index];
      if (kept !== undefined && survives(ranges, kept.offset)) return kept;
    }
    return undefined;
  }

  /** How many kept states stand at or before an offset. */
  #countUpTo(offset: number): number {
    let low = 0;
    let high = this.#states.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#states[middle]?.offset ?? offset) <= offset) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

function beginsTurn(offset: number, before: ThreadState, after: ThreadState): boolean {
  const isStart = after.turns.running?.startedAt === offset;
  return isStart || after.turns.userTurns > before.turns.userTurns;
}
