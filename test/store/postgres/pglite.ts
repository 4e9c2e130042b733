import { PGlite } from "@electric-sql/pglite";
import { beforeAll } from "vitest";
import { fromPglite, type PostgresAccess } from "../../../src/store/postgres/access.js";
import {
  postgresStore,
  type PostgresStore,
  type PostgresStoreOptions,
} from "../../../src/store/postgres/postgres-store.js";
import { migrate } from "../../../src/store/postgres/schema.js";

/** The schema of all tests: to make another takes longer than most of them. */
export const schema = "tested";
const startMs = 60_000;

export interface PgliteUnderTest {
  readonly database: PGlite;
  readonly access: PostgresAccess;
  /** Empties the tables, whatever a trigger says. */
  empty(): Promise<void>;
  /** A store over tables that are emptied for it. */
  newStore(options?: Partial<PostgresStoreOptions>): Promise<PostgresStore>;
}

/** It takes seconds to start: the files that a worker runs share one. */
let started: Promise<PGlite> | undefined;

async function start(): Promise<PGlite> {
  const database = await PGlite.create();
  await migrate(fromPglite(database), { schema });
  return database;
}

/** A database in the process, for the tests of a file. */
export function usePglite(): PgliteUnderTest {
  let opened: PGlite | undefined;
  beforeAll(async () => {
    started ??= start();
    opened = await started;
  }, startMs);
  return {
    get database() {
      if (opened === undefined) throw new Error("the database is opened before the tests");
      return opened;
    },
    get access() {
      return fromPglite(this.database);
    },
    async empty() {
      const tables = ["thread", "batch", "blob", "blob_ref", "followed"];
      await this.database.exec(`
        set session_replication_role = replica;
        ${tables.map((table) => `delete from ${schema}.${table};`).join("\n")}
        set session_replication_role = origin;`);
    },
    async newStore(options = {}) {
      await this.empty();
      return postgresStore({ ...this.access, schema, ...options });
    },
  };
}
