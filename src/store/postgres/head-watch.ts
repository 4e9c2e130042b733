import { ThreadWatch } from "../follow-runs.js";
import type { PostgresAccess } from "./access.js";
import type { Database } from "./database.js";
import { countIn, textIn } from "./rows.js";

interface HeadWatchOptions {
  readonly database: Database;
  readonly access: PostgresAccess;
  readonly channel: string;
  /** How often to look for what other stores append, in milliseconds. */
  readonly pollMs: number;
}

/** While notifications arrive, looking is only for those that get lost. */
const slowPolls = 10;
/** For how long appending stores are asked to notify; asked again well before it is over. */
const announcedMs = 60_000;
const announceEveryMs = 20_000;

/**
 * Wakes the followers of threads. Looking at the heads of all followed threads in one statement, at
 * intervals, is what is relied on; what `listen` hears only makes it faster. Nothing runs while nobody waits.
 */
export class HeadWatch {
  readonly #followers = new Map<ThreadWatch, string>();
  readonly #heads = new Map<string, number | undefined>();
  #waiting = 0;
  #poll: NodeJS.Timeout | undefined;
  /** Ends the listening; undefined: nobody listens yet. */
  #listening: Promise<() => Promise<void>> | undefined;
  #mayHear = false;
  /** A notification has come since the last change that came without one. */
  #isHeard = false;
  #announcedAt = -Infinity;
  #isClosed = false;

  constructor(private readonly options: HeadWatchOptions) {}

  /** One who waits for the changes of a thread. */
  follow(threadId: string) {
    const watch = new ThreadWatch({ threadId });
    this.#followers.set(watch, threadId);
    this.#listen();
    return {
      get isRemoved(): boolean {
        return watch.isRemoved;
      },
      next: async (signal: AbortSignal | undefined): Promise<void> => {
        this.#waiting += 1;
        this.#schedule();
        try {
          await watch.next(signal);
        } finally {
          this.#waiting -= 1;
          if (this.#waiting === 0) this.#stop();
        }
      },
      end: (): void => {
        this.#followers.delete(watch);
        if (![...this.#followers.values()].includes(threadId)) this.#heads.delete(threadId);
      },
    };
  }

  notify(threadId: string, change: "appended" | "removed"): void {
    for (const watch of this.#followers.keys()) watch.notify(threadId, change);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#stop();
    for (const watch of this.#followers.keys()) watch.wake();
    const listening = this.#listening;
    this.#listening = undefined;
    if (listening !== undefined) await (await listening)();
  }

  #listen(): void {
    const { access, channel } = this.options;
    if (this.#listening !== undefined || this.#isClosed) return;
    const listening = access.listen?.(channel, (threadId) => {
      this.#isHeard = true;
      this.notify(threadId, "appended");
    });
    this.#listening = listening?.then(
      (end) => {
        this.#mayHear = true;
        return end;
      },
      () => async () => undefined, // looking is all there is
    );
  }

  #schedule(): void {
    if (this.#poll !== undefined || this.#waiting === 0) return;
    const { pollMs } = this.options;
    const dueMs = this.#isHeard ? pollMs * slowPolls : pollMs;
    this.#poll = setTimeout(() => void this.#look(), dueMs);
  }

  #stop(): void {
    clearTimeout(this.#poll);
    this.#poll = undefined;
  }

  async #look(): Promise<void> {
    try {
      await this.#announce();
      const threadIds = [...new Set(this.#followers.values())];
      const sql = "select id, head from {thread} where id = any(string_to_array($1, ' '))";
      const rows = await this.options.database.read(sql, [threadIds.join(" ")]);
      const heads = new Map(rows.map((row) => [textIn(row, "id"), countIn(row, "head")]));
      for (const threadId of threadIds) this.#compare(threadId, heads.get(threadId));
    } catch {
      // Whoever follows asks for itself, and is told why it cannot.
      for (const watch of this.#followers.keys()) watch.wake();
    }
    this.#poll = undefined;
    this.#schedule();
  }

  /** Asks those who append to notify. Where this may not write, there are no notifications. */
  async #announce(): Promise<void> {
    const now = performance.now();
    if (!this.#mayHear || now < this.#announcedAt + announceEveryMs) return;
    this.#announcedAt = now;
    await this.options.database
      .callOnce("follow", [announcedMs], "asking for notifications")
      .catch(() => undefined);
  }

  #compare(threadId: string, head: number | undefined): void {
    const isNew = !this.#heads.has(threadId);
    if (!isNew && this.#heads.get(threadId) === head) return;
    this.#heads.set(threadId, head);
    if (!isNew) this.#isHeard = false; // the next notification, if one comes, says that they arrive
    this.notify(threadId, "appended");
  }
}

/**
 * Notifies followers in other stores of threads that changed here, after the change and in statements of its
 * own: one at a time, which names all threads that changed since the last.
 */
export class Waker {
  readonly #due = new Set<string>();
  #sending: Promise<void> | undefined;

  constructor(private readonly database: Database) {}

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
      await this.database.callOnce("wake", [threadIds], "notifying").catch(() => undefined);
    }
    this.#sending = undefined;
  }
}
