import { isRefoldError, RefoldError, type RefoldErrorCode } from "../../errors.js";

/** Whose statement failed, and what it was about to do. */
export interface Statement {
  /** The database, for messages: never with a password. */
  readonly database: string;
  readonly doing: string;
  /** The right that the statement needs, as `GRANT` names it. */
  readonly needs: string;
}

/** What the server took back because of another transaction. */
const takenBack: ReadonlySet<string> = new Set(["40001", "40P01"]);

/** Whether a statement may be sent again: its connection was lost, or it met another one. */
export function mayTryAgain(error: unknown): boolean {
  if (isRefoldError(error, "connection-lost")) return true;
  return isRefoldError(error, "database-failed") && takenBack.has(error.details.sqlState);
}

/** What a failed statement is to a caller. An error that is ours already stays as it is. */
export function databaseError(statement: Statement, cause: unknown): RefoldError {
  if (isRefoldError(cause)) return cause;
  const code = codeOf(cause);
  const kind = kindOf(code, cause);
  const { database, doing, needs } = statement;
  const { what, remedy } = endedPool.test(textOf(cause)) ? ENDED_POOL : TEXTS[kind](statement);
  const said = code === "" ? "" : ` (${code})`;
  const text = { message: `${database}: ${doing} failed: ${what}${said}`, remedy };
  if (kind === "missing-right") {
    return new RefoldError(kind, { database, right: needs }, text, { cause });
  }
  return kind === "disk-full"
    ? new RefoldError(kind, { file: database, errno: code }, text, { cause })
    : new RefoldError(kind, { database, sqlState: code }, text, { cause });
}

type Kind = Extract<
  RefoldErrorCode,
  | "database-unreachable"
  | "database-refused"
  | "connection-lost"
  | "missing-right"
  | "database-read-only"
  | "statement-timeout"
  | "disk-full"
  | "database-failed"
>;

const TEXTS: Readonly<
  Record<Kind, (statement: Statement) => { readonly what: string; readonly remedy: string }>
> = {
  "database-unreachable": () => ({
    what: "there is no server that takes the connection",
    remedy: "start the server, or correct its host and port",
  }),
  "database-refused": () => ({
    what: "the server refused the user, the password or the database",
    remedy: "correct user, password and database; the server's log says more",
  }),
  "connection-lost": () => ({
    what: "the connection was lost",
    remedy: "do the same again: a batch that was stored meanwhile is recognised",
  }),
  "missing-right": ({ needs }) => ({
    what: `the role lacks a right: ${needs}`,
    remedy: "grant it (`roleSql` prints the rights of an application), or connect as another role",
  }),
  "database-read-only": () => ({
    what: "the database is read-only",
    remedy: "connect to the primary server; a standby and default_transaction_read_only only read",
  }),
  "statement-timeout": () => ({
    what: "it took longer than is allowed",
    remedy:
      "raise statement_timeout or lock_timeout for the role (or query_timeout of the pool), " +
      "or try again when less goes on",
  }),
  "disk-full": () => ({
    what: "the server's disk is full",
    remedy: "make room on the server, then append the batch again",
  }),
  "database-failed": () => ({
    what: "the server refused the statement",
    remedy: "see the cause (refold … --debug shows it)",
  }),
};

/** By SQLSTATE, or by what the system or a client says in its place. */
const KINDS: ReadonlyMap<string, Kind> = new Map([
  ...each("database-unreachable", "ECONNREFUSED ENOTFOUND EAI_AGAIN ETIMEDOUT EHOSTUNREACH"),
  ...each(
    "database-unreachable",
    "ENETUNREACH ENOENT EACCES CONNECT_TIMEOUT 57P03 53300 08001 08004",
  ),
  ...each("database-refused", "28000 28P01 3D000 SASL_SIGNATURE_MISMATCH"),
  ...each("connection-lost", "ECONNRESET EPIPE 57P01 57P02 57P05 25P03 08000 08003 08006 08P01"),
  ...each("connection-lost", "CONNECTION_CLOSED CONNECTION_ENDED CONNECTION_DESTROYED"),
  ...each("missing-right", "42501"),
  ...each("database-read-only", "25006"),
  ...each("statement-timeout", "57014 55P03 25P04"),
  ...each("disk-full", "53100"),
]);

function each(kind: Kind, codes: string): (readonly [string, Kind])[] {
  return codes.split(" ").map((code) => [code, kind] as const);
}

/** An application's own pool, which it ended too early. */
const endedPool = /after calling end on the pool/i;
const ENDED_POOL = {
  what: "the pool that was handed in has been ended",
  remedy: "end the pool after the store is closed, and open a new store on a new pool",
};

/** What `pg` says without a code. */
const lostConnection = /connection (terminated|error)|client was closed|not queryable|socket/i;
/** A server asks for a password, and there is none; or it does not prove to know it. */
const refusedLogin = /^SASL: /;
/** By the limit of a pool of `pg`: the server may still do it. */
const ranOutOfTime = /query read timeout/i;
const noConnection = /timeout (exceeded )?when trying to connect|connection timeout/i;

function kindOf(code: string, cause: unknown): Kind {
  const known = KINDS.get(code);
  if (known !== undefined) return known;
  const text = textOf(cause);
  if (noConnection.test(text)) return "database-unreachable";
  if (ranOutOfTime.test(text)) return "statement-timeout";
  if (refusedLogin.test(text)) return "database-refused";
  return lostConnection.test(text) ? "connection-lost" : "database-failed";
}

function textOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : "";
}

/** The SQLSTATE of a server's error, or what names a client's; empty: there is none. */
export function codeOf(error: unknown): string {
  if (typeof error !== "object" || error === null || !("code" in error)) return "";
  return typeof error.code === "string" ? error.code : "";
}
