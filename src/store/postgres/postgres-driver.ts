import { JsonWriter } from "../jsonl/json-writer.js";
import { encodeBatch } from "../jsonl/line-encoder.js";
import { lastSum } from "../jsonl/line-ending.js";
import type { LogEvent } from "../../events/event.js";
import { invalidArgument } from "../../errors.js";
import { blobNamesIn, blobsWhile } from "../blobs.js";
import { hexOfSum, sumToLink } from "../chain.js";
import { beginsThread, checkBatch } from "../check-batch.js";
import {
  checkHead,
  fenced,
  forkParentMissing,
  offsetConflict,
  threadDeleted,
  threadHasForks,
} from "../errors.js";
import type { BlobStore, EventDriver, OwnRange } from "../event-store.js";
import { forkPoint } from "../fork-thread.js";
import { checkGoesOn, decodeStoredLines } from "../stored-lines.js";
import type { SqlValue } from "./access.js";
import type { Database } from "./database.js";
import { type HeadWatch, Waker } from "./head-watch.js";
import { postgresBlobs } from "./postgres-blobs.js";
import { type LeaseOptions, type OpenThread, OpenThreads } from "./open-threads.js";
import { PostgresReading } from "./postgres-reading.js";
import { countIn, isTrueIn, textIn } from "./rows.js";

/** Beyond this a message of the protocol, or its text in hexadecimal, may be too long. */
const maxBatchBytes = 200 * 1024 * 1024;

/** Lines that are stored as one row. */
interface Batch {
  readonly first: LogEvent;
  /** The offset after its last event. */
  readonly head: number;
  readonly lines: Buffer;
  /** What the line after it names. */
  readonly sum: number;
  /** Time of its last event. */
  readonly at: string;
}

/** What is to be appended. */
interface Appended {
  /** Whether a thread that is not there may begin with it. */
  readonly begins: () => boolean;
  /**
   * @param after what its first line is to name as the sum before it
   * @param isNew whether the thread begins with it
   * @returns undefined: there is nothing
   */
  readonly encode: (after: number | undefined, isNew: boolean) => Batch | undefined;
}

/** Threads in a PostgreSQL database. Each is open under its lease while it is written to. */
export class PostgresDriver extends PostgresReading implements EventDriver {
  readonly blobs: BlobStore;
  readonly #threads: OpenThreads;
  readonly #waker: Waker;
  /** The newest work on each thread: what is asked for next waits for it. */
  readonly #queues = new Map<string, Promise<unknown>>();

  constructor(database: Database, watch: HeadWatch, leases: LeaseOptions) {
    super(database, watch);
    this.blobs = blobsWhile(postgresBlobs(database), () => database.checkOpen());
    this.#threads = new OpenThreads(database, leases, (threadId) => this.#queues.has(threadId));
    this.#waker = new Waker(database);
  }

