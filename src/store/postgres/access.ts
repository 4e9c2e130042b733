/** A row of an answer, by the names of its columns. */
export type Row = Readonly<Record<string, unknown>>;

/** What a statement takes: bytes are a `bytea`. */
export type SqlValue = string | number | boolean | Uint8Array | null;

/**
 * The way to a PostgreSQL database. Each call may use another connection of a pool: no statement relies
 * on a session or on a prepared statement, so that poolers may stand between.
 */
export interface PostgresAccess {
  /** Runs one statement. A `bytea` comes out as a `Uint8Array`, a `bigint` as anything that `Number` takes. */
  query(sql: string, params: readonly SqlValue[]): Promise<{ readonly rows: readonly Row[] }>;
  /**
   * Calls `wake` at each `NOTIFY` on a channel. Absent: followers look for what is new at intervals, as
   * they do anyway where notifications get lost.
   * @returns what ends the listening
   */
  listen?(channel: string, wake: (payload: string) => void): Promise<() => Promise<void>>;
}

/** What is used of a `Pool` of `pg`. */
export interface PgPool {
  query(sql: string, params: SqlValue[]): Promise<{ readonly rows: readonly Row[] }>;
  connect(): Promise<PgClient>;
}

/** What is used of a client of `pg`. */
export interface PgClient {
  query(sql: string): Promise<unknown>;
  on(event: "notification", listener: (heard: { payload?: string | undefined }) => void): unknown;
  on(event: "error", listener: (error: Error) => void): unknown;
  release(destroy?: boolean): void;
}

/** The way through a pool of `pg`. */
export function fromPg(pool: PgPool): PostgresAccess {
  return {
    query: (sql, params) => pool.query(sql, [...params]),
    async listen(channel, wake) {
      const client = await pool.connect();
      let isHeld = true;
      const release = async (): Promise<void> => {
        if (isHeld) client.release(true); // closed: nobody else of the pool is to hear of the channel
        isHeld = false;
      };
      client.on("notification", ({ payload = "" }) => {
        wake(payload);
      });
      client.on("error", () => void release()); // followers look for themselves then
      await client.query(`listen "${channel}"`);
      return release;
    },
  };
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
