import { isRefoldError } from "../../errors.js";
import { nodeFileSystem } from "../../store/jsonl/file-system.js";
import { replaceFile } from "../../store/jsonl/replace-file.js";
import { encodeIndex, type IndexRow } from "./derived-index.js";

/**
 * Puts an index in place of the one before, atomically, mode 0600.
 * @returns why it could not be written, which costs only time; null: it was
 */
export function writeIndex(path: string, rows: readonly IndexRow[]): string | null {
  try {
    const options = { fileSystem: nodeFileSystem, sync: false, doing: "writing the index" };
    replaceFile(path, encodeIndex(rows), options);
    return null;
  } catch (error) {
    if (!isRefoldError(error)) throw error;
    return `${error.message}; the next list takes as long as this one`;
  }
}
