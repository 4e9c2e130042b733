import { survivingRanges, type Rollback } from "../../reducers/spine.js";

/**
 * Which rollback took an offset away (law 1).
 * @param rollbacks all of the log, oldest first
 * @returns for an offset the offset of the rollback that discards it; null: it survives
 */
export function survivorsOf(rollbacks: readonly Rollback[]): (offset: number) => number | null {
  const ranges = survivingRanges(rollbacks, Infinity);
  return (offset) => {
    const range = ranges.find(({ to }) => offset <= to);
    // Every range but the first begins with the event that rolled back to the one before it.
    return range === undefined || range.from <= offset ? null : range.from;
  };
}
