/**
 * How many elements of an ordered list come first, found by halving.
 * @param isFirst true up to some index, and false from there on
 */
export function countLeading(length: number, isFirst: (index: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isFirst(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
