import { noSuchOffset } from "../../reducers/errors.js";
import type { LogEvent } from "../../events/event.js";
import type { PriceTable } from "../../models/prices.js";
import type { ThreadState } from "../../reducers/thread-state.js";
import type { Readable } from "./readable.js";
import { SessionIndex } from "./session-index.js";
import { SessionStates } from "./session-states.js";
import type { TimelineMark } from "../api.js";

/** A session that is looked at: what can be read of it, what was found out, and who waits for more. */
export class OpenedSession {
  readonly index: SessionIndex;
  readonly states: SessionStates;
  /** What views made of it, for as long as nothing more is read. */
  made: { marks?: readonly TimelineMark[] } = {};
  readonly #ending = new AbortController();
  readonly #listeners = new Set<() => void>();
  #users = 0;
  #reading: Promise<void> | null = null;
  #readStamp = "";
  #failure: Error | null = null;

  private constructor(
    readonly key: string,
    readonly readable: Readable,
    prices: PriceTable,
  ) {
    this.index = new SessionIndex(readable, prices);
    this.states = new SessionStates(readable.source, this.index.kept);
  }

  /** Begins to read it. */
  static async over(key: string, readable: Readable, prices: PriceTable): Promise<OpenedSession> {
    const opened = new OpenedSession(key, readable, prices);
    await opened.look();
    return opened;
  }

  /** Everything that there was at the last look has been read. */
  get isIndexed(): boolean {
    return this.#reading === null && this.#failure === null;
  }

  /** Somebody reads it, or waits for what is recorded. */
  get isInUse(): boolean {
    return this.#users > 0 || this.#listeners.size > 0;
  }

  /** Keeps it open meanwhile. */
  async use<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#users += 1;
    try {
      return await work();
    } finally {
      this.#users -= 1;
    }
  }

  /**
   * Begins to read on when the session changed since it was read.
   * @throws {RefoldError} `file-not-found`: it is gone; or what the reading failed by
   */
  async look(): Promise<void> {
    if (this.#failure !== null) throw this.#failure;
    const stamp = await this.readable.stamp();
    if (stamp === this.#readStamp || this.#reading !== null) return;
    this.#readStamp = stamp;
    this.#reading = this.index
      .readOn(this.#ending.signal, () => this.#tell())
      .catch((error: unknown) => {
        this.#failure = error instanceof Error ? error : new Error(String(error));
      })
      .finally(() => {
        this.#reading = null;
        this.#tell();
      });
  }

  /** Waits until what there is has been read. */
  async whole(): Promise<void> {
    await this.look();
    await this.#reading;
    if (this.#failure !== null) throw this.#failure;
  }

  /** The offset that the next event gets; while it is read, the one that the store tells. */
  async head(): Promise<number> {
    return Math.max(this.index.head, (await this.readable.head?.()) ?? 0);
  }

  /** @throws {RefoldError} `offset-out-of-range`: there is no such event, or not yet */
  async stateAt(offset: number): Promise<ThreadState> {
    const head = await this.#headBeyond(offset);
    if (offset >= head) throw noSuchOffset(offset, head);
    return this.states.at(offset);
  }

  /** Null: there is none, or it is lost to damage. */
  async eventAt(offset: number): Promise<LogEvent | null> {
    const head = await this.#headBeyond(offset);
    return offset < head ? this.states.eventAt(offset) : null;
  }

  /** The head, once an event that is still to be read was read, or everything else. */
  async #headBeyond(offset: number): Promise<number> {
    for (;;) {
      const head = await this.head();
      if (offset < head || this.#reading === null) return head;
      await new Promise<void>((resolve) => {
        const stop = this.onChange(() => {
          stop();
          resolve();
        });
      });
    }
  }

  async eventsIn(from: number, count: number): Promise<readonly LogEvent[]> {
    const to = Math.min(from + count, await this.head()) - 1;
    const events: LogEvent[] = [];
    if (to < from) return events;
    for await (const event of this.readable.source.read({ from, to })) events.push(event);
    return events;
  }

  /** @returns what ends the listening */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async close(): Promise<void> {
    this.#ending.abort();
    await this.#reading;
    await this.readable.close();
  }

  #tell(): void {
    this.made = {};
    for (const listener of this.#listeners) listener();
  }
}
