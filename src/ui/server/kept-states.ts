import { countLeading } from "../../events/count-leading.js";
import type { ThreadState } from "../../reducers/thread-state.js";

/** States are kept at these distances. */
export const STATE_STRIDE = 256;

interface KeptState {
  readonly offset: number;
  readonly state: ThreadState;
}

/**
 * States along a log, of which versions share what they hold. Those before the newest checkpoint hold on to
 * a history that nothing else needs: they go when it gets too much, since a checkpoint can be
 * resumed from.
 */
export class KeptStates {
  readonly #mostBytes: number;
  #states: KeptState[] = [];
  #bytes = 0;
  #newestBytes = 0;

  /** @param mostBytes as much text as kept states may hold on to, as items count it */
  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes;
  }

  /** Takes the state at each offset; offsets grow. */
  add(offset: number, state: ThreadState): void {
    const { countedBytes } = state.ledger;
    this.#bytes += Math.max(0, countedBytes - this.#newestBytes);
    this.#newestBytes = countedBytes;
    if ((offset + 1) % STATE_STRIDE !== 0) return;
    this.#states.push({ offset, state });
    if (this.#bytes <= this.#mostBytes || state.checkpoint === null) return;
    const { checkpoint } = state;
    this.#states = this.#states.filter((kept) => kept.offset >= checkpoint.offset);
    this.#bytes = countedBytes;
  }

  /** The state at an offset, if it is one of those. */
  at(offset: number): ThreadState | undefined {
    const count = countLeading(this.#states.length, (index) => {
      return (this.#states[index]?.offset ?? Infinity) < offset;
    });
    const kept = this.#states[count];
    return kept?.offset === offset ? kept.state : undefined;
  }
}
