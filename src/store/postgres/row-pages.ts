import { type LogDamage, RefoldError } from "../../errors.js";
import type { Row, SqlValue } from "./access.js";
import type { Database } from "./database.js";
import { bytesIn, countIn } from "./rows.js";

/** Who wants the newest events only should not pay for more: pages grow. */
const firstPage = { rows: 16, bytes: 64 * 1024 };
const largestPage = { rows: 1024, bytes: 4 * 1024 * 1024 };
const pageGrowth = 4;

/** The newest row, whatever its offset. */
const newest = Number.MAX_SAFE_INTEGER;

interface PageCall {
  readonly name: "page_forward" | "page_backward";
  /** But those for the size of the page. */
  readonly params: readonly SqlValue[];
}

/** The rows of one thread, page by page. */
export class RowPages {
  constructor(
    private readonly database: Database,
    private readonly threadId: string,
  ) {}

  /**
   * Oldest first: the rows that begin in a range, both ends inclusive.
   * @param isHolding and before them the row that holds `from`
   */
  forward(from: number, to: number, isHolding = true): AsyncGenerator<BatchRow, void, undefined> {
    const pageFrom = (start: number, holds: boolean): PageCall => ({
      name: "page_forward",
      params: [this.threadId, start, to, holds],
    });
    return this.#pages(pageFrom(from, isHolding), ({ last }) =>
      last < to ? pageFrom(last + 1, false) : undefined,
    );
  }

  /** Newest first, from the row that holds `from`; where that is cut, from the next that is not. */
  backward(from: number): AsyncGenerator<BatchRow, void, undefined> {
    const pageFrom = (start: number, holds: boolean): PageCall => ({
      name: "page_backward",
      params: [this.threadId, start, holds],
    });
    const start = Math.min(from, newest);
    return this.#pages(pageFrom(start, start < newest), ({ first }) =>
      first > 0 ? pageFrom(first - 1, false) : undefined,
    );
  }

  /** The row that holds an offset. */
  async at(offset: number): Promise<BatchRow | undefined> {
    for await (const row of this.forward(offset, offset)) return row;
    return undefined;
  }

  async bytesBefore(first: number): Promise<number> {
    const sql = `select coalesce(sum(octet_length(lines)), 0) as bytes from {batch}
      where thread = $1 and first < $2`;
    const [row = {}] = await this.database.read(sql, [this.threadId, first]);
    return countIn(row, "bytes");
  }

  /** @param after what asks for the rows after one; undefined: it is the last */
  async *#pages(
    start: PageCall,
    after: (row: BatchRow) => PageCall | undefined,
  ): AsyncGenerator<BatchRow, void, undefined> {
    let call: PageCall | undefined = start;
    for (let page = firstPage; call !== undefined; page = larger(page)) {
      this.database.checkOpen();
      const params: readonly SqlValue[] = [...call.params, page.rows, page.bytes];
      const rows = await this.database.call(call.name, params, "reading");
      call = undefined;
      for (const each of rows) {
        const row = batchRow(each);
        call = after(row);
        yield row;
      }
    }
  }
}

function larger({ rows, bytes }: typeof firstPage): typeof firstPage {
  return {
    rows: Math.min(rows * pageGrowth, largestPage.rows),
    bytes: Math.min(bytes * pageGrowth, largestPage.bytes),
  };
}

/** A row of the table of batches. */
export interface BatchRow {
  readonly first: number;
  readonly last: number;
  readonly lines: Buffer;
}

function batchRow(row: Row): BatchRow {
  return {
    first: countIn(row, "first"),
    last: countIn(row, "last"),
    lines: bytesIn(row, "lines"),
  };
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
