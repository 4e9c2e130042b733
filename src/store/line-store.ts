import type { LogEvent } from "../events/event.js";
import { blobsWhile } from "./blobs.js";
import { type ChainedEvent, sumToLink } from "./chain.js";
import { beginsThread, checkBatch } from "./check-batch.js";
import { checkHead, offsetConflict, storeClosed, threadDeleted, threadNotFound } from "./errors.js";
import {
  type BackwardOptions,
  type BlobStore,
  type EventDriver,
  type EventStore,
  type FollowOptions,
  newestFirst,
  type NewerEvents,
  type OwnRange,
  type ReadOptions,
  type ThreadEntry,
} from "./event-store.js";
import { followRuns, ThreadWatch } from "./follow-runs.js";
import { forkedFrom } from "./fork-thread.js";
import { withLineage } from "./lineage.js";
import type { KeptLine, LineDriver, LinePage, ListedLines, StoredLine } from "./line-driver.js";
import {
  checkGoesOn,
  checkLink,
  decodeChained,
  decodeEventLine,
  decodeStoredLines,
  encodeLines,
} from "./stored-lines.js";

/** A store over a driver of your own. Checks, encoding, forks, following and errors are done here. */
export function lineStore(driver: LineDriver): EventStore {
  return withLineage(new LineEvents(driver));
}

const pageLength = 512;

class LineEvents implements EventDriver {
  readonly blobs: BlobStore;
  readonly #watches = new Set<ThreadWatch>();
  #isClosed = false;

  constructor(private readonly driver: LineDriver) {
    this.blobs = blobsWhile(driver.blobs, () => {
      this.#checkOpen();
    });
  }

  async append(
    threadId: string,
    expectedHead: number,
    events: readonly LogEvent[],
  ): Promise<number> {
    this.#checkOpen();
    checkBatch(expectedHead, events);
    const newest = await this.#newest(threadId);
    if (newest !== undefined) checkHead(threadId, expectedHead, newest.offset + 1);
    else if (!beginsThread(threadId, events[0])) await this.#refuse(threadId);
    if (events.length === 0) return expectedHead;
    const lines = encodeLines(events, newest).map((line, index) => ({
      offset: expectedHead + index,
      line,
    }));
    return this.#store(threadId, lines, newest);
  }

  async appendLines(threadId: string, expectedHead: number, bytes: Uint8Array): Promise<number> {
    this.#checkOpen();
    const stored = decodeStoredLines(threadId, expectedHead, bytes);
    const newest = await this.#newest(threadId);
    if (newest !== undefined) {
      checkHead(threadId, expectedHead, newest.offset + 1);
      checkGoesOn(stored, sumToLink(newest));
    } else if (!stored.begins) await this.#refuse(threadId);
    const lines = stored.lines.map((line) => ({
      offset: line.event.offset,
      line: line.bytes.toString("utf8"),
    }));
    return this.#store(threadId, lines, newest);
  }

  async *readLines(threadId: string, from = 0): AsyncGenerator<Uint8Array, void, undefined> {
    await this.first(threadId);
    const batch: string[] = [];
    for await (const { lines, run } of this.#pages(threadId, { from, newer: "ignore" })) {
      for (const line of lines) batch.push(typeof line === "string" ? line : line.line);
      const pending = run.length - 1 - run.findLastIndex(({ left }) => left === undefined);
      if (pending === run.length) continue; // no batch ends in this page
      const whole = batch.splice(0, batch.length - pending);
      yield Buffer.from(`${whole.join("\n")}\n`);
    }
  }

