import { setImmediate } from "node:timers/promises";
import { type IndexRow, isFresh, readIndex, RowsByPath } from "./derived-index.js";
import type { ListedFile } from "./listed-files.js";

/** Who is told how deriving goes. */
export interface DeriveListeners {
  /** Told how many of the files that had to be read have been. */
  readonly onProgress?: (done: number, total: number) => void;
  /** Told when the index was damaged, or could not be written: it costs time and nothing else. */
  readonly onNotice?: (notice: string) => void;
}

/** How something is told of each of many files, and remembered. */
export interface Derivation<Told> extends DeriveListeners {
  readonly indexPath: string;
  /**
   * Undefined: there is nothing to tell of the file, or it went meanwhile. Null: nor is that remembered,
   * for the next time may tell something.
   */
  readonly read: (file: ListedFile) => Promise<Told | undefined | null>;
  /** What a row holds behind the file's status; null: the next time may tell something else. */
  readonly encode: (told: Told) => readonly unknown[] | null;
  /** The other way, with the same result. Undefined: other code made the row. */
  readonly decode: (row: IndexRow, file: ListedFile) => Told | undefined;
}

/** After so many files other work gets its turn. */
const FILES_A_TURN = 64;

/**
 * What every file tells, in their order but for those that had to be read, which come last. Read are
 * those whose size or time is not that of their row in the index.
 */
export async function derive<Told>(
  files: Iterable<ListedFile>,
  derivation: Derivation<Told>,
): Promise<Told[]> {
  const { indexPath, decode, read, encode, onProgress, onNotice } = derivation;
  const { rows: before, notice } = readIndex(indexPath);
  if (notice !== null) onNotice?.(`${indexPath}: ${notice}, and built anew`);
  const all: Told[] = [];
  const rows: (IndexRow | undefined)[] = []; // in the order of the files
  const stale: { readonly file: ListedFile; readonly place: number }[] = [];
  const byPath = new RowsByPath(before);
  for (const file of files) {
    const row = byPath.find(file.path);
    const isKnown = row !== undefined && isFresh(row, file);
    const told = isKnown && row.length > STATUS_LENGTH ? decode(row, file) : undefined;
    if (told !== undefined) all.push(told);
    if (isKnown && (told !== undefined || row.length === STATUS_LENGTH)) rows.push(row);
    else stale.push({ file, place: rows.push(undefined) - 1 });
  }
  const known = rows.length - stale.length;
  for (const [done, { file, place }] of stale.entries()) {
    const told = await read(file);
    if (told !== undefined && told !== null) all.push(told);
    const remembered = told === undefined ? [] : told && encode(told);
    if (remembered !== null) {
      rows[place] = [file.path, file.sizeBytes, file.modifiedMs, ...remembered];
    }
    if ((done + 1) % FILES_A_TURN !== 0) continue;
    onProgress?.(done + 1, stale.length);
    await setImmediate();
  }
  if (stale.length > 0) onProgress?.(stale.length, stale.length);
  if (isWorthWriting(before.length, known, stale.length)) {
    const { writeIndex } = await import("./write-index.js");
    const remembered = rows.filter((row) => row !== undefined);
    const failure = writeIndex(indexPath, remembered);
    if (failure !== null) onNotice?.(failure);
  }
  return all;
}

/** A row of no more than this is that of a file that has nothing to tell. */
const STATUS_LENGTH = 3;

/** Writing so many rows takes about as long as reading one file. */
const ROWS_A_FILE = 50;

/** A large index is not written anew for a few files: to read those again costs less. */
function isWorthWriting(before: number, known: number, read: number): boolean {
  if (read > 0) return read * ROWS_A_FILE >= known;
  return before >= known * 2 && before > 0;
}
