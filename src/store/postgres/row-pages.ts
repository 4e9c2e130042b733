import type { SqlValue } from "./access.js";
import type { Database } from "./database.js";
import { type BatchRow, batchRow } from "./row-lines.js";
import { numberIn, countIn } from "./rows.js";

/** Who wants the newest events only should not pay for more: pages grow. */
const firstPage = { rows: 16, bytes: 64 * 1024 };
const largestPage = { rows: 1024, bytes: 4 * 1024 * 1024 };
const pageGrowth = 4;

interface PageQuery {
  readonly sql: string;
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
    return this.#forward("$2", from, to);
  }

  /** The same, and before them the row that holds `from`. */
  holding(from: number, to: number): AsyncGenerator<BatchRow, void, undefined> {
    const start = "coalesce((select max(first) from {batch} where thread = $1 and first <= $2), 0)";
    return this.#forward(start, from, to);
  }

  /** Newest first, from the row that holds `from`; where that is cut, from the next that is not. */
  async *backward(from: number): AsyncGenerator<BatchRow, void, undefined> {
    const sql = `select first, last, lines from (
        select first, last, lines,
          sum(octet_length(lines)) over (order by first desc) - octet_length(lines) as bytes_before
        from {batch} where thread = $1 and first <= $2 order by first desc limit $3
      ) page where bytes_before < $4 order by first desc`;
    const start = from === Infinity ? Number.MAX_SAFE_INTEGER : await this.#wholeFrom(from);
    yield* this.#pages({ sql, params: [this.#threadId, start] }, ({ first }) => ({
      sql,
      params: [this.#threadId, first - 1],
    }));
  }

  /** The row that holds an offset. */
  async at(offset: number): Promise<BatchRow | undefined> {
    const sql = `select first, last, lines from {batch}
      where thread = $1 and first <= $2 order by first desc limit 1`;
    const [row] = await this.#database.read(sql, [this.#threadId, offset]);
    return row && batchRow(row);
  }

  async bytesBefore(first: number): Promise<number> {
    const sql = `select coalesce(sum(octet_length(lines)), 0) as bytes from {batch}
      where thread = $1 and first < $2`;
    const [row = {}] = await this.#database.read(sql, [this.#threadId, first]);
    return countIn(row, "bytes");
  }

  #forward(start: string, from: number, to: number) {
    const sqlFrom = (bound: string) => `select first, last, lines from (
        select first, last, lines,
          sum(octet_length(lines)) over (order by first) - octet_length(lines) as bytes_before
        from {batch} where thread = $1 and first >= ${bound} and first <= $3
        order by first limit $4
      ) page where bytes_before < $5 order by first`;
    const next = sqlFrom("$2");
    const query = { sql: sqlFrom(start), params: [this.#threadId, from, to] };
    return this.#pages(query, ({ last }) =>
      last < to ? { sql: next, params: [this.#threadId, last + 1, to] } : undefined,
    );
  }

  /** @param after what asks for the rows after one; undefined: it is the last */
  async *#pages(
    start: PageQuery,
    after: (row: BatchRow) => PageQuery | undefined,
  ): AsyncGenerator<BatchRow, void, undefined> {
    let query: PageQuery | undefined = start;
    for (let page = firstPage; query !== undefined; page = larger(page)) {
      this.#database.checkOpen();
      const params: readonly SqlValue[] = [...query.params, page.rows, page.bytes];
      const rows = await this.#database.read(query.sql, params);
      query = undefined;
      for (const each of rows) {
        const row = batchRow(each);
        query = after(row);
        yield row;
      }
    }
  }

  async #wholeFrom(offset: number): Promise<number> {
    const sql = `select min(first) as first from {batch} where thread = $1 and not is_cut
      and first >= (select max(first) from {batch} where thread = $1 and first <= $2)`;
    const [row = {}] = await this.#database.read(sql, [this.#threadId, offset]);
    return numberIn(row, "first") ?? offset;
  }
}

function larger({ rows, bytes }: typeof firstPage): typeof firstPage {
  return {
    rows: Math.min(rows * pageGrowth, largestPage.rows),
    bytes: Math.min(bytes * pageGrowth, largestPage.bytes),
  };
}
