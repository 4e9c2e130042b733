import { PGlite } from "@electric-sql/pglite";
import { fromPglite } from "../../../src/store/postgres/access.js";
import {
  postgresStore,
  type PostgresStore,
  type PostgresStoreOptions,
} from "../../../src/store/postgres/postgres-store.js";
import { migrate } from "../../../src/store/postgres/schema.js";

let schemas = 0;

/** A database in the process, and stores in new schemas of it. */
export async function openPglite() {
  const database = await PGlite.create();
  const access = fromPglite(database);
  return {
    database,
    access,
    async newSchema(): Promise<string> {
      schemas += 1;
      const schema = `s${schemas}`;
      await migrate(access, { schema });
      return schema;
    },
    async newStore(options: Partial<PostgresStoreOptions> = {}): Promise<PostgresStore> {
      return postgresStore({ ...access, schema: await this.newSchema(), ...options });
    },
    close: () => database.close(),
  };
}
