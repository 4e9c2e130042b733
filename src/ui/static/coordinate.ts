/** A place or length in a drawing, in hundredths. */
export function coordinate(value: number): number {
  return Math.round(value * 100) / 100;
}
