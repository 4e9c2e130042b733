import { isRefoldError, type LogDamage } from "../../errors.js";
import type { LogEvent } from "../../events/event.js";
import type { BackwardOptions, ReadOptions } from "../event-store.js";
import { BatchAssembly, DamageReport } from "../jsonl/batch-assembly.js";
import { BackwardAssembly } from "../jsonl/batches-backward.js";
import { type RawLine, splitLines } from "../jsonl/lines.js";
import { inRange } from "../jsonl/read-runs.js";
import { type BatchRow, damagedRows, type RowPages } from "./row-pages.js";

/** A run is handed on from this many bytes on, as that of a file is. */
const runBytes = 8 * 1024;
/** Where bytes are counted from when a reading begins within a log: not where the log begins. */
const withinLog = 1;

/** What a thread's row says of its events. */
export interface ReadThread {
  readonly threadId: string;
  /** How messages name it. */
  readonly file: string;
  readonly pages: RowPages;
  /** Offset of its first own event. */
  readonly first: number;
  readonly head: number;
  /** The last offset of its last row; null: it has no rows. */
  readonly lastStored: number | null;
  readonly sizeBytes: number;
}

type Runs = AsyncGenerator<readonly LogEvent[], void, undefined>;

/**
 * Events of a thread's rows, oldest first, in runs of whole batches. Damage that is not met on the way is
 * not looked for.
 *
 * @throws {RefoldError} `damaged-log`: without `onDamage`
 * @throws {RefoldError} `needs-newer-version`: unless `newer` is `ignore`
 */
export async function* readRows(thread: ReadThread, options: ReadOptions): Runs {
  const { threadId, pages, first, head } = thread;
  const { from = 0, to = Infinity, newer = "refuse" } = options;
  const [start, end] = [Math.max(from, first), Math.min(to, head - 1)];
  const damage = new RowDamage(thread, options.onDamage);
  if (to >= head - 1) damage.tellSurplus();
  if (start > end) return;
  let position = start === first ? 0 : withinLog;
  const begin = { byte: position, offset: first, newer, threadId };
  const assembly = new BatchAssembly(damage.report, begin);
  let due = position + runBytes;
  let newest = start - 1;
  let lastRow = start - 1;
  try {
    // The rest is read where the last batch of the range cannot be told to be whole without it.
    const more = () =>
      newest < end && end < head - 1 ? pages.forward(end + 1, head - 1, false) : [];
    for await (const row of inTurn(pages.forward(start, end), more)) {
      if (lastRow < start && row.first > start) damage.tellMissing(start);
      damage.enter(row, position);
      for (const line of splitLines(row.lines, position)) assembly.push(line);
      position += row.lines.length;
      lastRow = row.last;
      newest = assembly.run.at(-1)?.offset ?? newest;
      if (position < due && newest < end) continue;
      due = position + runBytes;
      await damage.tell();
      yield* wantedOf(assembly, start, end);
      if (newest >= end) return;
    }
    if (lastRow >= head - 1) assembly.finish(position);
    await damage.tell();
  } catch (error) {
    throw await damage.located(error);
  }
  yield* wantedOf(assembly, start, end);
  if (lastRow < head - 1) damage.tellMissing(Math.max(start, lastRow + 1));
}

/**
 * The whole batches of a thread's rows as they are, from the batch at `from` on.
 * @throws {RefoldError} `damaged-log`
 */
export async function* readRowLines(
  thread: ReadThread,
  from: number,
): AsyncGenerator<Buffer, void, undefined> {
  const { threadId, pages, first, head } = thread;
  const start = Math.max(from, first);
  const damage = new RowDamage(thread, undefined);
  damage.tellSurplus();
  if (start >= head) return;
  let position = start === first ? 0 : withinLog;
  const begin = { byte: position, offset: first, newer: "ignore", threadId } as const;
  const assembly = new BatchAssembly(damage.report, begin);
  let given = position;
  let held = Buffer.alloc(0); // from `given` on
  let next = start;
  try {
    for await (const row of pages.forward(start, head - 1)) {
      if (next === start && row.first > start) damage.tellMissing(start);
      const before = next === start ? start - row.first : 0;
      damage.enter(row, position, before);
      const lines = splitLines(row.lines, position).slice(before);
      const skipped = (lines[0]?.start ?? position) - position;
      if (next === start) given = position + skipped;
      for (const line of lines) assembly.push(line);
      held = Buffer.concat([held, row.lines.subarray(next === start ? skipped : 0)]);
      assembly.run = [];
      position += row.lines.length;
      next = row.last + 1;
      const whole = held.subarray(0, Math.max(0, assembly.endByte - given));
      if (whole.length === 0) continue;
      yield whole;
      held = held.subarray(whole.length);
      given += whole.length;
    }
    if (next >= head) assembly.finish(position);
  } catch (error) {
    throw await damage.located(error);
  }
  if (next < head) damage.tellMissing(next);
}

