/** A part of a session's offsets, from the first that is shown to the last. */
export interface Range {
  readonly min: number;
  readonly max: number;
}

/** So few offsets fill the chart at most. */
const LEAST = 20;

/**
 * A part that is `factor` times as wide, with `around` in the same place of it.
 * @param before null: all is shown
 * @returns null: all of it
 */
export function zoomed(
  before: Range | null,
  last: number,
  { factor, around }: { readonly factor: number; readonly around: number },
): Range | null {
  const { min, max } = before ?? { min: 0, max: last };
  const width = Math.max(Math.min(LEAST, last), (max - min) * factor);
  if (width >= last) return null;
  const share = max === min ? 0.5 : (around - min) / (max - min);
  return placed(around - share * width, width, last);
}

/** The same, moved so that an offset is in it. */
export function containing(range: Range, last: number, offset: number): Range {
  if (offset >= range.min && offset <= range.max) return range;
  const width = range.max - range.min;
  return placed(offset - width / 2, width, last);
}

function placed(from: number, width: number, last: number): Range {
  const min = Math.max(0, Math.min(last - width, from));
  return { min, max: min + width };
}
