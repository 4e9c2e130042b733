import type { SqlValue } from "./access.js";
import type { Database } from "./database.js";
import { type BatchRow, batchRow } from "./row-lines.js";
import { countIn } from "./rows.js";

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
  readonly #database: Database;
  readonly #threadId: string;

  constructor(database: Database, threadId: string) {
    this.#database = database;
    this.#threadId = threadId;
  }

  /** Oldest first: the rows that begin in a range; both ends are inclusive. */
  beginningIn(from: number, to: number): AsyncGenerator<BatchRow, void, undefined> {
    return this.#pages(this.#forward(from, to, false), ({ last }) =>
      last < to ? this.#forward(last + 1, to, false) : undefined,
    );
  }

  /** The same, and before them the row that holds `from`. */
  holding(from: number, to: number): AsyncGenerator<BatchRow, void, undefined> {
    return this.#pages(this.#forward(from, to, true), ({ last }) =>
      last < to ? this.#forward(last + 1, to, false) : undefined,
    );
  }

  /** Newest first, from the row that holds `from`; where that is cut, from the next that is not. */
  backward(from: number): AsyncGenerator<BatchRow, void, undefined> {
    const start = from === Infinity ? newest : from;
    return this.#pages(this.#backward(start, start < newest), ({ first }) =>
      first > 0 ? this.#backward(first - 1, false) : undefined,
    );
  }

  /** The row that holds an offset. */
  async at(offset: number): Promise<BatchRow | undefined> {
    for await (const row of this.holding(offset, offset)) return row;
    return undefined;
  }

  async bytesBefore(first: number): Promise<number> {
    const sql = `select coalesce(sum(octet_length(lines)), 0) as bytes from {batch}
      where thread = $1 and first < $2`;
    const [row = {}] = await this.#database.read(sql, [this.#threadId, first]);
    return countIn(row, "bytes");
  }

  #forward(from: number, to: number, isHolding: boolean): PageCall {
    return { name: "page_forward", params: [this.#threadId, from, to, isHolding] };
  }

  #backward(from: number, isHolding: boolean): PageCall {
    return { name: "page_backward", params: [this.#threadId, from, isHolding] };
  }

  /** @param after what asks for the rows after one; undefined: it is the last */
  async *#pages(
    start: PageCall,
    after: (row: BatchRow) => PageCall | undefined,
  ): AsyncGenerator<BatchRow, void, undefined> {
    let call: PageCall | undefined = start;
    for (let page = firstPage; call !== undefined; page = larger(page)) {
      this.#database.checkOpen();
      const params: readonly SqlValue[] = [...call.params, page.rows, page.bytes];
      const rows = await this.#database.call(call.name, params, "reading");
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
