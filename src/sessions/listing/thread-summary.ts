import type { IndexRow } from "./derived-index.js";
import type { ListedFile } from "./listed-files.js";

/** What a list says of a thread, told from the head and the tail of its file. */
export interface ThreadSummary {
  /** A ULID; that of a UUID has the same 128 bits. */
  readonly threadId: string;
  /** Where it was found: the store, or another tool's folder. */
  readonly collection: "refold" | "codex";
  /** The file that holds it. */
  readonly path: string;
  /** Given to it, else how the first user's words begin; null: nobody said anything yet. */
  readonly title: string | null;
  /** Where the work began. */
  readonly cwd: string | null;
  /** Of the newest turn. */
  readonly model: string | null;
  /** RFC 3339 of the first own event. */
  readonly createdAt: string;
  /** RFC 3339 of the newest event. */
  readonly updatedAt: string;
  /** User turns that survive. */
  readonly turns: number;
  /**
   * All tokens that providers reported for the history that survives: input and output of every request;
   * a fork's with those of what it shares.
   */
  readonly tokens: number;
  /** On disk, in bytes; what its blobs take is not counted. */
  readonly sizeBytes: number;
  readonly isArchived: boolean;
  /** The thread and offset that a fork left; null: no fork, or the offset is not known. */
  readonly forkedFrom: { readonly threadId: string; readonly offset: number | null } | null;
  /** How many threads of the same collection were forked from it. */
  readonly forks: number;
  /** Files of the same thread that were left after when it was reverted, oldest first; absent: none. */
  readonly olderFiles?: readonly string[];
  /** Why it could not be read as it should, in one sentence; null: it could. */
  readonly problem: string | null;
}

/** What a list remembers of a thread; null: it could not be read, but may be another time. */
export function encodeThread(thread: ThreadSummary): readonly unknown[] | null {
  const { threadId, title, cwd, model, createdAt, updatedAt, turns, tokens, forkedFrom } = thread;
  if (thread.problem !== null) return null;
  const told = [threadId, title, cwd, model, createdAt, updatedAt, turns, tokens];
  return forkedFrom === null ? told : [...told, forkedFrom.threadId, forkedFrom.offset];
}

/** @returns undefined when it is no row of a thread; after the index's sum only other code made one */
export function decodeThread(
  row: IndexRow,
  { path, sizeBytes, isArchived }: ListedFile,
  collection: ThreadSummary["collection"],
): ThreadSummary | undefined {
  // Not taken apart by a pattern, nor assembled from parts: that shows in a list of thousands.
  const [threadId, title, cwd, model] = [row[3], row[4], row[5], row[6]];
  const [createdAt, updatedAt, turns, tokens] = [row[7], row[8], row[9], row[10]];
  if (typeof threadId !== "string" || !isTextOrNull(title)) return undefined;
  if (!isTextOrNull(cwd) || !isTextOrNull(model)) return undefined;
  if (typeof createdAt !== "string" || typeof updatedAt !== "string") return undefined;
  if (typeof turns !== "number" || typeof tokens !== "number") return undefined;
  const forkedFrom = row.length === UNFORKED_LENGTH ? null : decodeForkPoint(row);
  if (forkedFrom === undefined) return undefined;
  return {
    threadId,
    collection,
    path,
    title,
    cwd,
    model,
    createdAt,
    updatedAt,
    turns,
    tokens,
    sizeBytes,
    isArchived,
    forkedFrom,
    forks: 0,
    problem: null,
  };
}

const UNFORKED_LENGTH = 11;

function decodeForkPoint(row: IndexRow): ThreadSummary["forkedFrom"] | undefined {
  const [threadId, offset] = row.slice(UNFORKED_LENGTH);
  if (typeof threadId !== "string") return undefined;
  return typeof offset === "number" || offset === null ? { threadId, offset } : undefined;
}

function isTextOrNull(value: unknown): value is string | null {
  return value === null || typeof value === "string";
}