/**
 * Events of a thread's rows from `from` downwards, batch by batch, newest first.
 * @throws {RefoldError} `damaged-log`: where damage is met
 */
export async function* readRowsBackward(thread: ReadThread, options: BackwardOptions): Runs {
  const { threadId, file, pages, head } = thread;
  const { from = Infinity, newer = "refuse" } = options;
  const damage = new RowDamage(thread, undefined);
  const isWhole = from >= head - 1;
  if (isWhole) damage.tellSurplus();
  const whose = isWhole ? { threadId } : {}; // what begins last before an offset may be an ancestor
  let newest: number | null = null; // the last offset that is read
  const damageAt = (line: RawLine, found: Pick<LogDamage, "reason" | "offset">): LogDamage => ({
    ...{ file, line: 1, byte: line.start, bytes: line.sizeBytes + 1, reason: found.reason },
    offset: found.offset ?? newest,
  });
  const assembly = new BackwardAssembly({ isSealed: true, damageAt }, { newer, ...whose });
  let position = thread.sizeBytes;
  try {
    for await (const row of pages.backward(from)) {
      if (newest === null && isWhole && row.last < head - 1) damage.tellMissing(row.last + 1);
      newest ??= row.last;
      position -= row.lines.length;
      damage.enter(row, position);
      for (const line of splitLines(row.lines, position).reverse()) {
        const wanted = inRange(assembly.push(line)?.events ?? [], 0, from);
        if (wanted.length > 0) yield wanted;
      }
    }
    if (newest === null && isWhole) damage.tellMissing(thread.first);
    const wanted = inRange(assembly.finish()?.events ?? [], 0, from);
    if (wanted.length > 0) yield wanted;
  } catch (error) {
    throw await damage.located(error);
  }
}

/**
 * What is damaged in the rows of a reading, told of with its place in the thread: the reading counts bytes
 * from where it began only, and what is before that is asked for where something is damaged.
 */
class RowDamage {
  readonly report: DamageReport;
  #found: LogDamage[] = [];
  /** The row that was read first, and where it begins as the reading counts bytes and lines. */
  #first: { readonly offset: number; readonly start: number; readonly line: number } | undefined;

  constructor(
    private readonly thread: ReadThread,
    private readonly onDamage: ReadOptions["onDamage"],
  ) {
    this.report = new DamageReport({
      file: thread.file,
      firstLine: () => 1,
      onDamage: onDamage && ((damage) => this.#found.push(damage)),
      findLost: () => null,
    });
  }

  /** The reading comes to a row. @param skipped so many of its lines are not read */
  enter(row: BatchRow, start: number, skipped = 0): void {
    this.#first ??= { offset: row.first, start, line: 1 - skipped };
  }

  /** Tells of what was found since it was last asked to. */
  async tell(): Promise<void> {
    const found = this.#found;
    this.#found = [];
    for (const damage of found) this.onDamage?.(await this.#locate(damage));
  }

  /** An error of a reading, with the place of its damage. */
  async located(error: unknown): Promise<unknown> {
    if (!isRefoldError(error, "damaged-log") || !("reason" in error.details)) return error;
    return damagedRows(await this.#locate(error.details));
  }

  async #locate(damage: LogDamage): Promise<LogDamage> {
    if (this.#first === undefined) return damage;
    const { offset: from, start, line } = this.#first;
    const { pages, first } = this.thread;
    const offset = damage.offset ?? from + damage.line - line;
    const byte = (await pages.bytesBefore(from)) + damage.byte - start;
    return { ...damage, offset, byte, line: offset - first + 1 };
  }

  /** There is no row of an offset, though the thread goes from before it to after it. */
  tellMissing(offset: number): void {
    this.#tellAt(offset, "offset-gap");
  }

  /** There are rows after the thread's head. */
  tellSurplus(): void {
    const { head, lastStored } = this.thread;
    if (lastStored !== null && lastStored >= head) this.#tellAt(head, "offset-repeat");
  }

  #tellAt(offset: number, reason: LogDamage["reason"]): void {
    const { file, first } = this.thread;
    const byte = offset === first ? 0 : this.thread.sizeBytes;
    const damage = { file, line: offset - first + 1, byte, bytes: 0, offset, reason };
    if (this.onDamage === undefined) throw damagedRows(damage);
    this.onDamage(damage);
  }
}

function* wantedOf(assembly: BatchAssembly, from: number, to: number) {
  const wanted = inRange(assembly.run, from, to);
  assembly.run = [];
  if (wanted.length > 0) yield wanted;
}

async function* inTurn<T>(before: AsyncIterable<T>, after: () => AsyncIterable<T> | Iterable<T>) {
  yield* before;
  yield* after();
}
