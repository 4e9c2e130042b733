import { IntColumn } from "./int-column.js";

/** Values by line, for lines that only grow: half the memory of a `Map`. */
export class LineMap<Value> {
  readonly #lines = new IntColumn();
  readonly #values: Value[] = [];

  /** @param line greater than all before */
  set(line: number, value: Value): void {
    this.#lines.push(line);
    this.#values.push(value);
  }

  get(line: number): Value | undefined {
    let low = 0;
    let high = this.#values.length - 1;
    if (this.#lines.at(high) === line) return this.#values[high]; // mostly it is the newest
    while (low <= high) {
      const middle = (low + high) >> 1;
      const found = this.#lines.at(middle);
      if (found === line) return this.#values[middle];
      if (found < line) low = middle + 1;
      else high = middle - 1;
    }
    return undefined;
  }
}
