import { readFileSync } from "node:fs";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import { RefoldError } from "../../../errors.js";
import { nodeFileSystem, systemErrorCode } from "../../../store/jsonl/file-system.js";
import { listIfThere } from "../../../store/jsonl/rollout-path.js";
import { replaceFile } from "../../../store/jsonl/replace-file.js";
import type { ListedFile } from "./listed-file.js";
import type { FileSummary } from "./thread-summary.js";

/** What a file told when it was last read. */
export interface IndexEntry {
  readonly sizeBytes: number;
  readonly modifiedMs: number;
  /** Null: it holds no thread. */
  readonly facts: IndexedFacts | null;
}

/** What does not follow from the file's name and status. */
export type IndexedFacts = Pick<
  FileSummary,
  | "threadId"
  | "title"
  | "cwd"
  | "model"
  | "createdAt"
  | "updatedAt"
  | "turns"
  | "tokens"
  | "forkedFrom"
>;

/** By path. Derived: it may be removed at any time, and is never believed about a file that changed. */
export type ListingIndex = ReadonlyMap<string, IndexEntry>;

/** Where they lie in a home. */
export const INDEX_FOLDER = "index";

/** Another number makes every index stale: what a summary says has changed. */
const VERSION = 2;
const HEADER = /^refold listing (\d+) ([0-9a-f]{8})\n/;
const LONGEST_HEADER = 64;

/** Reads an index. One that is not there, damaged, or of another version is empty. */
export function readIndex(path: string): {
  readonly index: ListingIndex;
  /** Why there is nothing to use in a file that is there; null: nothing is wrong. */
  readonly notice: string | null;
} {
  try {
    const bytes = readFileSync(path);
    const header = HEADER.exec(bytes.toString("latin1", 0, LONGEST_HEADER));
    const body = bytes.subarray(header?.[0].length ?? 0);
    if (header !== null && Number(header[1]) !== VERSION) return empty(null);
    if (header?.[2] !== sumOf(body)) return empty(DAMAGED);
    const index = decodeRows(JSON.parse(body.toString("utf8")));
    return index === null ? empty(DAMAGED) : { index, notice: null };
  } catch (error) {
    const code = systemErrorCode(error);
    if (code === "ENOENT") return empty(null);
    if (code === undefined && !(error instanceof SyntaxError)) throw error;
    return empty(code === undefined ? DAMAGED : `cannot be read (${code})`);
  }
}

/**
 * Puts an index in place of the one before, atomically, mode 0600.
 * @returns why it could not be written, which costs only time; null: it was
 */
export function writeIndex(path: string, index: ListingIndex): string | null {
  const body = Buffer.from(JSON.stringify(Array.from(index, encodeRow)));
  const header = Buffer.from(`refold listing ${VERSION} ${sumOf(body)}\n`);
  try {
    const options = { fileSystem: nodeFileSystem, sync: false, doing: "writing the index" };
    replaceFile(path, Buffer.concat([header, body]), options);
    return null;
  } catch (error) {
    if (!(error instanceof RefoldError)) throw error;
    return `${error.message}; the next list takes as long as this one`;
  }
}

const DAMAGED = "damaged";

/** The indexes that there are in a home. */
export function indexFiles(home: string): readonly string[] {
  const folder = join(home, INDEX_FOLDER);
  const names = listIfThere(nodeFileSystem, folder).filter((name) => name.endsWith(".json"));
  return names.map((name) => join(folder, name)).toSorted();
}

/** Whether an entry tells of the file as it is now. */
export function isFresh(
  entry: IndexEntry,
  file: Pick<ListedFile, "sizeBytes" | "modifiedMs">,
): boolean {
  return entry.sizeBytes === file.sizeBytes && entry.modifiedMs === file.modifiedMs;
}

function empty(notice: string | null) {
  return { index: new Map<string, IndexEntry>(), notice };
}

function sumOf(body: Uint8Array): string {
  return crc32(body).toString(16).padStart(8, "0");
}

/** Without names of members: ten thousand threads are read before the first is shown. */
function encodeRow([path, { sizeBytes, modifiedMs, facts }]: readonly [string, IndexEntry]) {
  if (facts === null) return [path, sizeBytes, modifiedMs];
  const { threadId, title, cwd, model, createdAt, updatedAt, turns, tokens, forkedFrom } = facts;
  const from = forkedFrom === null ? [] : [forkedFrom.threadId, forkedFrom.offset];
  const told = [threadId, title, cwd, model, createdAt, updatedAt, turns, tokens];
  return [path, sizeBytes, modifiedMs, ...told, ...from];
}

/** Null: it is no index. Behind the sum only one made by other code could fail. */
function decodeRows(value: unknown): ListingIndex | null {
  if (!isList(value)) return null;
  const index = new Map<string, IndexEntry>();
  for (const row of value) {
    if (!isList(row)) return null;
    const [path, sizeBytes, modifiedMs] = row;
    if (typeof path !== "string") return null;
    if (typeof sizeBytes !== "number" || typeof modifiedMs !== "number") return null;
    const facts = row.length === STATUS_LENGTH ? null : decodeFacts(row);
    if (facts === undefined) return null;
    index.set(path, { sizeBytes, modifiedMs, facts });
  }
  return index;
}

/** A row of no more than this is that of a file that holds no thread. */
const STATUS_LENGTH = 3;
const ROW_LENGTH = 11;

function decodeFacts(row: readonly unknown[]): IndexedFacts | undefined {
  const [, , , threadId, title, cwd, model, createdAt, updatedAt, turns, tokens] = row;
  if (typeof threadId !== "string" || !isTextOrNull(title)) return undefined;
  if (!isTextOrNull(cwd) || !isTextOrNull(model)) return undefined;
  if (typeof createdAt !== "string" || typeof updatedAt !== "string") return undefined;
  if (typeof turns !== "number" || typeof tokens !== "number") return undefined;
  const forkedFrom = decodeForkPoint(row);
  if (forkedFrom === undefined) return undefined;
  return { threadId, title, cwd, model, createdAt, updatedAt, turns, tokens, forkedFrom };
}

function decodeForkPoint(row: readonly unknown[]): IndexedFacts["forkedFrom"] | undefined {
  if (row.length === ROW_LENGTH) return null;
  const [threadId, offset] = row.slice(ROW_LENGTH);
  if (typeof threadId !== "string") return undefined;
  return typeof offset === "number" || offset === null ? { threadId, offset } : undefined;
}

function isTextOrNull(value: unknown): value is string | null {
  return value === null || typeof value === "string";
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}
