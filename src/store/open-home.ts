import { homeText, isDatabase } from "./jsonl/home.js";
import { jsonlStore, type JsonlStore } from "./jsonl/jsonl-store.js";
import type { PostgresStore } from "./postgres/postgres-store.js";

/** Where threads live, open. `store` is what all homes have in common; `close` ends it. */
export type Home = FolderHome | DatabaseHome;

export interface FolderHome {
  readonly kind: "folder";
  /** The folder's absolute path. */
  readonly name: string;
  readonly store: JsonlStore;
  readonly close: () => Promise<void>;
}

export interface DatabaseHome {
  readonly kind: "database";
  /** The database's URL, without the password. */
  readonly name: string;
  readonly store: PostgresStore;
  readonly close: () => Promise<void>;
}

/**
 * Opens the home that a text names: a folder, or the URL of a PostgreSQL database
 * (docs/postgres.md).
 *
 * @param asked absent: `REFOLD_HOME`, else `~/.refold`
 * @throws {RefoldError} `invalid-argument`: it begins like the URL of a database, and is none
 * @throws {RefoldError} `database-driver-missing`
 */
export async function openHome(asked?: string): Promise<Home> {
  const text = homeText(asked);
  if (isDatabase(text)) return openDatabase(text);
  const store = jsonlStore({ home: text });
  return { kind: "folder", name: store.home, store, close: () => store.close() };
}

/** Opens a home, works with it, and closes it. */
export async function withHome<Result>(
  asked: string | undefined,
  work: (home: Home) => Promise<Result>,
): Promise<Result> {
  const home = await openHome(asked);
  try {
    return await work(home);
  } finally {
    await home.close();
  }
}

/** What databases need is loaded where a home is one. */
async function openDatabase(text: string): Promise<DatabaseHome> {
  const { connectDatabase } = await import("./postgres/connect.js");
  const { postgresStore } = await import("./postgres/postgres-store.js");
  const { access, schema, name, close } = await connectDatabase(text);
  const store = postgresStore({ ...access, schema, name });
  return {
    ...{ kind: "database", name, store },
    close: async () => {
      await store.close();
      await close();
    },
  };
}
