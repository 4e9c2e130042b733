/** The lines from a `task_started` (or the file's beginning) on. */
interface WrittenTurn {
  readonly ledgerBefore: number;
  isUserTurn: boolean;
}

/**
 * The turns of what was written that no rollback discarded, so that a rollback can be asked for in
 * turns. What comes of it is read off the reconstruction afterwards; here is only proposed.
 */
export class TurnStack {
  #turns: WrittenTurn[];
  #hasStarts = false;

  constructor(ledgerBefore: number) {
    this.#turns = [{ ledgerBefore, isUserTurn: false }];
  }

  started(ledgerBefore: number): void {
    this.#hasStarts = true;
    this.#turns.push({ ledgerBefore, isUserTurn: false });
  }

  /** The newest turn has a user's message. */
  becomeUserTurn(): void {
    const newest = this.#turns.at(-1);
    if (newest !== undefined) newest.isUserTurn = true;
  }

  get isUserTurn(): boolean {
    return this.#turns.at(-1)?.isUserTurn === true;
  }

  discard(turns: number): void {
    const users = this.#turns.flatMap(({ isUserTurn }, place) => (isUserTurn ? [place] : []));
    const cut = users.at(-Math.min(turns, users.length));
    if (cut !== undefined) this.#turns = this.#turns.slice(0, cut);
  }

  /** How many user turns have to be discarded for a ledger; null: no number does it. */
  turnsBackTo(ledger: number): number | null {
    if (!this.#hasStarts) return null;
    let turns = 0;
    for (const { ledgerBefore, isUserTurn } of this.#turns.toReversed()) {
      if (!isUserTurn) continue;
      turns++;
      if (ledgerBefore === ledger) return turns;
    }
    return null;
  }
}
