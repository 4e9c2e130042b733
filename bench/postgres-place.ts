import { randomBytes } from "node:crypto";
import pg from "pg";
import { fromPg } from "../src/store/postgres/access.js";
import { postgresStore, type PostgresStore } from "../src/store/postgres/postgres-store.js";
import { migrate } from "../src/store/postgres/schema.js";

/** Connections to the server of a run. */
export interface Place {
  readonly pool: pg.Pool;
  readonly close: () => Promise<void>;
}

export function connect(url: unknown): Place {
  const pool = new pg.Pool({ connectionString: String(url), max: 2 });
  return { pool, close: () => pool.end() };
}

export async function one(pool: pg.Pool, sql: string, params: unknown[] = []): Promise<number> {
  const { rows } = await pool.query<{ value: string }>(`select (${sql}) as value`, params);
  return Number(rows[0]?.value);
}

/** Makes a schema with empty tables. @returns its name */
export async function newSchema(pool: pg.Pool): Promise<string> {
  const schema = `bench_${randomBytes(6).toString("hex")}`;
  await migrate(fromPg(pool), { schema });
  return schema;
}

export function openStore(pool: pg.Pool, schema: unknown): PostgresStore {
  return postgresStore({ ...fromPg(pool), schema: String(schema) });
}

export async function dropSchema(pool: pg.Pool, schema: string): Promise<void> {
  await pool.query(`drop schema ${schema} cascade`);
}
