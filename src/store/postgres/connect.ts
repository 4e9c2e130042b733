// eslint-disable-next-line @typescript-eslint/triple-slash-reference -- whoever compiles this file needs it
/// <reference path="./pgpass.d.ts" />
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Client, Pool } from "pg";
import { invalidArgument, RefoldError } from "../../errors.js";
import { fromPg, type PostgresAccess } from "./access.js";

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
  const driver = await loadDriver();
  const pool = new driver.Pool({
    connectionString: await withPassword(url, name, driver),
    application_name: "refold",
    connectionTimeoutMillis: connectTimeoutMs,
    allowExitOnIdle: true,
  });
  pool.on("error", () => undefined); // of a connection that nobody uses: whoever asks next connects anew
  return { access: fromPg(pool), schema, name, close: () => pool.end() };
}

interface Driver {
  readonly Pool: typeof Pool;
  /** One that is not connected says what it would connect with, from the URL and the environment. */
  readonly Client: typeof Client;
}

/** The driver's own reading of password files is deprecated. */
async function withPassword(url: string, name: string, driver: Driver): Promise<string> {
  const { password, host, port, database, user } = clientFor(url, name, driver);
  if (typeof password === "string") return url;
  const { default: findPassword } = await import("pgpass");
  const connection = { host, port, ...(database && { database }), ...(user && { user }) };
  const found = await new Promise<string | undefined>((resolve) => {
    findPassword(connection, resolve);
  });
  if (found === undefined) return url;
  const complete = new URL(url);
  complete.searchParams.set("password", found); // a URL without a host takes none before it
  return complete.href;
}

function clientFor(url: string, name: string, driver: Driver): Client {
  try {
    return new driver.Client({ connectionString: url });
  } catch (error) {
    const why = error instanceof Error ? error.message : "";
    throw invalidArgument(
      `${name}: the driver cannot use the URL: ${why}`,
      "correct its parameters",
    );
  }
}

/** Beside Refold, else in the project that the command is run in. */
async function loadDriver(): Promise<Driver> {
  const name = "pg";
  const loaded = await importDriver(name).catch((cause: unknown) => {
    const path = driverOfProject(name);
    if (path === null) throw driverMissing(cause);
    return importDriver(pathToFileURL(path).href);
  });
  if (isDriver(loaded)) return loaded.default;
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

function isDriver(loaded: unknown): loaded is { readonly default: Driver } {
  if (typeof loaded !== "object" || loaded === null || !("default" in loaded)) return false;
  const { default: driver } = loaded;
  return (
    (typeof driver === "function" || (typeof driver === "object" && driver !== null)) &&
    "Pool" in driver &&
    typeof driver.Pool === "function" &&
    "Client" in driver &&
    typeof driver.Client === "function"
  );
}

function driverMissing(cause: unknown): RefoldError<"database-driver-missing"> {
  const message = "the driver for PostgreSQL (pg) is not installed";
  const remedy =
    "install it beside refold, npm install pg (or npm install --global pg), or in this project";
  return new RefoldError("database-driver-missing", {}, { message, remedy }, { cause });
}

/** What the URL of a database says. */
export interface DatabaseUrl {
  /** For the driver: it may hold a password. */
  readonly url: string;
  /** The schema that `?schema=` names. */
  readonly schema: string | undefined;
  /** For people: without the password, and without parameters but the schema. */
  readonly name: string;
}

/**
 * Reads `postgres://user:password@host:port/database?schema=refold`; what is left out comes from the
 * driver's environment. Messages never hold the text, as a password may be in it.
 * @throws {RefoldError} `invalid-argument`: it is no such URL
 */
export function parseDatabaseUrl(text: string): DatabaseUrl {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^postgres(ql)?:\/\//i.test(text) || isMisread(url)) {
    throw invalidArgument(
      "the home is no URL of a PostgreSQL database",
      "write postgres://user@host/database, with %23, %2F, %3F, %40 for #, /, ?, @ in a name or password",
    );
  }
  const schema = url.searchParams.get("schema") ?? undefined;
  url.searchParams.delete("schema");
  const shown = new URL(url);
  shown.password = "";
  shown.search = schema === undefined ? "" : `?schema=${encodeURIComponent(schema)}`;
  return { url: url.href, schema, name: shown.href };
}

/** A character of a password that is not escaped ends it: what follows would be shown. */
function isMisread({ hash, pathname, search }: URL): boolean {
  return hash !== "" || search.includes("@") || !/^(\/[^/@:]*)?$/.test(pathname);
}
