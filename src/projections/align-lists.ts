/** A place of two lists side by side: indices; null: that list has nothing there. */
export interface AlignedPlace {
  readonly one: number | null;
  readonly other: number | null;
  readonly isSame: boolean;
}

export interface Alignment<T> {
  readonly isSame: (one: T, other: T) => boolean;
  /** How far ahead the lists are searched for where they meet again. */
  readonly reach: number;
}

/**
 * Walks two lists: elements that are the same are together; where the lists part, what lies before
 * the nearest place at which they meet again is side by side.
 */
export function* alignLists<T>(
  one: readonly T[],
  other: readonly T[],
  alignment: Alignment<T>,
): Generator<AlignedPlace, void, undefined> {
  const { reach } = alignment;
  let [at, beside] = [0, 0];
  while (at < one.length || beside < other.length) {
    const next = [one.slice(at, at + reach), other.slice(beside, beside + reach)] as const;
    const { skipped, inserted, isMeeting } = meetingPoint(...next, alignment);
    for (let step = 0; step < Math.max(skipped, inserted); step++) {
      yield {
        one: step < skipped ? at + step : null,
        other: step < inserted ? beside + step : null,
        isSame: false,
      };
    }
    at += skipped;
    beside += inserted;
    if (isMeeting) yield { one: at++, other: beside++, isSame: true };
  }
}

/** How many elements each list has before the first pair of equal ones; the nearest pair counts. */
function meetingPoint<T>(
  one: readonly T[],
  other: readonly T[],
  { isSame }: Alignment<T>,
): { readonly skipped: number; readonly inserted: number; readonly isMeeting: boolean } {
  for (let distance = 0; distance < one.length + other.length; distance++) {
    for (let skipped = 0; skipped <= distance; skipped++) {
      const inserted = distance - skipped;
      const [was, is] = [one[skipped], other[inserted]];
      if (was === undefined || is === undefined || !isSame(was, is)) continue;
      return { skipped, inserted, isMeeting: true };
    }
  }
  return { skipped: one.length, inserted: other.length, isMeeting: false };
}
