import { countLeading } from "../events/count-leading.js";
import { withEntries } from "./ledger.js";
import { SharedSequence } from "./sequence.js";
import { type Rollback, survives, type SurvivingRange, survivingRanges } from "./spine.js";
import type { LedgerEntry, Sequence, ThreadState } from "./thread-state.js";

interface PassedState {
  readonly offset: number;
  readonly state: ThreadState;
}

/**
 * How many states from before a checkpoint, or what else rewrites a ledger, are kept: they hold on to
 * ledgers that are gone.
 */
const KEPT_OVER_REWRITING = 8;
/** As many states are kept one and all; beyond twice as many, every second of the older ones goes. */
const KEPT_WITHOUT_GAPS = 512;

/**
 * The states that a rollback is likely to go to: before each turn and each user's message since the
 * newest checkpoint or trimming, a few from before it, and where each rollback came from. The older they are, the
 * further apart: a long thread without checkpoints would keep as many objects for them as for its items.
 * A state at an offset is the same whatever comes later, so none is ever wrong, only unneeded.
 */
export class PassedStates {
  /** Ordered by offset. */
  #states: PassedState[] = [];
  /** Those that a redo may still take back, oldest first. */
  #rollbacks: Rollback[] = [];

  /** Keeps a state; offsets only grow. */
  add(offset: number, state: ThreadState): void {
    if (this.#states.at(-1)?.offset !== offset) this.#states.push({ offset, state });
    if (this.#states.length >= 2 * KEPT_WITHOUT_GAPS) this.#thinOut();
  }

  /**
   * Keeps the state that a rollback leaves, and what it discards, for a redo only: the turn that begins
   * next ends what can be redone, and all of it is let go. (A replay `add`s it instead: other programs'
   * sessions are trees, and go on from any branch.)
   */
  leave(rollback: Rollback, state: ThreadState): void {
    this.add(rollback.offset - 1, state);
    this.#rollbacks.push(rollback);
  }

  #forgetDiscarded(upTo: number): void {
    if (this.#rollbacks.length === 0) return;
    const ranges = survivingRanges(this.#rollbacks, upTo);
    this.#rollbacks = [];
    this.#states = withoutTails(this.#states.filter(({ offset }) => survives(ranges, offset)));
  }

  #thinOut(): void {
    const older = this.#states.length - KEPT_WITHOUT_GAPS;
    this.#states = this.#states.filter((_, index) => index >= older || index % 2 === 0);
  }

  /** Keeps `before` if the event at `offset` began a turn, and forgets what a rewritten ledger outdates. */
  watch(offset: number, before: ThreadState, after: ThreadState): void {
    if (before.turns !== after.turns && beginsTurn(offset, before, after)) {
      this.add(offset - 1, before);
      this.#forgetDiscarded(offset - 1);
    }
    const isNewVersion = after.log.historyVersion !== before.log.historyVersion;
    if (isNewVersion && after.ledger !== before.ledger) {
      this.#states = this.#states.slice(-KEPT_OVER_REWRITING);
    }
  }

  at(offset: number): ThreadState | undefined {
    const kept = this.#states[this.#countUpTo(offset) - 1];
    return kept?.offset === offset ? kept.state : undefined;
  }

  /** The newest state that is on the way to the end of these ranges. */
  newestWithin(ranges: readonly SurvivingRange[]): PassedState | undefined {
    for (let index = this.#countUpTo(ranges.at(-1)?.to ?? -1) - 1; index >= 0; index--) {
      const kept = this.#states[index];
      if (kept !== undefined && survives(ranges, kept.offset)) return kept;
    }
    return undefined;
  }

  /** How many kept states are at or before an offset. */
  #countUpTo(offset: number): number {
    const states = this.#states;
    return countLeading(states.length, (index) => (states[index]?.offset ?? offset) <= offset);
  }
}

function beginsTurn(offset: number, before: ThreadState, after: ThreadState): boolean {
  const isStart = after.turns.running?.startedAt === offset;
  return isStart || after.turns.userTurns > before.turns.userTurns;
}

/** The same states, whose histories hold no more than the longest of them shows: discarded turns were appended in place. */
function withoutTails(states: readonly PassedState[]): PassedState[] {
  const longest = new Map<object, Sequence<LedgerEntry>>();
  const newestFirst = states.toReversed().map((kept) => {
    const { ledger } = kept.state;
    const history = SharedSequence.historyOf(ledger.entries);
    const known = longest.get(history);
    const isKnown = known !== undefined && known.length >= ledger.entries.length;
    const whole = isKnown ? known : SharedSequence.ending(ledger.entries);
    longest.set(history, whole);
    if (SharedSequence.historyOf(whole) === history) return kept;
    const entries = SharedSequence.take(whole, ledger.entries.length);
    return { ...kept, state: withEntries(kept.state, entries) };
  });
  return newestFirst.reverse();
}
