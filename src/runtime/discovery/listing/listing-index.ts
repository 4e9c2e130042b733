import { readFileSync } from "node:fs";
import { crc32 } from "node:zlib";
import { RefoldError } from "../../../errors.js";
import { isJsonObject } from "../../../events/is-json-object.js";
import { nodeFileSystem, systemErrorCode } from "../../../store/jsonl/file-system.js";
import { replaceFile } from "../../../store/jsonl/replace-file.js";
import type { ListedFile } from "./listed-file.js";
import type { FileSummary } from "./thread-summary.js";

/** What a file told when it was last read; null: it holds no thread. */
export interface IndexEntry {
  readonly sizeBytes: number;
  readonly modifiedMs: number;
  readonly summary: FileSummary | null;
}

/** By path. Derived: it may be removed at any time, and is never believed about a file that changed. */
export type ListingIndex = ReadonlyMap<string, IndexEntry>;

/** Another number makes every index stale: what a summary says has changed. */
const VERSION = 1;
const HEADER = /^refold listing (\d+) ([0-9a-f]{8})\n/;

/** Reads an index. One that is not there, damaged, or of another version is empty. */
export function readIndex(path: string): {
  readonly index: ListingIndex;
  /** Why there was nothing to use in a file that is there; null: nothing is wrong. */
  readonly notice: string | null;
} {
  try {
    const text = readFileSync(path, "utf8");
    const header = HEADER.exec(text);
    const body = text.slice(header?.[0].length ?? 0);
    if (header !== null && Number(header[1]) !== VERSION) return empty(null);
    if (header?.[2] !== sumOf(body)) return empty(`${path}: damaged, and built anew`);
    const index = entriesOf(JSON.parse(body));
    return index === null ? empty(`${path}: damaged, and built anew`) : { index, notice: null };
  } catch (error) {
    const code = systemErrorCode(error);
    if (code === "ENOENT") return empty(null);
    if (code === undefined && !(error instanceof SyntaxError)) throw error;
    return empty(`${path}: cannot be read (${code ?? "no JSON"}), and is built anew`);
  }
}

/**
 * Puts an index in place of the one before, atomically, mode 0600.
 * @returns why it could not be written, which costs only time; null: it was
 */
export function writeIndex(path: string, index: ListingIndex): string | null {
  const body = JSON.stringify([...index]);
  const header = `refold listing ${VERSION} ${sumOf(body)}\n`;
  try {
    const options = { fileSystem: nodeFileSystem, sync: false, doing: "writing the index" };
    replaceFile(path, Buffer.from(header + body), options);
    return null;
  } catch (error) {
    if (!(error instanceof RefoldError)) throw error;
    return `${error.message}; the next list takes as long as this one`;
  }
}

/** Whether an entry tells of the file as it is now. */
export function isFresh(entry: IndexEntry, file: ListedFile): boolean {
  return entry.sizeBytes === file.sizeBytes && entry.modifiedMs === file.modifiedMs;
}

function empty(notice: string | null) {
  return { index: new Map<string, IndexEntry>(), notice };
}

function sumOf(body: string): string {
  return crc32(body).toString(16).padStart(8, "0");
}

/** Null: it is no index. Behind the sum only a list made by other code could fail. */
function entriesOf(value: unknown): ListingIndex | null {
  if (!isList(value)) return null;
  const index = new Map<string, IndexEntry>();
  for (const pair of value) {
    const [path, entry] = isList(pair) ? pair : [];
    if (typeof path !== "string" || !isEntry(entry)) return null;
    index.set(path, entry);
  }
  return index;
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

function isEntry(value: unknown): value is IndexEntry {
  if (!isJsonObject(value)) return false;
  const { sizeBytes, modifiedMs, summary } = value;
  if (typeof sizeBytes !== "number" || typeof modifiedMs !== "number") return false;
  return summary === null || isSummary(summary);
}

const TEXTS = ["threadId", "collection", "path", "createdAt", "updatedAt"] as const;
const TEXTS_OR_NULL = ["title", "cwd", "model", "problem"] as const;
const COUNTS = ["turns", "tokens", "sizeBytes"] as const;

function isSummary(value: unknown): boolean {
  return (
    isJsonObject(value) &&
    TEXTS.every((name) => typeof value[name] === "string") &&
    TEXTS_OR_NULL.every((name) => value[name] === null || typeof value[name] === "string") &&
    COUNTS.every((name) => typeof value[name] === "number") &&
    typeof value["isArchived"] === "boolean" &&
    (value["forkedFrom"] === null || isJsonObject(value["forkedFrom"]))
  );
}
