/** What is made anew may take no more than about this part of the time. */
const SHARE = 0.05;

/**
 * A result that is made again only so often that making it takes little of the time: while a long session
 * is read, whoever asks gets what was found a moment ago.
 */
export class Lagging<Value> {
  readonly #make: () => Value;
  #made: { readonly stamp: number; readonly value: Value; readonly until: number } | null = null;

  constructor(make: () => Value) {
    this.#make = make;
  }

  /**
   * @param stamp what it is made of
   * @param isFinal nothing is being added: it is as new as can be
   */
  at(stamp: number, isFinal: boolean): Value {
    const known = this.#made;
    const start = performance.now();
    if (known !== null && (known.stamp === stamp || (!isFinal && start < known.until))) {
      return known.value;
    }
    const value = this.#make();
    const end = performance.now();
    this.#made = { stamp, value, until: end + (end - start) / SHARE };
    return value;
  }
}
