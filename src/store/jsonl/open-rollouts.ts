import type { RolloutWriter } from "./rollout-writer.js";

/**
 * The rollouts that are open for writing, the least recently used closed when there are too many.
 * Each is opened once, however many ask for it at the same time.
 */
export class OpenRollouts {
  readonly #limit: number;
  /** Least recently used first. */
  readonly #opened = new Map<string, RolloutWriter>();
  readonly #opening = new Map<string, Promise<RolloutWriter>>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** @returns the writer if it is open, now the most recently used */
  get(threadId: string): RolloutWriter | undefined {
    const writer = this.#opened.get(threadId);
    if (writer === undefined) return undefined;
    this.#opened.delete(threadId);
    this.#opened.set(threadId, writer);
    return writer;
  }

  /** Opens a thread's rollout, unless somebody else is about to: then theirs is waited for. */
  async open(threadId: string, open: () => Promise<RolloutWriter>): Promise<RolloutWriter> {
    const inProgress = this.#opening.get(threadId);
    if (inProgress !== undefined) return inProgress;
    const opening = open();
    this.#opening.set(threadId, opening);
    try {
      const writer = await opening;
      this.#opened.set(threadId, writer);
      this.#closeSurplus();
      return writer;
    } finally {
      this.#opening.delete(threadId);
    }
  }

  close(threadId: string): void {
    const writer = this.#opened.get(threadId);
    this.#opened.delete(threadId);
    writer?.close();
  }

  /** Closes all, also behind one that fails. @throws the first failure */
  async closeAll(): Promise<void> {
    await Promise.allSettled(this.#opening.values());
    const failures: unknown[] = [];
    for (const threadId of [...this.#opened.keys()]) {
      try {
        this.close(threadId);
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
  }

  #closeSurplus(): void {
    for (const threadId of this.#opened.keys()) {
      if (this.#opened.size <= this.#limit) return;
      this.close(threadId);
    }
  }
}
