import { isRefoldError } from "../../errors.js";
import { isSystemError } from "../../store/errors.js";
import { nodeFileSystem, writeAll } from "../../store/jsonl/file-system.js";
import { replaceFile } from "../../store/jsonl/replace-file.js";
import { RelatedFiles } from "../related-file.js";
import { indexKey, type SessionFile } from "../session-files.js";
import { foldText } from "./query.js";
import { encodePart, type IndexedFile } from "./index-part.js";
import { type ReadSession, readTexts, type TakeTexts } from "./read-texts.js";
import { type Unread, whyUnread } from "../errors.js";
import { TermTable } from "./term-table.js";

/** A part of the index that is to be made; plain data. */
export interface PartTask {
  readonly path: string;
  readonly files: readonly SessionFile[];
}

/** Reads files and writes the part of the index that holds them. @returns as `writePartOf` */
export async function writePart(task: PartTask): Promise<string | null> {
  const related = new RelatedFiles();
  return writePartOf(task, ({ path }, take) => readTexts(path, { related }, take));
}

type ReadOne = (file: SessionFile, take: TakeTexts) => Promise<ReadSession>;

/**
 * Reads sessions and writes the part of the index that holds them, mode 0600: whole, or not at all.
 * @returns why it could not be written, which costs only time; null: it was
 */
export async function writePartOf(
  { path, files }: PartTask,
  read: ReadOne,
): Promise<string | null> {
  const table = new TermTable();
  const indexed: IndexedFile[] = [];
  for (const file of files) {
    const entry = await indexFile(file, table, read);
    if (entry !== null) indexed.push(entry);
  }
  if (indexed.length === 0) return null;
  try {
    const bytes = encodePart(indexed, table);
    const write = (file: number): void => writeAll(nodeFileSystem, file, bytes);
    await replaceFile(path, {
      ...{ fileSystem: nodeFileSystem, sync: false, doing: "writing the index", write },
    });
    return null;
  } catch (error) {
    if (!isRefoldError(error) && !isSystemError(error)) throw error;
    return error.message;
  }
}

/** @returns null for a file that may be readable another time, unchanged */
async function indexFile(
  file: SessionFile,
  table: TermTable,
  read: ReadOne,
): Promise<IndexedFile | null> {
  const before = table.documents;
  const times: { firstAt: string | null; lastAt: string | null } = { firstAt: null, lastAt: null };
  const entry = (damagedPlaces: number, cwd: string | null, unread: Unread | null): IndexedFile => {
    const { sizeBytes, modifiedMs } = file;
    const documents = table.documents - before;
    return {
      path: indexKey(file),
      sizeBytes,
      modifiedMs,
      documents,
      ...times,
      cwd,
      damagedPlaces,
      unread,
    };
  };
  try {
    const { session, damagedPlaces } = await read(file, ({ at }, texts) => {
      if (times.firstAt === null || at < times.firstAt) times.firstAt = at;
      if (times.lastAt === null || at > times.lastAt) times.lastAt = at;
      table.add(texts.map(({ text }) => foldText(text)));
    });
    return entry(damagedPlaces, session.cwd, null);
  } catch (error) {
    const unread = whyUnread(error);
    // Why it cannot be read names the path, which may be another one the next time.
    const isToStay = isRefoldError(error) && !OUTSIDE.has(error.code) && file.key === undefined;
    if (isToStay) return entry(0, null, unread);
    // What was read of it has its numbers; no file is of that time.
    return table.documents > before ? { ...entry(0, null, unread), modifiedMs: -1 } : null;
  }
}

/** Codes that depend on more than the file's own bytes. */
const OUTSIDE: ReadonlySet<string> = new Set([
  "file-not-found",
  "dangling-link",
  "no-permission",
  "not-a-file",
  "damaged-lineage",
  "read-failed",
]);
