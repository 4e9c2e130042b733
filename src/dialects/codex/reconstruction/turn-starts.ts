/** The file's beginning, as the start of a segment. */
export const FILE_START = -1;

/**
 * Where the newest segment begins: at the newest `task_started` that closes the lines behind it. One
 * closes them when their id and its own agree, or either is unknown; their id is that of the newest
 * line that has one (docs/semantics.md §12.2).
 */
export class TurnStarts {
  /** Lines of `task_started` behind which nothing stands yet that they could close. */
  #open: { readonly line: number; readonly turnId: string | null }[] = [];
  #newestClosing = FILE_START;
  #newestUnnamed = FILE_START;
  readonly #newestNamed = new Map<string, number>();
  #newestId: { readonly line: number; readonly turnId: string } | null = null;

  started(line: number, turnId: string | null): void {
    this.#open.push({ line, turnId });
  }

  /** A line that makes or extends a segment; `turnId` where it tells the segment's id. */
  extended(line: number, turnId: string | null): void {
    if (this.#open.length > 0) this.#closeBehind();
    if (turnId !== null) this.#newestId = { line, turnId };
  }

  #closeBehind(): void {
    for (const { line, turnId } of this.#open) {
      this.#newestClosing = line;
      if (turnId === null) this.#newestUnnamed = line;
      else this.#newestNamed.set(turnId, line);
    }
    this.#open = [];
  }

  /** Line of the `task_started`, or `FILE_START`. */
  get start(): number {
    const id = this.#newestId;
    if (id === null || this.#newestClosing > id.line) return this.#newestClosing;
    return Math.max(this.#newestNamed.get(id.turnId) ?? FILE_START, this.#newestUnnamed);
  }

  /** Id of the segment that begins at `start`; null: none of its lines has one. */
  idBehind(start: number): string | null {
    return this.#newestId !== null && this.#newestId.line > start ? this.#newestId.turnId : null;
  }
}