  async append(
    threadId: string,
    expectedHead: number,
    events: readonly LogEvent[],
  ): Promise<number> {
    this.database.checkOpen();
    checkBatch(expectedHead, events);
    return this.#append(threadId, expectedHead, {
      begins: () => beginsThread(threadId, events[0]),
      encode: (after) => encode(events, after),
    });
  }

  async appendLines(threadId: string, expectedHead: number, bytes: Uint8Array): Promise<number> {
    this.database.checkOpen();
    const stored = decodeStoredLines(threadId, expectedHead, bytes);
    return this.#append(threadId, expectedHead, {
      begins: () => stored.begins,
      encode: (after, isNew) => {
        if (!isNew) checkGoesOn(stored, after);
        const [first, last] = [stored.lines[0].event, stored.lines.at(-1)?.event];
        return toBatch(first, last ?? first, stored.bytes);
      },
    });
  }

  async remove(
    threadIds: readonly string[],
    onRemoved: (threadId: string) => void | Promise<void>,
  ): Promise<void> {
    for (const threadId of threadIds) {
      await this.#removeOne(threadId);
      await onRemoved(threadId);
    }
  }

  async #removeOne(threadId: string): Promise<void> {
    this.database.checkOpen();
    await this.#inTurn(threadId, async () => {
      const { fence } = await this.#known(threadId);
      const params = [threadId, this.#threads.token, fence];
      const [row = {}] = await this.database.call("remove", params, "deleting the thread");
      const outcome = textIn(row, "outcome");
      if (outcome === "forked") {
        throw threadHasForks(threadId, (textIn(row, "forks") ?? "").split(" "));
      }
      this.#threads.forget(threadId);
      if (outcome === "fenced") throw this.#fenced(threadId);
    });
    this.#waker.wake(threadId);
    this.watch.notify(threadId, "removed");
  }

  async adoptPrefix(threadId: string, parts: readonly OwnRange[]): Promise<void> {
    this.database.checkOpen();
    await this.#inTurn(threadId, async () => {
      const { fence } = await this.#known(threadId);
      const copied = [];
      for (const part of parts) copied.push(await this.copyable(part));
      const [first] = parts;
      const createdAt = first && (await this.first(first.threadId)).at;
      const params = [
        threadId,
        this.#threads.token,
        fence,
        JSON.stringify(copied),
        createdAt ?? "",
      ];
      const [row = {}] = await this.database.call("adopt", params, "copying the prefix");
      const outcome = textIn(row, "adopt");
      if (outcome === "adopted") return;
      if (outcome === "gone") throw threadDeleted(await this.#goneOf(parts));
      this.#threads.forget(threadId);
      throw this.#fenced(threadId);
    });
    this.watch.notify(threadId, "appended");
  }

  /** The thread whose events are no longer there: one that went on without it may hold them by now. */
  async #goneOf(parts: readonly OwnRange[]): Promise<string> {
    for (const { threadId } of parts) if (!(await this.has(threadId))) return threadId;
    return parts[0]?.threadId ?? "";
  }

  async sync(threadId: string): Promise<void> {
    this.database.checkOpen();
    const [row = {}] = await this.database.call("make_durable", [threadId], "syncing");
    if (!isTrueIn(row, "make_durable")) await this.refuse(threadId);
  }

  async close(): Promise<void> {
    if (this.database.isClosed) return;
    this.database.close();
    await this.watch.close();
    await Promise.allSettled(this.#queues.values());
    await this.#waker.settle();
    await this.#threads.close();
  }

  /** One thing at a time on each thread: a batch names the sum of the one before it. */
  async #inTurn<T>(threadId: string, work: () => Promise<T>): Promise<T> {
    const before = this.#queues.get(threadId) ?? Promise.resolve();
    const turn = before.then(
      () => work(),
      () => work(),
    );
    this.#queues.set(threadId, turn);
    try {
      return await turn;
    } finally {
      if (this.#queues.get(threadId) === turn) this.#queues.delete(threadId);
    }
  }

  #append(threadId: string, expectedHead: number, what: Appended): Promise<number> {
    return this.#inTurn(threadId, async () => {
      let head = await this.#appendNow(threadId, expectedHead, what);
      head ??= await this.#appendNow(threadId, expectedHead, what); // somebody else began it just now
      this.watch.notify(threadId, "appended");
      return head ?? expectedHead;
    });
  }

  /** @returns null: the thread was to be begun, and there is one by now */
  async #appendNow(threadId: string, expectedHead: number, what: Appended): Promise<number | null> {
    const opened = await this.#open(threadId, expectedHead);
    const actual = opened?.head ?? null;
    if (actual === null && !what.begins()) await this.refuse(threadId);
    if (actual !== null) checkHead(threadId, expectedHead, actual);
    const batch = what.encode(opened?.sum, actual === null);
    if (batch === undefined) return expectedHead;
    if (opened === undefined || actual === null) {
      if (!(await this.#begin(threadId, batch, opened))) return null;
    } else {
      await this.#store(threadId, batch, opened);
    }
    return batch.head;
  }

  /** @returns undefined: there is no such thread */
  async #open(threadId: string, expectedHead: number): Promise<OpenThread | undefined> {
    const opened = this.#threads.get(threadId);
    const isAgain = opened?.isUnsure === true && (opened.head ?? expectedHead) === expectedHead;
    if (opened !== undefined && (!opened.isUnsure || isAgain)) return opened;
    return this.#threads.hold(threadId);
  }

  async #known(threadId: string): Promise<OpenThread> {
    const held = await this.#threads.hold(threadId);
    return held ?? (await this.refuse(threadId));
  }

  /** @returns false: there is such a thread by now */
  async #begin(threadId: string, batch: Batch, before: OpenThread | undefined): Promise<boolean> {
    const opened = before ?? { fence: 1, head: null, sum: undefined, isUnsure: false };
    const { token, holder, leaseMs } = this.#threads;
    const { first, head, lines } = batch;
    const from = forkPoint(first);
    const params = [
      ...[threadId, token, holder, leaseMs, first.offset, head, lines, hexOfSum(batch.sum)],
      ...[first.at, batch.at, from?.threadId ?? null, from?.offset ?? null, from?.id ?? null],
      ...[from?.sum ?? null, namesIn(lines)],
    ];
    const outcome = await this.#send(threadId, opened, "begin_thread", params);
    if (outcome.name === "exists" || outcome.name === "orphan") this.#threads.forget(threadId);
    if (outcome.name === "exists") return false;
    if (outcome.name === "orphan" && from !== undefined) {
      throw forkParentMissing({ threadId, parentId: from.threadId, offset: from.offset });
    }
    Object.assign(opened, { head, sum: batch.sum, isUnsure: false });
    if (before === undefined) await this.#threads.begun(threadId, opened);
    return true;
  }

  async #store(threadId: string, batch: Batch, opened: OpenThread): Promise<void> {
    const { head, lines } = batch;
    const params = [
      ...[threadId, this.#threads.token, opened.fence, batch.first.offset, head, lines],
      ...[hexOfSum(batch.sum), batch.at, namesIn(lines)],
    ];
    const outcome = await this.#send(threadId, opened, "append", params);
    if (outcome.name === "appended" || outcome.name === "again") {
      if (isTrueIn(outcome.row, "is_followed")) this.#waker.wake(threadId);
      Object.assign(opened, { head, sum: batch.sum, isUnsure: false });
      return;
    }
    this.#threads.forget(threadId);
    if (outcome.name !== "conflict") throw this.#fenced(threadId);
    const actual = countIn(outcome.row, "now_head");
    throw offsetConflict({ threadId, expected: batch.first.offset, actual });
  }

  /** Sends a batch; where an answer was lost again, saying so, so that it is not stored twice. */
  async #send(
    threadId: string,
    opened: OpenThread,
    name: "append" | "begin_thread",
    params: readonly SqlValue[],
  ) {
    const [row = {}] = await this.database.insist(async () => {
      try {
        return await this.database.callOnce(name, [...params, opened.isUnsure], "appending");
      } catch (error) {
        if (opened.head === null) await this.#threads.begun(threadId, opened);
        opened.isUnsure = true;
        throw error;
      }
    });
    return { name: textIn(row, "outcome"), row };
  }

  #fenced(threadId: string) {
    const place = `${this.database.name}: thread ${threadId}`;
    return fenced(place, "another store took the lease over, or deleted the thread");
  }
}

/** Room to encode a batch in: one that grows meanwhile leaves several times its size to be collected. */
const roomBytes = 256 * 1024;
let room: JsonWriter | undefined;

/** @returns undefined: there are no events */
function encode(events: readonly LogEvent[], after: number | undefined): Batch | undefined {
  const [first, last] = [events[0], events.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  room ??= new JsonWriter(roomBytes);
  // Copied: others encode theirs there before this batch is sent.
  const lines = Buffer.from(encodeBatch(events, { after, room }));
  return toBatch(first, { ...last, sum: hexOfSum(lastSum(lines)) }, lines);
}

/** @param last with the sum of its line */
function toBatch(first: LogEvent, last: LogEvent, lines: Buffer): Batch {
  if (lines.length > maxBatchBytes) {
    throw invalidArgument(
      `a batch of ${lines.length} bytes: a row takes ${maxBatchBytes} at most`,
      "append it in smaller batches",
    );
  }
  const sum = sumToLink(last) ?? lastSum(lines);
  return { first, head: last.offset + 1, lines, sum, at: last.at };
}

function namesIn(lines: Buffer): string | null {
  const names = new Set(blobNamesIn(lines));
  return names.size === 0 ? null : [...names].join(" ");
}
