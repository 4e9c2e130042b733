import { readFileSync } from "node:fs";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import { systemErrorCode } from "../../store/errors.js";
import { nodeFileSystem } from "../../store/jsonl/file-system.js";
import { listIfThere } from "../../store/jsonl/home.js";
import type { ListedFile } from "./listed-files.js";

/**
 * What was told by a file of that path, when it had that size in bytes and that time of its last change
 * (milliseconds since 1970). Nothing behind the three: there is nothing to tell of it.
 */
export type IndexRow = readonly [
  path: string,
  sizeBytes: number,
  modifiedMs: number,
  ...told: readonly unknown[],
];

/** Where they lie in a home. */
export const INDEX_FOLDER = "index";

/** Another number makes every index stale: what rows say has changed. */
const VERSION = 3;
const HEADER = /^refold listing (\d+) ([0-9a-f]{8})\n/;
const LONGEST_HEADER = 64;

/**
 * Reads an index, which is derived: it may be removed at any time, and is never believed about a file
 * that changed. One that is not there, damaged, or of another version is empty.
 */
export function readIndex(path: string): {
  /** Each path once. */
  readonly rows: readonly IndexRow[];
  /** Why there is nothing to use in a file that is there; null: nothing is wrong. */
  readonly notice: string | null;
} {
  try {
    const bytes = readFileSync(path);
    const header = HEADER.exec(bytes.toString("latin1", 0, LONGEST_HEADER));
    const body = bytes.subarray(header?.[0].length ?? 0);
    if (header !== null && Number(header[1]) !== VERSION) return empty(null);
    if (header?.[2] !== sumOf(body)) return empty(DAMAGED);
    const rows: unknown = JSON.parse(body.toString("utf8"));
    return isIndex(rows) ? { rows, notice: null } : empty(DAMAGED);
  } catch (error) {
    const code = systemErrorCode(error);
    if (code === "ENOENT") return empty(null);
    if (code === undefined && !(error instanceof SyntaxError)) throw error;
    return empty(code === undefined ? DAMAGED : `cannot be read (${code})`);
  }
}

const DAMAGED = "damaged";

/**
 * The bytes of an index. Rows have no names of members: ten thousand are read before the first thread is
 * shown.
 */
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

/** Whether a row tells of the file as it is now. */
export function isFresh(
  [, sizeBytes, modifiedMs]: IndexRow,
  file: Pick<ListedFile, "sizeBytes" | "modifiedMs">,
): boolean {
  return sizeBytes === file.sizeBytes && modifiedMs === file.modifiedMs;
}

function empty(notice: string | null) {
  return { rows: [], notice };
}

function sumOf(body: Uint8Array): string {
  return crc32(body).toString(16).padStart(8, "0");
}

/** Behind the sum only one made by other code could be none. */
function isIndex(value: unknown): value is readonly IndexRow[] {
  return Array.isArray(value) && value.every(isRow);
}

function isRow(value: unknown): value is IndexRow {
  if (!Array.isArray(value)) return false;
  return (
    typeof value[0] === "string" && typeof value[1] === "number" && typeof value[2] === "number"
  );
}

/**
 * Finds the row of a path. Files are mostly asked for in the order in which their rows were written:
 * then none has to be looked up.
 */
export class RowsByPath {
  readonly #rows: readonly IndexRow[];
  #next = 0;
  #places: ReadonlyMap<string, number> | undefined;

  constructor(rows: readonly IndexRow[]) {
    this.#rows = rows;
  }

  find(path: string): IndexRow | undefined {
    const next = this.#rows[this.#next];
    if (next?.[0] !== path) return this.#lookUp(path);
    this.#next += 1;
    return next;
  }

  #lookUp(path: string): IndexRow | undefined {
    this.#places ??= new Map(this.#rows.map(([path], place) => [path, place]));
    const place = this.#places.get(path);
    if (place === undefined) return undefined; // a new file: those behind it may be known
    this.#next = place + 1;
    return this.#rows[place];
  }
}
