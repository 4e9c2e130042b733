import { randomBytes } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { RecentlyUsed } from "../../recently-used.js";
import { leaseHeld } from "../errors.js";
import { decodeHolder, ownIdentity, processLiveness } from "../jsonl/process-identity.js";
import type { Row } from "./access.js";
import type { Database } from "./database.js";
import { countIn, numberIn, textIn } from "./rows.js";

/** A thread that this store writes to, under its lease. */
export interface OpenThread {
  readonly fence: number;
  /** The offset that the next event gets; null: whether the thread was begun is unknown. */
  head: number | null;
  /** What the next line names as the sum before it; undefined: the first line, or unknown. */
  sum: number | undefined;
  /** An append may have been done although its answer was lost. */
  isUnsure: boolean;
}

export interface LeaseOptions {
  /** How long a lease lasts after its holder was last heard of, in milliseconds. */
  readonly leaseMs: number;
  /** Takes leases from whoever holds them. */
  readonly steal: boolean;
  /** How many threads are kept open at a time. */
  readonly openThreads: number;
}

/** A lease is renewed so many times before it ends. */
const renewalsALease = 3;
/** How often one who waits for a lease looks again. */
const lookMs = 500;

/**
 * The threads that a store has open for writing, the least recently used of those that nothing is done with
 * closed when there are too many. The
 * lease of each is a row's `token` and `fence`: they are compared, and changed, by the server and by its clock.
 */
export class OpenThreads {
  /** Tells this store from every other, also of the same process. */
  readonly token = randomBytes(12).toString("hex");
  /** Who this store is, for people and for who finds out whether its process lives. */
  readonly holder = JSON.stringify({
    ...ownIdentity(),
    since: new Date().toISOString(),
    token: this.token,
  });
  readonly leaseMs: number;
  readonly #opened = new RecentlyUsed<string, OpenThread>();
  /** Leases that are being given up: who wants one again waits, or would lose it to that. */
  readonly #givenUp = new Map<string, Promise<void>>();
  #renewing: NodeJS.Timeout | undefined;

  /** @param isBusy whether something is under way on a thread, for which its lease is needed */
  constructor(
    private readonly database: Database,
    private readonly options: LeaseOptions,
    private readonly isBusy: (threadId: string) => boolean,
  ) {
    this.leaseMs = options.leaseMs;
  }

  /** @returns the thread if it is open, now the most recently used */
  get(threadId: string): OpenThread | undefined {
    return this.#opened.get(threadId);
  }

  /**
   * Takes a thread's lease. A holder whose process is known to be gone loses it at once, any other when it
   * was not heard of for as long as it said.
   *
   * @returns undefined: there is no such thread
   * @throws {RefoldError} `lease-held`: somebody who lives holds it
   */
  async hold(threadId: string): Promise<OpenThread | undefined> {
    let from = this.options.steal ? "anybody" : "";
    let seenBeat: string | null = null;
    await this.#givenUp.get(threadId);
    for (;;) {
      this.database.checkOpen();
      const params = [threadId, this.token, this.holder, this.leaseMs, from];
      const [row = {}] = await this.database.call("hold", params, "taking the lease");
      const outcome = textIn(row, "outcome");
      if (outcome === "missing") return undefined;
      if (outcome === "held") return this.#add(threadId, opened(row));
      const holder = decodeHolder(textIn(row, "other") ?? "");
      const liveness = processLiveness(holder);
      const beat = textIn(row, "other_beat");
      const isHeard = seenBeat !== null && seenBeat !== beat;
      if (liveness === "alive" || isHeard) {
        const place = `${this.database.name}: thread ${threadId}`;
        throw leaseHeld(`thread ${threadId}`, holder, place);
      }
      seenBeat = beat;
      if (liveness === "dead" && from !== holder.token) from = holder.token;
      else await delay(Math.min(Number(row["left_ms"] ?? lookMs) + 1, lookMs));
    }
  }

  /** A thread that this store has begun, or may have. */
  async begun(threadId: string, thread: OpenThread): Promise<void> {
    await this.#add(threadId, thread);
  }

  /** Somebody else holds the lease, or nobody needs it. */
  forget(threadId: string): void {
    this.#opened.delete(threadId);
    if (this.#opened.size === 0) this.#stopRenewing();
  }

  /** Gives up all leases. */
  async close(): Promise<void> {
    const threadIds = [...this.#opened.keys()];
    this.#opened.clear();
    this.#stopRenewing();
    if (threadIds.length > 0) await this.#release(threadIds);
  }

  async #add(threadId: string, thread: OpenThread): Promise<OpenThread> {
    this.#opened.set(threadId, thread);
    this.#renewing ??= this.#startRenewing();
    // What is unsure is about to be sent again, and recognised only while it is remembered here.
    const surplus = this.#opened
      .keep(this.options.openThreads, (name, { isUnsure }) => isUnsure || this.isBusy(name))
      .map(([name]) => name);
    if (surplus.length > 0) await this.#giveUp(surplus);
    return thread;
  }

  /** A lease that could not be given up ends, as nobody renews it: no failure of another thread's append. */
  async #giveUp(threadIds: readonly string[]): Promise<void> {
    const done = this.#release(threadIds).catch(() => undefined);
    for (const threadId of threadIds) this.#givenUp.set(threadId, done);
    await done;
    for (const threadId of threadIds) {
      if (this.#givenUp.get(threadId) === done) this.#givenUp.delete(threadId);
    }
  }

  #startRenewing(): NodeJS.Timeout {
    return setInterval(() => {
      const params = [this.token, [...this.#opened.keys()].join(" ")];
      // What fails is tried again; a lease that was lost shows at the next append.
      this.database.callOnce("renew", params, "renewing leases").catch(() => undefined);
    }, this.leaseMs / renewalsALease).unref();
  }

  #stopRenewing(): void {
    clearInterval(this.#renewing);
    this.#renewing = undefined;
  }

  async #release(threadIds: readonly string[]): Promise<void> {
    const params = [this.token, threadIds.join(" ")];
    await this.database.call("release", params, "giving up leases");
  }
}

function opened(row: Row): OpenThread {
  const sum = textIn(row, "now_sum");
  return {
    fence: countIn(row, "now_fence"),
    head: numberIn(row, "now_head"),
    sum: sum === null ? undefined : Number.parseInt(sum, 16),
    isUnsure: false,
  };
}
