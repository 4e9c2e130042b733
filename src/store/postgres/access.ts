import { codeOf } from "./failures.js";

/** A row of an answer, by the names of its columns. */
export type Row = Readonly<Record<string, unknown>>;

/** What a statement takes: bytes are a `bytea`. */
export type SqlValue = string | number | boolean | Uint8Array | null;

/**
 * The way to a PostgreSQL database. Each call may use another connection of a pool: no statement relies
 * on a session, so that poolers may stand between.
 */
export interface PostgresAccess {
  /**
   * Runs one statement. A `bytea` comes out as a `Uint8Array` or in hexadecimal (`\\x…`), a `bigint` as anything that
   * `Number` takes.
   * @param name of a statement that is run often: one that may be prepared under it, once for each connection.
   *   The same name is always the same statement. May be ignored
   */
  query(
    sql: string,
    params: readonly SqlValue[],
    name?: string,
  ): Promise<{ readonly rows: readonly Row[] }>;
  /**
   * Calls `wake` at each `NOTIFY` on a channel. Absent: followers look for what is new at intervals, as
   * they do anyway where notifications get lost.
   * @returns what ends the listening
   */
  listen?(channel: string, wake: (payload: string) => void): Promise<() => Promise<void>>;
}

/** What is used of a `Pool` of `pg`. */
export interface PgPool {
  query(statement: PgStatement): Promise<{ readonly rows: readonly Row[] }>;
  connect(): Promise<PgClient>;
  readonly options?: { readonly max?: number | undefined };
}

interface PgStatement {
  readonly text: string;
  readonly values: SqlValue[];
  readonly name?: string;
}

/** What is used of a client of `pg`. */
export interface PgClient {
  query(sql: string): Promise<unknown>;
  on(event: "notification", listener: (heard: PgNotification) => void): unknown;
  on(event: "error", listener: (error: Error) => void): unknown;
  release(destroy?: boolean): void;
}

interface PgNotification {
  readonly channel: string;
  readonly payload?: string | undefined;
}

/**
 * The way through a pool of `pg`. While somebody follows a thread, one connection of the pool listens for all
 * of them, so a pool of one connection does not listen. Statements that are run often are prepared, until a pooler
 * shows that it stands between.
 */
export function fromPg(pool: PgPool): PostgresAccess {
  const query = preparing(pool);
  if (pool.options?.max === 1) return { query };
  const listeners = new PgListeners(pool);
  return { query, listen: (channel, wake) => listeners.listen(channel, wake) };
}

/**
 * What is said of a prepared statement that the connection behind a pooler does not have, or has already, and of
 * one that was prepared before its function was made anew. The statement was not run.
 */
const unprepared: ReadonlySet<string> = new Set(["26000", "42P05", "0A000"]);

function preparing(pool: PgPool): PostgresAccess["query"] {
  let prepares = true;
  return async (text, params, name) => {
    const values = [...params];
    if (!prepares || name === undefined) return pool.query({ text, values });
    try {
      return await pool.query({ text, values, name });
    } catch (error) {
      if (!unprepared.has(codeOf(error))) throw error;
      prepares = false;
      return pool.query({ text, values });
    }
  };
}

/** All that listen over one connection, which is taken from the pool for the first and closed after the last. */
class PgListeners {
  readonly #listeners = new Set<{ readonly channel: string; wake(payload: string): void }>();
  #client: Promise<PgClient> | undefined;
  /** A client of `pg` is to be given one statement at a time. */
  #asked: Promise<unknown> = Promise.resolve();

  constructor(private readonly pool: PgPool) {}

  async listen(channel: string, wake: (payload: string) => void): Promise<() => Promise<void>> {
    const listener = { channel, wake };
    this.#listeners.add(listener);
    const end = async (): Promise<void> => {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0) await this.#close(this.#client);
    };
    try {
      const client = await (this.#client ??= this.#connect());
      const asked = this.#asked.then(() => client.query(`listen "${channel}"`));
      this.#asked = asked.catch(() => undefined);
      await asked;
    } catch (error) {
      await end();
      throw error;
    }
    return end;
  }

  async #connect(): Promise<PgClient> {
    const client = await this.pool.connect();
    client.on("notification", ({ channel, payload = "" }) => {
      for (const each of this.#listeners) if (each.channel === channel) each.wake(payload);
    });
    // Without it followers look for themselves; who begins to follow gets another one.
    client.on("error", () => void this.#close(this.#client));
    return client;
  }

  /** Closed and not given back: nobody else of the pool is to hear of the channels. */
  async #close(connected: Promise<PgClient> | undefined): Promise<void> {
    if (connected === undefined || connected !== this.#client) return;
    this.#client = undefined;
    const client = await connected.catch(() => undefined);
    client?.release(true);
  }
}

/** What is used of a client of `postgres` (Postgres.js). */
export interface PostgresJsClient {
  unsafe(
    sql: string,
    params: SqlValue[],
    options: { prepare: boolean },
  ): PromiseLike<readonly Row[]>;
  listen(channel: string, wake: (payload: string) => void): Promise<{ unlisten(): Promise<void> }>;
}

/** The way through a client of `postgres` (Postgres.js). */
export function fromPostgresJs(client: PostgresJsClient): PostgresAccess {
  return {
    query: async (sql, params) => ({
      rows: await client.unsafe(sql, [...params], { prepare: false }),
    }),
    async listen(channel, wake) {
      const listening = await client.listen(channel, wake);
      return () => listening.unlisten();
    },
  };
}

/** What is used of a PGlite. */
export interface PgliteDatabase {
  query(sql: string, params: SqlValue[]): Promise<{ readonly rows: readonly unknown[] }>;
  listen(channel: string, wake: (payload: string) => void): Promise<() => Promise<void>>;
}

/** The way to a PGlite: PostgreSQL in the process. */
export function fromPglite(database: PgliteDatabase): PostgresAccess {
  return {
    async query(sql, params) {
      const { rows } = await database.query(sql, [...params]);
      return { rows: rows.filter(isRow) };
    },
    listen: (channel, wake) => database.listen(`"${channel}"`, wake),
  };
}

function isRow(value: unknown): value is Row {
  return typeof value === "object" && value !== null;
}
