import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import pg from "pg";
import type { Contender } from "./contender.js";
import { jsonlStore, openRefold, THREAD } from "./refold.js";

type LogEvent = import("../../dist/index.js").LogEvent;

const { fromPg, migrate, postgresStore }: typeof import("../../dist/postgres.js") = await import(
  pathToFileURL(resolve("dist/postgres.js")).href
);

export const refoldPostgres: Contender = {
  async fill(url, { home }) {
    const { store, close } = openStore(url);
    const files = jsonlStore({ home });
    let batch: LogEvent[] = [];
    for await (const event of files.read(THREAD)) {
      batch.push(event);
      if (event.left !== undefined) continue;
      await store.append(THREAD, batch[0]?.offset ?? 0, batch);
      batch = [];
    }
    await files.close();
    await close();
  },
  async open(url) {
    const { store, close } = openStore(url);
    return openRefold(store, close);
  },
};

function openStore(url: string) {
  const pool = new pg.Pool({ connectionString: url });
  const access = fromPg(pool);
  const made = migrate(access);
  const store = postgresStore({
    ...access,
    query: async (sql, params) => {
      await made;
      return access.query(sql, params);
    },
  });
  const close = async () => {
    await store.close();
    await pool.end();
  };
  return { store, close };
}
