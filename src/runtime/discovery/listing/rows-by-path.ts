import type { IndexRow } from "./derived-index.js";

/**
 * Finds the row of a path. Files are mostly asked for in the order in which their rows were written:
 * then none has to be looked up.
 */
export class RowsByPath {
  readonly #rows: readonly IndexRow[];
  #next = 0;
  #places: ReadonlyMap<string, number> | undefined;

  constructor(rows: readonly IndexRow[]) {
    this.#rows = rows;
  }

  find(path: string): IndexRow | undefined {
    const next = this.#rows[this.#next];
    if (next?.[0] !== path) return this.#lookUp(path);
    this.#next += 1;
    return next;
  }

  #lookUp(path: string): IndexRow | undefined {
    this.#places ??= new Map(this.#rows.map(([path], place) => [path, place]));
    const place = this.#places.get(path);
    if (place === undefined) return undefined; // a new file: those behind it may be known
    this.#next = place + 1;
    return this.#rows[place];
  }
}
