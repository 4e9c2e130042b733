import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { RefoldError } from "../../errors.js";
import { fromPg, type PgPool, type PostgresAccess } from "./access.js";
import { parseDatabaseUrl } from "./database-url.js";

/** A database that a home names, with connections of its own. */
export interface DatabaseConnection {
  readonly access: PostgresAccess;
  readonly schema: string | undefined;
  /** For people: never with a password. */
  readonly name: string;
  readonly close: () => Promise<void>;
}

const connectTimeoutMs = 10_000;

/**
 * Connects to a database by `pg`, when it is first asked.
 * @throws {RefoldError} `invalid-argument`: the home is no URL of a database
 * @throws {RefoldError} `database-driver-missing`: `pg` is not installed
 */
export async function connectDatabase(home: string): Promise<DatabaseConnection> {
  const { url, schema, name } = parseDatabaseUrl(home);
  const Pool = await loadPool();
  const pool = new Pool({
    connectionString: url,
    application_name: "refold",
    connectionTimeoutMillis: connectTimeoutMs,
    allowExitOnIdle: true,
  });
  pool.on("error", () => undefined); // of a connection that nobody uses: whoever asks next connects anew
  return { access: fromPg(pool), schema, name, close: () => pool.end() };
}

interface Pool extends PgPool {
  on(event: "error", listener: (error: Error) => void): unknown;
  end(): Promise<void>;
}

type PoolClass = new (options: {
  readonly connectionString: string;
  readonly application_name: string;
  readonly connectionTimeoutMillis: number;
  readonly allowExitOnIdle: boolean;
}) => Pool;

/** Beside Refold, else in the project that the command is run in. */
async function loadPool(): Promise<PoolClass> {
  const name = "pg";
  const loaded = await importDriver(name).catch((cause: unknown) => {
    const path = driverOfProject(name);
    if (path === null) throw driverMissing(cause);
    return importDriver(pathToFileURL(path).href);
  });
  if (hasPool(loaded)) return loaded.default.Pool;
  throw driverMissing(undefined);
}

/** The name is no literal: bundlers fail on one whose package is not installed. */
function importDriver(name: string): Promise<unknown> {
  return import(/* @vite-ignore */ /* webpackIgnore: true */ name);
}

/** Null: the project has none. Bundlers resolve themselves what an imported `createRequire` is asked for. */
function driverOfProject(name: string): string | null {
  const { createRequire } = process.getBuiltinModule("node:module");
  try {
    return createRequire(join(process.cwd(), "package.json")).resolve(name);
  } catch {
    return null; // which is reported as what it is: missing in both places
  }
}

function hasPool(loaded: unknown): loaded is { readonly default: { readonly Pool: PoolClass } } {
  if (typeof loaded !== "object" || loaded === null || !("default" in loaded)) return false;
  const { default: driver } = loaded;
  return (
    (typeof driver === "function" || (typeof driver === "object" && driver !== null)) &&
    "Pool" in driver &&
    typeof driver.Pool === "function"
  );
}

function driverMissing(cause: unknown): RefoldError<"database-driver-missing"> {
  const message = "the driver for PostgreSQL (pg) is not installed";
  const remedy =
    "install it beside refold, npm install pg (or npm install --global pg), or in this project";
  return new RefoldError("database-driver-missing", {}, { message, remedy }, { cause });
}
