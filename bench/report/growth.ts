/** What one length took. */
export interface Point {
  readonly items: number;
  readonly value: number;
}

/** An exponent nearer than this to 0 or 1 is taken for it: the rest is the machine. */
const TOLERANCE = 0.2;

/**
 * How a cost grows, from its two greatest lengths: at small ones fixed costs hide it.
 * @param points ascending by length
 */
export function growthWords(points: readonly Point[]): string {
  const exponent = growthExponent(points);
  if (exponent === null) return "–";
  if (exponent < TOLERANCE) return "not";
  if (exponent <= 1 - TOLERANCE) return `n^${exponent.toFixed(1)}`;
  return exponent < 1 + TOLERANCE ? "linearly" : `n^${exponent.toFixed(1)}`;
}

/** The `e` of `n^e`; null: fewer than two lengths, or nothing to compare. */
function growthExponent(points: readonly Point[]): number | null {
  const [shorter, longer] = points.slice(-2);
  if (shorter === undefined || longer === undefined) return null;
  if (shorter.value <= 0 || longer.value <= 0 || shorter.items === longer.items) return null;
  return Math.log(longer.value / shorter.value) / Math.log(longer.items / shorter.items);
}
