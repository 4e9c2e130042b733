/** The row that a window begins with, which may be counted from the end. */
export function firstRow(from: number, total: number): number {
  return Math.max(0, from < 0 ? total + from : from);
}
