import pg from "pg";
import { afterAll, beforeAll } from "vitest";
import { migrate } from "../../src/store/postgres/schema.js";
import { fromPg } from "../../src/store/postgres/access.js";
import {
  postgresStore,
  type PostgresStoreOptions,
} from "../../src/store/postgres/postgres-store.js";
import { postgresUrl } from "./shared-server.js";

let pool: pg.Pool;
let schemas = 0;

/** For a file of tests: connections to the server that the files share. */
export function useServer(): void {
  beforeAll(() => {
    pool = new pg.Pool({ connectionString: postgresUrl });
  });
  afterAll(() => pool.end());
}

export function query(sql: string, params: unknown[] = []) {
  return pool.query<Readonly<Record<string, unknown>>>(sql, params);
}

/** A new schema with empty tables, of this process's own. */
export async function newSchema(on = pool): Promise<string> {
  schemas += 1;
  const schema = `test_${process.pid}_${schemas}`;
  await migrate(fromPg(on), { schema });
  return schema;
}

export function openSchema(schema: string, options: Partial<PostgresStoreOptions> = {}) {
  return postgresStore({ ...fromPg(pool), schema, ...options });
}

/** A store over tables of its own. */
export async function newStore() {
  return openSchema(await newSchema());
}
