import { RefoldError, isRefoldError, type LogDamage } from "../../errors.js";
import type { RawLine } from "../jsonl/lines.js";
import type { Row } from "./access.js";
import { bytesIn, countIn } from "./rows.js";

/** A row of the table of batches. */
export interface BatchRow {
  readonly first: number;
  readonly last: number;
  readonly lines: Buffer;
}

export function batchRow(row: Row): BatchRow {
  return {
    first: countIn(row, "first"),
    last: countIn(row, "last"),
    lines: bytesIn(row, "lines"),
  };
}

const lineFeed = 0x0a;

/** The lines of a row, oldest first. @param start of the row, as the reading counts bytes */
export function linesOf({ lines }: BatchRow, start: number): RawLine[] {
  const found: RawLine[] = [];
  for (let at = 0; at < lines.length;) {
    const feed = lines.indexOf(lineFeed, at);
    // Without its line feed a row was cut short, even if nothing else is missing.
    const bytes = feed === -1 ? lines.subarray(at, -1) : lines.subarray(at, feed);
    found.push({ start: start + at, bytes, sizeBytes: bytes.length });
    at = feed === -1 ? lines.length : feed + 1;
  }
  return found;
}

/** A row, and where it begins as the reading counts bytes. */
interface PlacedRow {
  readonly start: number;
  readonly row: BatchRow;
}

interface PlacedThread {
  /** Offset of its first own event. */
  readonly first: number;
  readonly pages: { bytesBefore(first: number): Promise<number> };
}

/** How many rows are remembered: what is damaged is told of when the next whole batch was read. */
const rememberedRows = 64;

/** Where in the thread's log the rows of a reading are: asked for where something is damaged only. */
export class RowPlaces {
  readonly #thread: PlacedThread;
  #rows: PlacedRow[] = [];

  constructor(thread: PlacedThread) {
    this.#thread = thread;
  }

  add(row: BatchRow, start: number): void {
    this.#rows.push({ start, row });
    if (this.#rows.length > 2 * rememberedRows) this.#rows = this.#rows.slice(-rememberedRows);
  }

  /** The same damage with its place in the thread: the reading knows bytes from where it began only. */
  async locate(damage: LogDamage): Promise<LogDamage> {
    const { pages, first } = this.#thread;
    const placed = this.#rowAt(damage.byte);
    if (placed === undefined) return damage;
    const { start, row } = placed;
    const before = row.lines.subarray(0, damage.byte - start);
    const offset = damage.offset ?? row.first + lineFeedsIn(before);
    const byte = (await pages.bytesBefore(row.first)) + damage.byte - start;
    return { ...damage, offset, byte, line: offset - first + 1 };
  }

  /** An error of a reading, with the place of its damage. */
  async located(error: unknown): Promise<unknown> {
    if (!isRefoldError(error, "damaged-log") || !("reason" in error.details)) return error;
    return damagedRows(await this.locate(error.details));
  }

  #rowAt(byte: number): PlacedRow | undefined {
    const isAt = ({ start, row }: PlacedRow) => byte >= start && byte <= start + row.lines.length;
    return this.#rows.find(isAt) ?? this.#rows.at(-1);
  }
}

function lineFeedsIn(bytes: Buffer): number {
  let count = 0;
  for (const byte of bytes) count += byte === lineFeed ? 1 : 0;
  return count;
}

/** Rows of a thread are not what was appended. */
export function damagedRows(damage: LogDamage): RefoldError<"damaged-log"> {
  const { file, offset, reason } = damage;
  const at = offset === null ? "" : ` at offset ${offset}`;
  return new RefoldError("damaged-log", damage, {
    message: `${file}: damage (${reason})${at}`,
    remedy:
      "read around the damage (`onDamage`), or restore the rows of this thread in `batch` from a backup",
  });
}
