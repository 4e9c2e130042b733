import type { Database } from "./database.js";

/**
 * Notifies followers in other stores of threads that changed here, after the change and in statements of its
 * own: one at a time, which names all threads that changed since the last.
 */
export class Waker {
  readonly #database: Database;
  readonly #due = new Set<string>();
  #sending: Promise<void> | undefined;

  constructor(database: Database) {
    this.#database = database;
  }

  wake(threadId: string): void {
    this.#due.add(threadId);
    this.#sending ??= this.#send();
  }

  /** Resolves when there is nothing left to send. */
  async settle(): Promise<void> {
    await this.#sending;
  }

  async #send(): Promise<void> {
    while (this.#due.size > 0) {
      const threadIds = [...this.#due].join(" ");
      this.#due.clear();
      // What gets lost is found by looking.
      await this.#database.callOnce("wake", [threadIds], "notifying").catch(() => undefined);
    }
    this.#sending = undefined;
  }
}
