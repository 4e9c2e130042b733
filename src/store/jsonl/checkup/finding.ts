/**
 * How bad it is. `error`: something is lost or cannot be read; `warning`: nothing is lost, but it
 * should be put right; `note`: good to know.
 */
export type Severity = "error" | "warning" | "note";

/** What can be found wrong with sessions and the folder that they live in, and how bad it mostly is. */
const SEVERITIES = {
  // who may read what
  "folder-mode": "warning",
  "file-mode": "warning",
  // rollouts and other sessions
  damage: "error",
  "torn-tail": "warning",
  "torn-copy": "note",
  "not-chained": "note",
  "no-events": "error",
  misnamed: "error",
  unreadable: "error",
  // leases
  "lease-live": "note",
  "lease-stale": "warning",
  "lease-elsewhere": "warning",
  // blobs
  "blob-missing": "error",
  "blob-corrupt": "error",
  "blob-orphan": "note",
  // forks
  "fork-parent-missing": "error",
  "fork-parent-changed": "error",
  "fork-cycle": "error",
  // indexes of lists
  "index-damaged": "note",
  "index-stale": "note",
  // databases
  "server-setting": "warning",
  // what a crash left
  leftover: "warning",
} as const satisfies Readonly<Record<string, Severity>>;
export type FindingKind = keyof typeof SEVERITIES;

/** One thing that a check came upon. */
export interface Finding {
  readonly kind: FindingKind;
  readonly severity: Severity;
  readonly path: string;
  /** What is wrong, in words; names ids, offsets and bytes, never content. */
  readonly message: string;
  /** The command that mends it, or what to do; null: nothing has to be done. */
  readonly remedy: string | null;
  /** 1-based; of damage. */
  readonly line?: number;
  /** Byte offset; of damage and torn tails. */
  readonly byte?: number;
}

/** @param place a path, or with line and byte in it */
export function finding(
  kind: FindingKind,
  place: string | Pick<Finding, "path" | "line" | "byte">,
  message: string,
  remedy: Finding["remedy"],
): Finding {
  const at = typeof place === "string" ? { path: place } : place;
  return { kind, severity: SEVERITIES[kind], ...at, message, remedy };
}

/** A path as a shell takes it. */
export function shellWord(path: string): string {
  return /^[\w@%+=:,./-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`;
}

/** What the operating system refused to open. @param code of its error */
export function unreadable(path: string, code: string, message: string): Finding {
  const isClosed = code === "EACCES" || code === "EPERM" || code === "no-permission";
  const remedy = isClosed ? `sudo chown "$USER" ${shellWord(path)}, should it be yours` : null;
  return finding("unreadable", path, `${code}: ${message}`, remedy);
}
