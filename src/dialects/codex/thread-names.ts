import type { FactOf } from "../../events/event.js";
import type { LineMeaning } from "./line-meaning.js";

/**
 * The names that a thread was given. Codex keeps them in an index beside its history and goes by the
 * newest, whatever becomes of the turn in which it was given.
 */
export class ThreadNames {
  readonly #given: { readonly ordinal: number; readonly fact: FactOf<"thread.renamed"> }[] = [];

  note(ordinal: number, { fact }: LineMeaning): void {
    if (fact?.type === "thread.renamed") this.#given.push({ ordinal, fact });
  }

  clear(): void {
    this.#given.length = 0;
  }

  /** What a line has to say again that rolls back to an earlier one; null: the name is the same there. */
  after(to: number): FactOf<"thread.renamed"> | null {
    const newest = this.#given.at(-1)?.fact ?? null;
    const before = this.#given.findLast(({ ordinal }) => ordinal <= to)?.fact.data.title ?? null;
    return newest === null || newest.data.title === before ? null : newest;
  }
}