  async *readRuns(threadId: string, options: ReadOptions = {}) {
    await this.first(threadId);
    for await (const { run } of this.#pages(threadId, options)) yield run;
  }

  async *readRunsBackward(threadId: string, { from, newer }: BackwardOptions = {}) {
    const newest = await this.#known(threadId);
    const page = { from: 0, limit: pageLength, order: "newest-first" } as const;
    const decode = decoderOf(page.order, newer);
    for (let to = Math.min(from ?? Infinity, newest.offset); ;) {
      const run = await this.#read(threadId, { ...page, to }, decode);
      if (run.length > 0) yield run;
      if (run.length < pageLength) return;
      to -= run.length;
    }
  }

  async has(threadId: string): Promise<boolean> {
    return (await this.#newest(threadId)) !== undefined;
  }

  async first(threadId: string): Promise<LogEvent> {
    const page = { from: 0, to: Number.MAX_SAFE_INTEGER, limit: 1, order: "oldest-first" } as const;
    const [first] = await this.#read(threadId, page);
    return first ?? (await this.#refuse(threadId));
  }

  async head(threadId: string): Promise<number> {
    return (await this.#known(threadId)).offset + 1;
  }

  async *followRuns(threadId: string, options: FollowOptions = {}) {
    const watch = new ThreadWatch({ threadId, pollMs: this.driver.pollMs });
    this.#watches.add(watch);
    try {
      yield* followRuns(this, threadId, options, async (signal) => {
        await watch.next(signal);
        this.#checkOpen();
        if (watch.isRemoved || !(await this.has(threadId))) throw threadDeleted(threadId);
      });
    } finally {
      this.#watches.delete(watch);
    }
  }

  async *list(): AsyncGenerator<ThreadEntry, void, undefined> {
    this.#checkOpen();
    yield* newestFirst((await this.driver.list()).map(threadEntry));
  }

  async remove(
    threadIds: readonly string[],
    onRemoved: (threadId: string) => void | Promise<void>,
  ): Promise<void> {
    for (const threadId of threadIds) {
      await this.#known(threadId);
      await this.driver.remove(threadId);
      this.#changed(threadId, "removed");
      await onRemoved(threadId);
    }
  }

  async adoptPrefix(threadId: string, parts: readonly OwnRange[]): Promise<void> {
    await this.#known(threadId);
    await this.driver.adopt(threadId, parts);
    this.#changed(threadId);
  }

  async sync(threadId: string): Promise<void> {
    await this.#known(threadId);
    await this.driver.sync?.(threadId);
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    for (const watch of this.#watches) watch.wake();
    await this.driver.close?.();
  }

  async #store(
    threadId: string,
    lines: readonly StoredLine[],
    newest: LogEvent | undefined,
  ): Promise<number> {
    const [first, last] = [lines[0]?.offset ?? 0, lines.at(-1)?.offset ?? 0];
    if (!(await this.driver.append(threadId, lines, newest?.offset ?? null))) {
      const actual = (await this.#newest(threadId))?.offset ?? -1;
      throw offsetConflict({ threadId, expected: first, actual: actual + 1 });
    }
    this.#changed(threadId);
    return last + 1;
  }

  async *#pages(threadId: string, { from = 0, to = Infinity, newer }: ReadOptions) {
    const upTo = Math.min(to, Number.MAX_SAFE_INTEGER);
    const page = { to: upTo, limit: pageLength, order: "oldest-first" } as const;
    const decode = decoderOf(page.order, newer);
    let newest: LogEvent | undefined;
    for (let start = from; ;) {
      this.#checkOpen();
      const lines = await this.driver.read(threadId, { ...page, from: start });
      const run = lines.map(decode);
      if (run.length > 0) yield { lines, run };
      newest = run.at(-1) ?? newest;
      if (run.length < pageLength) break;
      start = (newest?.offset ?? start) + 1;
    }
    const isCut = newest?.left !== undefined && newest.offset < to;
    if (isCut && !(await this.has(threadId))) throw threadDeleted(threadId); // while it was read
  }

  async #read(
    threadId: string,
    page: LinePage,
    decode: (line: string | KeptLine) => LogEvent = decodeStored,
  ): Promise<readonly LogEvent[]> {
    this.#checkOpen();
    return (await this.driver.read(threadId, page)).map(decode);
  }

  async #newest(threadId: string): Promise<LogEvent | undefined> {
    const page = { from: 0, to: Number.MAX_SAFE_INTEGER, limit: 1, order: "newest-first" } as const;
    return (await this.#read(threadId, page))[0];
  }

  async #known(threadId: string): Promise<LogEvent> {
    return (await this.#newest(threadId)) ?? (await this.#refuse(threadId));
  }

  async #refuse(threadId: string): Promise<never> {
    const known = await this.driver.list();
    throw threadNotFound(
      threadId,
      known.map((each) => each.threadId),
    );
  }

  #changed(threadId: string, change: "appended" | "removed" = "appended"): void {
    for (const watch of this.#watches) watch.notify(threadId, change);
  }

  #checkOpen(): void {
    if (this.#isClosed) throw storeClosed();
  }
}

/** Of a line alone: what needs a newer version has its place all the same. */
function decodeStored(line: string | KeptLine): LogEvent {
  return typeof line === "string" ? decodeEventLine(line, "ignore") : line.event;
}

/** Decodes lines in their order, and holds each to the one before it. */
function decoderOf(order: LinePage["order"], newer: NewerEvents["newer"]) {
  let near: ChainedEvent | undefined;
  return (line: string | KeptLine): LogEvent => {
    if (typeof line !== "string") return line.event; // in memory since it was appended
    const read = decodeChained(Buffer.from(line), newer);
    if (order === "oldest-first") checkLink(near, read);
    else if (near !== undefined) checkLink(read, near);
    near = read;
    return read.event;
  };
}

function threadEntry({ threadId, first, last, sizeBytes }: ListedLines): ThreadEntry {
  const [oldest, newest] = [decodeStored(first), decodeStored(last)];
  return {
    threadId,
    createdAt: oldest.at,
    head: newest.offset + 1,
    sizeBytes,
    updatedAt: newest.at,
    forkedFrom: forkedFrom(oldest),
  };
}
