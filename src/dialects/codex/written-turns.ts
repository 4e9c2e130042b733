/**
 * The turns of what was written that no rollback discarded, so that a rollback can be asked for in
 * turns. What comes of it is read off the reconstruction afterwards; this only proposes.
 */
export class WrittenTurns {
  /** From a `task_started` on, or from the file's first line. */
  readonly #turns: WrittenTurn[];
  /** Which of them have a user's message. */
  readonly #userTurns: number[] = [];
  #hasStarts = false;
  #compactions = 0;
  #runningId: string | null = null;
  /** Lines of a turn are between those of another: to Codex both may be one. */
  #areMixed = false;

  constructor(ledgerBefore: number) {
    this.#turns = [{ ledgerBefore, compactionsBefore: 0 }];
  }

  started(ledgerBefore: number, turnId: string | null): void {
    this.#hasStarts = true;
    this.#runningId = turnId;
    this.#turns.push({ ledgerBefore, compactionsBefore: this.#compactions });
  }

  /** A line says of which turn it is. @param turnId null: it says nothing */
  named(turnId: string | null): void {
    const running = this.#runningId;
    if (turnId !== null && running !== null && turnId !== running) this.#areMixed = true;
  }

  compacted(): void {
    this.#compactions++;
  }

  /** The newest turn has a user's message. */
  becomeUserTurn(): void {
    const isThere = this.#turns.length > 0;
    if (isThere && !this.isUserTurn) this.#userTurns.push(this.#turns.length - 1);
  }

  get isUserTurn(): boolean {
    return this.#userTurns.at(-1) === this.#turns.length - 1;
  }

  discard(turns: number): void {
    const [cut] = this.#userTurns.splice(-Math.min(turns, this.#userTurns.length));
    if (cut !== undefined) this.#turns.length = cut;
  }

  turnsBackTo(ledger: number): number | null {
    if (!this.#hasStarts) return null;
    const users = this.#userTurns;
    const place = users.findLastIndex((turn) => this.#turns[turn]?.ledgerBefore === ledger);
    return place === -1 ? null : users.length - place;
  }

  /** Whether a compaction is, or may be, in the newest of them. */
  haveCompaction(turns: number): boolean {
    if (turns === 0) return false;
    const oldest = this.#areMixed ? undefined : this.#userTurns.at(-turns);
    const from = oldest === undefined ? undefined : this.#turns[oldest];
    // All before the oldest turn goes too, if there are fewer.
    return this.#compactions > (from?.compactionsBefore ?? 0);
  }
}

interface WrittenTurn {
  readonly ledgerBefore: number;
  readonly compactionsBefore: number;
}
