import { invalidArgument } from "../../errors.js";

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
