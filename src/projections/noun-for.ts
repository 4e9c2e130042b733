/** The word that goes with a count: `item` with one, else `items`; also `is`, else `are`. */
export function nounFor(count: number, one: string, many = `${one}s`): string {
  return count === 1 ? one : many;
}
