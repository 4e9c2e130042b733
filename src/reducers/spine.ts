import { countLeading } from "../events/count-leading.js";

/** An event of the log that goes back to the state at `to`. */
export interface Rollback {
  readonly offset: number;
  readonly to: number;
}

/**
 * A run of offsets that survive; both ends are inclusive. Every range but the first begins with the
 * event that rolled back to the end of the range before it.
 */
export interface SurvivingRange {
  readonly from: number;
  readonly to: number;
}

/**
 * The spine: which events of a log count, after its rollbacks, found newest first. The one place
 * that knows what a rollback discards; a rollback of a rollback needs no rule of its own. Forward
 * replay asks it about the rollbacks it met, backward reading about each event as it comes.
 */
export class Spine {
  readonly #newestFirst: SurvivingRange[] = [];
  #newest: number;

  /** @param upTo the offset that is replayed to */
  constructor(upTo: number) {
    this.#newest = upTo;
  }

  /** The newest offset that is not decided yet: everything between it and the last rollback is gone. */
  get newest(): number {
    return this.#newest;
  }

  /**
   * Takes note of a rollback; they come newest first.
   * @returns false when it is itself discarded, so that it discards nothing
   */
  meet({ offset, to }: Rollback): boolean {
    if (offset > this.#newest) return false;
    this.#newestFirst.push({ from: offset, to: this.#newest });
    this.#newest = to;
    return true;
  }

  /** The surviving ranges, oldest first, once no older rollback is left. */
  ranges(): readonly SurvivingRange[] {
    return [...this.#newestFirst, { from: 0, to: this.#newest }].reverse();
  }
}

/**
 * The ranges of a log that count at an offset.
 * @param rollbacks all of the log up to `upTo` at least, oldest first
 */
export function survivingRanges(
  rollbacks: readonly Rollback[],
  upTo: number,
): readonly SurvivingRange[] {
  const spine = new Spine(upTo);
  for (let index = rollbacks.length - 1; index >= 0; index--) {
    const rollback = rollbacks[index];
    if (rollback !== undefined) spine.meet(rollback);
  }
  return spine.ranges();
}

/** True when an offset is in one of the ranges, which ascend. */
export function survives(ranges: readonly SurvivingRange[], offset: number): boolean {
  const range = rangeReaching(ranges, offset);
  return range !== undefined && range.from <= offset;
}

/**
 * Which rollback discards an offset.
 * @param rollbacks all of the log, oldest first
 * @returns for an offset the offset of the rollback that discards it; null: it survives
 */
export function survivorsOf(rollbacks: readonly Rollback[]): (offset: number) => number | null {
  const ranges = survivingRanges(rollbacks, Infinity);
  return (offset) => {
    const range = rangeReaching(ranges, offset);
    // Every range but the first begins with the event that rolled back to the one before it.
    return range === undefined || range.from <= offset ? null : range.from;
  };
}

/** The first range that does not end before an offset. */
function rangeReaching(
  ranges: readonly SurvivingRange[],
  offset: number,
): SurvivingRange | undefined {
  return ranges[countLeading(ranges.length, (index) => (ranges[index]?.to ?? Infinity) < offset)];
}
