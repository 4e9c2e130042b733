import { isRefoldError } from "../errors.js";
import type { LogEvent } from "../events/event.js";
import { headRegressed, offsetOutOfRange } from "./errors.js";
import type { EventDriver, FollowOptions } from "./event-store.js";

/**
 * The runs of a thread and then those that are appended, by whomever, until `signal` ends it. Each
 * look begins one event early, so that a changed past shows.
 *
 * @param change resolves when there may be something new, at its first call at once; throws when
 *   there is nothing more to follow
 * @throws {RefoldError} `head-regressed`: events that were read are not there any more
 */
export async function* followRuns(
  driver: Pick<EventDriver, "head" | "readRuns">,
  threadId: string,
  { from = 0, signal, ...newer }: FollowOptions,
  change: (signal: AbortSignal | undefined) => Promise<void>,
): AsyncGenerator<readonly LogEvent[], void, undefined> {
  const head = await driver.head(threadId);
  if (from > head) throw offsetOutOfRange({ threadId, offset: from, head });
  let seen = await eventBefore(driver, threadId, from);
  const isEnded = (): boolean => signal?.aborted === true; // at any await
  for (;;) {
    await change(signal);
    if (isEnded()) return;
    let due = seen;
    try {
      for await (const run of driver.readRuns(threadId, { ...newer, from: due?.offset ?? from })) {
        const isSame = due === undefined || (run[0]?.id === due.id && run[0].sum === due.sum);
        if (!isSame) break;
        const unseen = due === undefined ? run : run.slice(1);
        due = undefined;
        seen = run.at(-1);
        if (unseen.length > 0) yield unseen;
      }
    } catch (error) {
      if (isRefoldError(error, "thread-not-found")) continue; // removed just now: `change` tells
      throw error;
    }
    if (due === undefined) continue;
    const actual = Math.min(await driver.head(threadId), due.offset);
    throw headRegressed({ threadId, seen: due.offset + 1, actual });
  }
}

/** Undefined: it is none of the thread's own. */
async function eventBefore(
  driver: Pick<EventDriver, "readRuns">,
  threadId: string,
  offset: number,
): Promise<LogEvent | undefined> {
  if (offset === 0) return undefined;
  const range = { from: offset - 1, to: offset - 1, newer: "ignore" } as const;
  for await (const [event] of driver.readRuns(threadId, range)) return event;
  return undefined;
}

interface ThreadWatchOptions {
  /** Whose changes `notify` is told of. */
  readonly threadId?: string;
  /** How long to wait at most; absent: until a change. */
  readonly pollMs?: number | undefined;
}

/** Lets a follower wait until its thread has changed. What changes meanwhile ends the next wait. */
export class ThreadWatch {
  #isRemoved = false;
  #isChanged = true;
  #endWait: () => void = () => undefined;

  constructor(private readonly options: ThreadWatchOptions) {}

  /** Whether the thread was removed since, also if there is one of that id again. */
  get isRemoved(): boolean {
    return this.#isRemoved;
  }

  notify(threadId: string, change: "appended" | "removed"): void {
    if (threadId !== this.options.threadId) return;
    this.#isRemoved ||= change === "removed";
    this.wake();
  }

  wake(): void {
    this.#isChanged = true;
    this.#endWait();
  }

  /** Resolves at the next change since the last call, after `pollMs`, or when `signal` ends. */
  async next(signal: AbortSignal | undefined): Promise<void> {
    if (!this.#isChanged) await this.wait(signal);
    this.#isChanged = false;
  }

  /** The same for changes from now on. */
  async wait(signal: AbortSignal | undefined): Promise<void> {
    if (signal?.aborted === true) return;
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      this.#endWait = () => {
        resolve();
      };
      signal?.addEventListener("abort", this.#endWait, { once: true });
      const { pollMs } = this.options;
      if (pollMs !== undefined) timer = setTimeout(this.#endWait, pollMs);
    });
    clearTimeout(timer);
    signal?.removeEventListener("abort", this.#endWait);
  }
}
