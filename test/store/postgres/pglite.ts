import { PGlite } from "@electric-sql/pglite";
import { afterAll, beforeAll } from "vitest";
import { fromPglite, type PostgresAccess } from "../../../src/store/postgres/access.js";
import {
  postgresStore,
  type PostgresStore,
  type PostgresStoreOptions,
} from "../../../src/store/postgres/postgres-store.js";
import { migrate } from "../../../src/store/postgres/schema.js";

const startMs = 60_000;

/** A database in the process, for all tests of a file. */
export interface PgliteUnderTest {
  readonly database: PGlite;
  readonly access: PostgresAccess;
  /** Makes a schema that nobody used. */
  newSchema(): Promise<string>;
  /** A store in a new schema. */
  newStore(options?: Partial<PostgresStoreOptions>): Promise<PostgresStore>;
}

export function usePglite(): PgliteUnderTest {
  let database: PGlite | undefined;
  let schemas = 0;
  const opened = (): PGlite => {
    if (database === undefined) throw new Error("the database is opened before the tests");
    return database;
  };
  beforeAll(async () => {
    database = await PGlite.create();
  }, startMs);
  afterAll(() => database?.close());
  return {
    get database() {
      return opened();
    },
    get access() {
      return fromPglite(opened());
    },
    async newSchema() {
      schemas += 1;
      const schema = `s${schemas}`;
      await migrate(this.access, { schema });
      return schema;
    },
    async newStore(options = {}) {
      return postgresStore({ ...this.access, schema: await this.newSchema(), ...options });
    },
  };
}
