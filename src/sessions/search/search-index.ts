import { statSync } from "node:fs";
import { join } from "node:path";
import { isRefoldError } from "../../errors.js";
import type { Requirement } from "../../projections/own-pattern.js";
import { isSystemError, systemErrorCode } from "../../store/errors.js";
import { type FileStatus, nodeFileSystem } from "../../store/jsonl/file-system.js";
import { listIfThere } from "../../store/jsonl/home.js";
import { believedUntilMs, INDEX_FOLDER } from "../listing/derived-index.js";
import { indexKey, type SessionFile, sizeOf } from "../session-files.js";
import { decodePart, type IndexedFile, type IndexPart } from "./index-part.js";

/** Where the index of a home is: files that each hold a part of it, and never change. */
export function indexFolder(home: string): string {
  return join(home, INDEX_FOLDER, "search");
}

export const PART_SUFFIX = ".part";
/** Left by a process that ended early: to write a part takes far less. */
const LEFTOVER_MS = 3_600_000;

/** What is known of a file as it is now. */
interface KnownFile {
  readonly file: IndexedFile;
  /** False only where it does not hold what is required. */
  readonly mayHold: boolean;
}

/**
 * The index of a home, as far as it is of use for some files. It is derived: any part may be removed
 * at any time, and what it says of a file that changed since is not used. Parts are never changed, and
 * appear whole; so any number of processes may read and add to an index at a time. What is of no more
 * use is removed when it is met.
 */
export class SearchIndex {
  readonly #known = new Map<string, KnownFile>();
  readonly #files: ReadonlyMap<string, SessionFile>;

  /**
   * @param files those that are asked for, as they are now
   * @param required what is looked for in them
   */
  constructor(
    private readonly folder: string,
    files: readonly SessionFile[],
    private readonly required: Requirement,
    /** How a file is now that is not asked for; null: nobody knows. */
    private readonly lookUp: (key: string) => FileStatus | null | undefined = statusOf,
  ) {
    this.#files = new Map(files.map((file) => [indexKey(file), file]));
  }

  /** Takes in what there is. @param onNotice told of a part that cannot be used */
  open(onNotice: (notice: string) => void): void {
    for (const name of namesIn(this.folder, onNotice)) {
      const path = join(this.folder, name);
      if (name.endsWith(".new")) removeLeftover(path);
      if (!name.endsWith(PART_SUFFIX)) continue;
      const notice = this.take(path);
      if (notice !== null) onNotice(`${path}: ${notice}`);
    }
  }

  /** The files of which it knows nothing. */
  get unknown(): readonly SessionFile[] {
    return [...this.#files.values()].filter((file) => !this.#known.has(indexKey(file)));
  }

  /** What is known of a file; undefined: it has to be read. */
  find(file: SessionFile): KnownFile | undefined {
    return this.#known.get(indexKey(file));
  }

  /** Takes in a part, or removes it if it is of no use. @returns why it could not be used; null: it could */
  take(path: string): string | null {
    try {
      const believedMs = believedUntilMs(statSync(path).mtimeMs);
      const part = decodePart(nodeFileSystem.readFile(path));
      if (typeof part === "string") {
        nodeFileSystem.remove(path);
        return part === "damaged" ? "damaged, and built anew" : null;
      }
      const current = new Set(
        part.files.filter((file) => file.modifiedMs < believedMs && this.#isCurrent(file)),
      );
      if (!isWorthKeeping(part, current) || this.#holdsGone(part)) {
        nodeFileSystem.remove(path);
        return null;
      }
      const may = part.mayHold(this.required);
      for (const [index, file] of part.files.entries()) {
        if (!current.has(file) || !this.#files.has(file.path)) continue;
        this.#known.set(file.path, { file, mayHold: may[index] === true });
      }
      return null;
    } catch (error) {
      if (!isSystemError(error)) throw error;
      // Another process may have removed it meanwhile.
      return systemErrorCode(error) === "ENOENT" ? null : `cannot be used: ${error.message}`;
    }
  }

  /** Whether a file is as it was, and no part before this one has it. */
  #isCurrent({ path, sizeBytes, modifiedMs }: IndexedFile): boolean {
    if (this.#known.has(path)) return false;
    const now = this.#files.get(path) ?? this.lookUp(path);
    return now?.sizeBytes === sizeBytes && now.modifiedMs === modifiedMs;
  }

  /** What a file said that is gone must not stay in the index. */
  #holdsGone({ files }: IndexPart): boolean {
    return files.some(({ path }) => !this.#files.has(path) && this.lookUp(path) === undefined);
  }
}

function namesIn(folder: string, onNotice: (notice: string) => void): readonly string[] {
  try {
    return listIfThere(nodeFileSystem, folder).toSorted();
  } catch (error) {
    if (!isRefoldError(error, "read-failed")) throw error;
    onNotice(error.message);
    return [];
  }
}

/** Null: it may not be looked at. */
function statusOf(path: string): FileStatus | null | undefined {
  try {
    return nodeFileSystem.status(path);
  } catch (error) {
    if (isSystemError(error)) return null;
    throw error;
  }
}

/** Half of what it was made of is as it was. */
function isWorthKeeping({ files }: IndexPart, current: ReadonlySet<IndexedFile>): boolean {
  return current.size > 0 && sizeOf(current) * 2 >= sizeOf(files);
}

function removeLeftover(path: string): void {
  const modifiedMs = statusOf(path)?.modifiedMs ?? Infinity;
  if (Date.now() - modifiedMs > LEFTOVER_MS) nodeFileSystem.remove(path);
}
