import { isRefoldError } from "../../errors.js";
import { FirstWords } from "../../projections/title.js";
import { isDatabaseFailure } from "../../store/errors.js";
import type { EventStore, ReadOptions } from "../../store/event-store.js";
import type { Parent, ParentOf } from "./inherited-events.js";

/** The title that a thread's words give, and by which events. */
interface Said {
  readonly title: string | null;
  /** What it was first, and the offset of the event that gave it; Infinity: none did. */
  readonly spare: string | null;
  readonly spareAt: number;
  /** From there on nothing changes it. */
  readonly foundAt: number;
}

/** The titles that words give to threads. What an ancestor of several forks says is read once. */
export class ForkWords {
  readonly #said = new Map<string, Said>();

  constructor(
    private readonly store: EventStore,
    private readonly parentOf: ParentOf,
  ) {}

  /** @returns null: nobody said anything */
  async titleOf(threadId: string, options: ReadOptions): Promise<string | null> {
    for (const { id, from } of this.#unread(threadId).reverse()) {
      if (id === threadId) return (await this.#read(id, from, options)).title;
      await this.#readAncestor(id, from, options);
    }
    return this.#said.get(threadId)?.title ?? null;
  }

  /** A thread and its ancestors, up to the first that was read. */
  #unread(threadId: string) {
    const unread = new Map<string, { readonly id: string; readonly from: Parent | undefined }>();
    let id: string | undefined = threadId;
    while (id !== undefined && !this.#said.has(id) && !unread.has(id)) {
      const from = this.parentOf(id);
      unread.set(id, { id, from });
      id = from?.threadId;
    }
    return [...unread.values()];
  }

  /** What is wrong after the fork is not the fork's problem: whoever it belongs to reads it all. */
  async #readAncestor(id: string, from: Parent | undefined, options: ReadOptions) {
    try {
      await this.#read(id, from, { ...options, onDamage: () => undefined });
    } catch (error) {
      if (!isRefoldError(error) || isDatabaseFailure(error)) throw error;
    }
  }

  async #read(id: string, from: Parent | undefined, options: ReadOptions): Promise<Said> {
    const before = from && this.#said.get(from.threadId);
    if (from !== undefined && before !== undefined && before.foundAt <= from.offset) {
      this.#said.set(id, before);
      return before;
    }
    const isSpare = from !== undefined && before !== undefined && before.spareAt <= from.offset;
    let { spare, spareAt } = isSpare ? before : NOTHING_SAID;
    let foundAt = Infinity;
    let damages = 0;
    const words = new FirstWords(spare);
    const own = before === undefined || from === undefined ? {} : { from: from.offset + 1 };
    const onDamage: ReadOptions["onDamage"] = (damage) => {
      damages += 1;
      options.onDamage?.(damage);
    };
    for await (const event of this.store.read(id, { ...options, ...own, onDamage })) {
      words.takeEvent(event);
      if (spare === null && words.title !== null) [spare, spareAt] = [words.title, event.offset];
      if (words.isFound) foundAt = event.offset;
      if (words.isFound) break;
    }
    const said = { title: words.title, spare, spareAt, foundAt };
    if (damages === 0) this.#said.set(id, said);
    return said;
  }
}

const NOTHING_SAID = { spare: null, spareAt: Infinity };
