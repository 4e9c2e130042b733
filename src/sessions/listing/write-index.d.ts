import { type IndexRow } from "./derived-index.js";
/**
 * Puts an index in place of the one before, atomically, mode 0600.
 * @returns why it could not be written, which costs only time; null: it was
 */
export declare function writeIndex(path: string, rows: readonly IndexRow[]): string | null;
