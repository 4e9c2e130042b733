import { invalidArgument } from "../../errors.js";

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
