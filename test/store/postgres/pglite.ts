import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
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

/** It takes a second to start: the files that a worker runs share one. */
let started: Promise<PGlite> | undefined;

async function start(): Promise<PGlite> {
  const database = await createDatabase();
  await migrate(fromPglite(database), { schema });
  return database;
}

/** To make its files takes three times as long as to start it: they are kept for workers that begin later. */
async function createDatabase(): Promise<PGlite> {
  const path = `node_modules/.cache/refold/pglite-${versionOfPglite()}.tar`;
  if (existsSync(path)) return PGlite.create({ loadDataDir: new Blob([readFileSync(path)]) });
  const database = await PGlite.create();
  const files = await database.dumpDataDir("none");
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(`${path}.${process.pid}`, Buffer.from(await files.arrayBuffer()));
  renameSync(`${path}.${process.pid}`, path);
  return database;
}

function versionOfPglite(): string {
  const manifest = readFileSync("node_modules/@electric-sql/pglite/package.json", "utf8");
  return /"version": "([^"]+)"/.exec(manifest)?.[1] ?? "";
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
