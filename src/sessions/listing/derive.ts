import { statSync } from "node:fs";
import { setImmediate } from "node:timers/promises";
import { nodeFileSystem } from "../../store/jsonl/file-system.js";
import { archivePath, rolloutFiles } from "../../store/jsonl/home.js";
import { type IndexRow, isFresh, readIndex, writeIndex } from "./derived-index.js";
import { indexKey, type SessionFile } from "../session-files.js";

/** A file that may hold a thread, as it stood on the disk. Size and time tell whether it changed. */
export interface ListedFile extends SessionFile {
  /** As the store names it: the plain file, also while the thread is archived. */
  readonly rollout: string;
  readonly isArchived: boolean;
}

/** @returns undefined when it went meanwhile */
export function listedFile(
  path: string,
  rollout: string,
  isArchived: boolean,
): ListedFile | undefined {
  const status = statSync(path, { throwIfNoEntry: false });
  if (status === undefined) return undefined;
  return { path, rollout, sizeBytes: status.size, modifiedMs: status.mtimeMs, isArchived };
}

/** Every thread's file of a home. */
export function* storeFiles(home: string): Generator<ListedFile, void, undefined> {
  const place = { fileSystem: nodeFileSystem, home };
  for (const { path, isArchived } of rolloutFiles(place)) {
    const file = listedFile(isArchived ? archivePath(path) : path, path, isArchived);
    if (file !== undefined) yield file;
  }
}

/** Callbacks of a list that is made. */
export interface DeriveListeners {
  /** How many of the files that had to be read have been. */
  readonly onProgress?: (done: number, total: number) => void;
  /** The index was damaged, or could not be written: it costs time and nothing else. */
  readonly onNotice?: (notice: string) => void;
  /** A file that a folder holds is not in the list, and why. */
  readonly onLeftOut?: (notice: string) => void;
}

/** How an entry is made of each file, and remembered. */
interface Derivation<Entry, File extends ListedFile> extends DeriveListeners {
  readonly indexPath: string;
  /** How many are read at a time. Absent: one after the other, as suits files. */
  readonly atOnce?: number;
  /**
   * Undefined: the file has nothing for the list, or went meanwhile. Null: the same, but the next time
   * it may have something.
   */
  readonly read: (file: File) => Promise<Entry | undefined | null>;
  /** The columns of its row; null: it is not remembered. */
  readonly encode: (entry: Entry) => readonly unknown[] | null;
  /** The other way, with the same result. Undefined: other code made the row. */
  readonly decode: (row: IndexRow, file: File) => Entry | undefined;
}

/** After this many files other work gets its turn. */
const FILES_A_TURN = 64;
/** A row of no more than this is that of a file that has nothing for the list. */
const STATUS_LENGTH = 3;
/** Writing so many rows takes about as long as reading one file. */
const ROWS_A_FILE = 50;

/**
 * The entries of all files: first those that the index remembers, in the files' order, then those that
 * had to be read because the file's size or time differs from its row.
 */
export async function derive<Entry, File extends ListedFile>(
  files: Iterable<File>,
  derivation: Derivation<Entry, File>,
): Promise<Entry[]> {
  const { indexPath, atOnce = 1, decode, read, encode, onProgress, onNotice } = derivation;
  const { rows: before, notice } = readIndex(indexPath);
  if (notice !== null) onNotice?.(`${indexPath}: ${notice}, and built anew`);
  const byKey = new Map(before.map((row) => [row[0], row]));
  const entries: Entry[] = [];
  const rows: IndexRow[] = [];
  const stale: File[] = [];
  for (const file of files) {
    const row = byKey.get(indexKey(file));
    const isKnown = row !== undefined && isFresh(row, file);
    const entry = isKnown && row.length > STATUS_LENGTH ? decode(row, file) : undefined;
    if (entry !== undefined) entries.push(entry);
    if (isKnown && (entry !== undefined || row.length === STATUS_LENGTH)) rows.push(row);
    else stale.push(file);
  }
  const known = rows.length;
  for (let done = 0; done < stale.length;) {
    const group = stale.slice(done, done + atOnce);
    const found = await Promise.all(group.map(read));
    for (const [index, file] of group.entries()) {
      const entry = found[index];
      if (entry !== undefined && entry !== null) entries.push(entry);
      const columns = entry === undefined ? [] : entry && encode(entry);
      if (columns !== null) {
        rows.push([indexKey(file), file.sizeBytes, file.modifiedMs, ...columns]);
      }
    }
    done += group.length;
    if (done % FILES_A_TURN !== 0) continue;
    onProgress?.(done, stale.length);
    await setImmediate();
  }
  if (stale.length > 0) onProgress?.(stale.length, stale.length);
  // A large index is not written anew for a few files: to read those again costs less.
  const isWorthWriting =
    stale.length > 0
      ? stale.length * ROWS_A_FILE >= known
      : before.length > 0 && before.length >= known * 2;
  const failure = isWorthWriting ? await writeIndex(indexPath, rows) : null;
  if (failure !== null) onNotice?.(failure);
  return entries;
}
