import { isRefoldError, type LogDamage } from "../../errors.js";
import type { LogEvent } from "../../events/event.js";
import { threadDeleted, threadNotFound } from "../errors.js";
import type {
  BackwardOptions,
  FollowOptions,
  OwnRange,
  ReadOptions,
  ThreadEntry,
} from "../event-store.js";
import { followRuns } from "../follow-runs.js";
import { decodeLine } from "../jsonl/line-decoder.js";
import { endOf, splitLines } from "../jsonl/lines.js";
import type { SqlValue } from "./access.js";
import type { Database } from "./database.js";
import type { HeadWatch } from "./head-watch.js";
import { type ReadThread, readRowLines, readRows, readRowsBackward } from "./read-rows.js";
import { damagedRows, RowPages } from "./row-pages.js";
import { bytesIn, countIn, numberIn, textIn } from "./rows.js";

const threadsAPage = 500;
/** A thread's first line is mostly much shorter. */
const firstLineBytes = 16 * 1024;
/** Ids that are compared with one that is missing: the newest. */
const comparedIds = 1000;
const lineFeed = 0x0a;

/** The half of the PostgreSQL driver that reads. It takes no lease. */
export class PostgresReading {
  constructor(
    protected readonly database: Database,
    protected readonly watch: HeadWatch,
  ) {}

  async *readLines(threadId: string, from = 0) {
    yield* this.#unlessDeleted(threadId, readRowLines(await this.#known(threadId), from));
  }

  async *readRuns(threadId: string, options: ReadOptions = {}) {
    yield* this.#unlessDeleted(threadId, readRows(await this.#known(threadId), options));
  }

  async *readRunsBackward(threadId: string, options: BackwardOptions = {}) {
    yield* this.#unlessDeleted(threadId, readRowsBackward(await this.#known(threadId), options));
  }

  async has(threadId: string): Promise<boolean> {
    return (await this.#find(threadId)) !== undefined;
  }

  async head(threadId: string): Promise<number> {
    return (await this.#known(threadId)).head;
  }

  async first(threadId: string): Promise<LogEvent> {
    this.database.checkOpen();
    const [row] = await this.database.call("first_bytes", [threadId, firstLineBytes], "reading");
    const bytes = row === undefined ? Buffer.alloc(0) : bytesIn(row, "bytes");
    const feed = bytes.indexOf(lineFeed);
    const read = feed === -1 ? undefined : decodeLine(bytes.subarray(0, feed)).event;
    return read ?? (await this.#firstReadable(threadId));
  }

  async *list(): AsyncGenerator<ThreadEntry, void, undefined> {
    const sql = `select id, created_at, head, size, updated_at, parent, parent_offset from {thread}
      where (created_at, id) < ($1, $2) order by created_at desc, id desc limit ${threadsAPage}`;
    let last: readonly SqlValue[] = ["~", "~"]; // after every time and id
    for (;;) {
      this.database.checkOpen();
      const rows = await this.database.read(sql, last, "listing threads");
      for (const row of rows) {
        const parent = textIn(row, "parent");
        const offset = numberIn(row, "parent_offset") ?? 0;
        const entry = {
          threadId: textIn(row, "id") ?? "",
          createdAt: textIn(row, "created_at") ?? "",
          head: countIn(row, "head"),
          sizeBytes: countIn(row, "size"),
          updatedAt: textIn(row, "updated_at") ?? "",
          forkedFrom: parent === null ? null : { threadId: parent, offset },
        };
        last = [entry.createdAt, entry.threadId];
        yield entry;
      }
      if (rows.length < threadsAPage) return;
    }
  }

  async forksOf(threadId: string): Promise<readonly string[]> {
    this.database.checkOpen();
    const sql = "select id from {thread} where parent = $1 order by id";
    const rows = await this.database.read(sql, [threadId]);
    return rows.map((row) => textIn(row, "id") ?? "");
  }

  async *followRuns(threadId: string, options: FollowOptions = {}) {
    const follower = this.watch.follow(threadId);
    try {
      yield* followRuns(this, threadId, options, async (signal) => {
        await follower.next(signal);
        this.database.checkOpen();
        if (signal?.aborted !== true && (follower.isRemoved || !(await this.has(threadId)))) {
          throw threadDeleted(threadId);
        }
      });
    } finally {
      follower.end();
    }
  }

  /** What `adopt` copies of a part: whole rows, and the bytes of one that is cut. Every line was read. */
  protected async copyable({ threadId, from, to }: OwnRange) {
    const runs = this.readRuns(threadId, { from, to, newer: "ignore" });
    while ((await runs.next()).done !== true); // damage ends it
    const row = await new RowPages(this.database, threadId).at(to);
    const whole = { thread: threadId, from, to };
    if (row === undefined || row.last <= to) return { ...whole, cut_first: null, cut_bytes: null };
    const line = splitLines(row.lines)[to - row.first];
    return { ...whole, cut_first: row.first, cut_bytes: line === undefined ? 0 : endOf(line) };
  }

  /** @throws {RefoldError} `thread-not-found`: names the nearest ids */
  protected async refuse(threadId: string): Promise<never> {
    const sql = `select id from {thread} order by created_at desc limit ${comparedIds}`;
    const rows = await this.database.read(sql, []);
    throw threadNotFound(
      threadId,
      rows.map((row) => textIn(row, "id") ?? ""),
    );
  }

  /** Rows that are missing may belong to a thread that was deleted meanwhile. */
  async *#unlessDeleted<Part>(threadId: string, parts: AsyncIterable<Part>) {
    try {
      yield* parts;
    } catch (error) {
      const isDamaged = isRefoldError(error, "damaged-log");
      if (isDamaged && !(await this.has(threadId))) throw threadDeleted(threadId);
      throw error;
    }
  }

  async #firstReadable(threadId: string): Promise<LogEvent> {
    const damage: LogDamage[] = [];
    const around = { onDamage: (each: LogDamage) => damage.push(each), newer: "ignore" } as const;
    for await (const [event] of this.readRuns(threadId, around)) if (event) return event;
    const [first] = damage;
    throw first === undefined ? threadDeleted(threadId) : damagedRows(first);
  }

  async #known(threadId: string): Promise<ReadThread> {
    return (await this.#find(threadId)) ?? (await this.refuse(threadId));
  }

  async #find(threadId: string): Promise<ReadThread | undefined> {
    this.database.checkOpen();
    const [row] = await this.database.call("extent", [threadId], "reading");
    if (row === undefined) return undefined;
    return {
      threadId,
      file: `${this.database.name}: thread ${threadId}`,
      pages: new RowPages(this.database, threadId),
      first: countIn(row, "first"),
      head: countIn(row, "head"),
      lastStored: numberIn(row, "last_stored"),
      sizeBytes: countIn(row, "size"),
    };
  }
}
