/** Something of a thread that a file of another tool has no place for. */
export interface NotCarried {
  /** A type of event, or a part of one: `request.sent`, `failed tool calls`. */
  readonly what: string;
  readonly count: number;
  /** Offset of the first. */
  readonly firstAt: number;
}

/** Lists what an export leaves out; complete once the export was read to its end. */
export class ExportReport {
  readonly #found = new Map<string, NotCarried>();

  add(what: string, offset: number): void {
    const { count, firstAt } = this.#found.get(what) ?? { count: 0, firstAt: offset };
    this.#found.set(what, { what, count: count + 1, firstAt });
  }

  /** In the order in which they first came. */
  get notCarried(): readonly NotCarried[] {
    return [...this.#found.values()];
  }
}
