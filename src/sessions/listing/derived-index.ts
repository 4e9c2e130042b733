import { statSync } from "node:fs";
import { uptime } from "node:os";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import { isRefoldError } from "../../errors.js";
import { systemErrorCode } from "../../store/errors.js";
import { nodeFileSystem, writeAll } from "../../store/jsonl/file-system.js";
import { listIfThere } from "../../store/jsonl/home.js";
import { replaceFile } from "../../store/jsonl/replace-file.js";
import type { SessionFile } from "../session-files.js";

/**
 * What was read from a file of that path, when it had that size in bytes and that time of its last
 * change (milliseconds since 1970). Nothing after the three: it has nothing for the list.
 */
export type IndexRow = readonly [
  path: string,
  sizeBytes: number,
  modifiedMs: number,
  ...columns: readonly unknown[],
];

/** Where indexes are in a home. */
export const INDEX_FOLDER = "index";

/** Another number makes every index stale: the meaning of rows has changed. */
const VERSION = 7;
/** In so much time every system has written to the disk what programs wrote. */
const WRITTEN_BACK_MS = 3_600_000;
const HEADER = /^refold listing (\d+) ([0-9a-f]{8})\n/;
const LONGEST_HEADER = 64;

/**
 * Reads an index, which is derived: it may be removed at any time, and its row for a file that changed
 * is ignored; so is that of one whose bytes a power cut may have changed. One that is missing, damaged,
 * or of another version is empty.
 */
export function readIndex(path: string): {
  /** Each path once. */
  readonly rows: readonly IndexRow[];
  /** Why a file that is there cannot be used; null: nothing is wrong. */
  readonly notice: string | null;
} {
  const empty = (notice: string | null) => ({ rows: [], notice });
  try {
    const believedMs = believedUntilMs(statSync(path).mtimeMs);
    const bytes = nodeFileSystem.readFile(path);
    const header = HEADER.exec(bytes.toString("latin1", 0, LONGEST_HEADER));
    const body = bytes.subarray(header?.[0].length ?? 0);
    if (header !== null && Number(header[1]) !== VERSION) return empty(null);
    if (header?.[2] !== sumOf(body)) return empty("damaged");
    const rows: unknown = JSON.parse(body.toString("utf8"));
    if (!isIndex(rows)) return empty("damaged");
    return { rows: rows.filter(([, , modifiedMs]) => modifiedMs < believedMs), notice: null };
  } catch (error) {
    const code = systemErrorCode(error);
    if (code === "ENOENT") return empty(null);
    if (code === undefined && !(error instanceof SyntaxError)) throw error;
    return empty(code === undefined ? "damaged" : `cannot be read (${code})`);
  }
}

/**
 * Puts an index in place of the one before, atomically, mode 0600.
 * @returns why it could not be written, which costs only time; null: it was
 */
export async function writeIndex(path: string, rows: readonly IndexRow[]): Promise<string | null> {
  const write = (file: number) => writeAll(nodeFileSystem, file, encodeIndex(rows));
  try {
    const options = { fileSystem: nodeFileSystem, sync: false, doing: "writing the index" };
    await replaceFile(path, { ...options, write });
    return null;
  } catch (error) {
    if (!isRefoldError(error)) throw error;
    return `${error.message}; the next list takes as long as this one`;
  }
}

/** The bytes of an index. Rows without names of members are parsed faster: a home may have thousands. */
export function encodeIndex(rows: readonly IndexRow[]): Uint8Array {
  const body = Buffer.from(JSON.stringify(rows));
  return Buffer.concat([Buffer.from(`refold listing ${VERSION} ${sumOf(body)}\n`), body]);
}

/** The indexes that there are in a home. */
export function indexFiles(home: string): readonly string[] {
  const folder = join(home, INDEX_FOLDER);
  const names = listIfThere(nodeFileSystem, folder).filter((name) => name.endsWith(".json"));
  return names.map((name) => join(folder, name)).toSorted();
}

/** Whether a row is of the file as it is now. */
export function isFresh(
  [, sizeBytes, modifiedMs]: IndexRow,
  file: Pick<SessionFile, "sizeBytes" | "modifiedMs">,
): boolean {
  return sizeBytes === file.sizeBytes && modifiedMs === file.modifiedMs;
}

/**
 * Files that changed last before this time are as an index has them, if their size and time are. A power
 * cut can leave a file its size and its time without its bytes: so of an index that was written before
 * the system started, nothing is believed of a file that was new then.
 * @param writtenMs when the index was written; as the result, in milliseconds since 1970
 */
export function believedUntilMs(writtenMs: number): number {
  const startedMs = Date.now() - uptime() * 1_000;
  return writtenMs > startedMs ? Infinity : writtenMs - WRITTEN_BACK_MS;
}

function sumOf(body: Uint8Array): string {
  return crc32(body).toString(16).padStart(8, "0");
}

/** With a good checksum, false only for an index that other code wrote. */
function isIndex(value: unknown): value is readonly IndexRow[] {
  return Array.isArray(value) && value.every(isRow);
}

function isRow(value: unknown): value is IndexRow {
  if (!Array.isArray(value)) return false;
  const isNumber = (at: number): boolean => typeof value[at] === "number";
  return typeof value[0] === "string" && isNumber(1) && isNumber(2);
}
