import { invalidArgument, RefoldError } from "../../errors.js";
import type { PostgresAccess } from "./access.js";
import { codeOf, databaseError } from "./failures.js";
import { version1 } from "./version-1/version-1.js";

/** The tables' versions, oldest first: each is made of the one before, and none is ever taken back. */
const versions: readonly string[] = [version1];

/** The version of the tables that this library reads and writes. */
const schemaVersion = versions.length;

export const defaultSchema = "refold";

export interface SchemaOptions {
  /** Where the tables are. Default `refold`. */
  readonly schema?: string | undefined;
  /** What messages call the database. Default: its schema. */
  readonly name?: string | undefined;
}

/** What `migrate` did: the versions before and after; 0: there were no tables. */
export interface Migration {
  readonly from: number;
  readonly to: number;
}

/**
 * Brings the tables to this library's version, each version in one transaction. Those who do the same at
 * the same time wait for one another.
 *
 * @throws {RefoldError} `schema-mismatch`: the tables are of a later version
 * @throws {RefoldError} `missing-right`: the role may not make them
 */
export async function migrate(
  access: PostgresAccess,
  options: SchemaOptions = {},
): Promise<Migration> {
  const { schema = defaultSchema } = options;
  const from = await readVersion(access, options);
  if (from > schemaVersion) throw schemaMismatch(options, from);
  for (let version = from + 1; version <= schemaVersion; version++) {
    const body = `
      perform pg_advisory_xact_lock(hashtext('refold migrate'));
      if to_regclass('"${schema}".migration') is not null then
        if exists (select from "${schema}".migration where version >= ${version}) then return; end if;
      end if;
      ${migrationSql(schema, version)}`;
    const sql = `do $migration$ begin ${body} end $migration$`;
    await run(access, options, { sql, doing: `making version ${version} of the tables` });
  }
  return { from, to: schemaVersion };
}

/** The SQL by which `migrate` makes the tables, each version in a transaction, for who runs it by hand. */
export function schemaSql({ schema = defaultSchema }: Pick<SchemaOptions, "schema"> = {}): string {
  checkSchemaName(schema);
  return versions
    .map((_, index) => `begin;\n${migrationSql(schema, index + 1)}\ncommit;\n`)
    .join("\n");
}

/** The version of a database's tables; 0: there are none. */
async function readVersion(access: PostgresAccess, options: SchemaOptions = {}): Promise<number> {
  const { schema = defaultSchema } = options;
  checkSchemaName(schema);
  const sql = `select coalesce(max(version), 0) as version from "${schema}".migration`;
  try {
    const { rows } = await access.query(sql, []);
    return Number(rows[0]?.["version"] ?? 0);
  } catch (error) {
    if (noSuchTable.has(codeOf(error))) return 0;
    throw failed(options, "reading the version of the tables", error);
  }
}

/** @throws {RefoldError} `schema-mismatch`: the tables are missing, or of another version than this library's */
export async function checkVersion(access: PostgresAccess, options: SchemaOptions): Promise<void> {
  const found = await readVersion(access, options);
  if (found !== schemaVersion) throw schemaMismatch(options, found);
}

/** What a role may do: `read`, also `append`, or `manage`: also delete threads and collect blobs. */
export type RoleRights = "read" | "append" | "manage";

/**
 * The SQL that gives a role its rights on the tables, for who runs it by hand. No role but their owner may
 * change a batch, or delete one without its thread.
 * @throws {RefoldError} `invalid-argument`: a name is no plain identifier
 */
export function roleSql(
  role: string,
  rights: RoleRights,
  { schema = defaultSchema }: Pick<SchemaOptions, "schema"> = {},
): string {
  checkSchemaName(schema);
  checkSchemaName(role);
  const tables = TABLES.map((name) => `"${schema}".${name}`).join(", ");
  const functions = functionsOf[rights].map((name) => `"${schema}".${name}`);
  return [
    `grant usage on schema "${schema}" to "${role}";`,
    `grant select on ${tables} to "${role}";`,
    ...functions.map((name) => `grant execute on function ${name} to "${role}";`),
    "",
  ].join("\n");
}

/** All of them: a schema may also have those of others. */
const TABLES = ["migration", "thread", "batch", "blob", "blob_ref", "followed"];

const reading = ["extent", "page_forward", "page_backward", "first_bytes", "follow"];
const appending = [
  ...["append", "begin_thread", "hold", "renew", "release", "make_durable", "adopt"],
  ...["keep_blob", "put_blob", "wake"],
];
const functionsOf: Readonly<Record<RoleRights, readonly string[]>> = {
  read: reading,
  append: [...reading, ...appending],
  manage: [...reading, ...appending, "remove", "collect_blobs"],
};

const noSuchTable: ReadonlySet<string> = new Set(["42P01", "3F000"]);

function migrationSql(schema: string, version: number): string {
  const text = (versions[version - 1] ?? "")
    .replaceAll("{schema}", `"${schema}"`)
    .replaceAll("{channel}", channelOf(schema));
  return `${text}\ninsert into "${schema}".migration (version) values (${version});`;
}

async function run(
  access: PostgresAccess,
  options: SchemaOptions,
  { sql, doing }: { readonly sql: string; readonly doing: string },
): Promise<void> {
  try {
    await access.query(sql, []);
  } catch (error) {
    throw failed(options, doing, error);
  }
}

function failed({ schema = defaultSchema, name }: SchemaOptions, doing: string, error: unknown) {
  const database = name ?? `schema ${schema}`;
  const needs = doing.startsWith("reading")
    ? `select on ${schema}.migration`
    : `create on the database, and the ownership of schema ${schema}`;
  return databaseError({ database, doing, needs }, error);
}

function schemaMismatch(
  { schema = defaultSchema, name }: SchemaOptions,
  found: number,
): RefoldError<"schema-mismatch"> {
  const database = name ?? `schema ${schema}`;
  const is = found === 0 ? "has no tables of Refold" : `has tables of version ${found}`;
  return new RefoldError(
    "schema-mismatch",
    { schema, found, expected: schemaVersion },
    {
      message: `${database}: schema ${schema} ${is}; this version of Refold needs ${schemaVersion}`,
      remedy:
        found > schemaVersion
          ? "use a newer version of Refold"
          : "make them: refold migrate --home postgres://… (`migrate` in code)",
    },
  );
}

const schemaName = /^[a-z_][a-z0-9_]{0,47}$/;

/**
 * The name of a schema, fit to stand in SQL.
 * @throws {RefoldError} `invalid-argument`: it is no plain identifier
 */
export function checkSchemaName(schema: string): string {
  if (schemaName.test(schema) && !schema.startsWith("pg_")) return schema;
  throw invalidArgument(
    "the schema's name is not a plain identifier",
    "name it with lower-case letters, digits and _, up to 48, not beginning with a digit or pg_",
  );
}

/** Where followers hear of what is appended: `LISTEN` and `NOTIFY` take it as it is. */
export function channelOf(schema: string): string {
  return `${schema}_events`;
}
