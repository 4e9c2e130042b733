/** A growing list of 32-bit integers: four bytes each, for what is kept of every line. */
export class IntColumn {
  #values = new Int32Array(1024);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** @returns the place of the new value */
  push(value: number): number {
    if (this.#length === this.#values.length) {
      const larger = new Int32Array(this.#length * 2);
      larger.set(this.#values);
      this.#values = larger;
    }
    this.#values[this.#length] = value;
    return this.#length++;
  }

  /** @returns 0 outside of the list */
  at(index: number): number {
    return this.#values[index] ?? 0;
  }

  set(index: number, value: number): void {
    this.#values[index] = value;
  }

  /** Keeps the first `length` values. */
  truncate(length: number): void {
    this.#length = length;
  }
}
