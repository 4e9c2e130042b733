import { lstatSync, readdirSync, type Stats } from "node:fs";
import { join } from "node:path";
import { systemErrorCode } from "../system-error.js";

/** A file or folder in a home. Links are not followed. */
export interface HomeEntry {
  readonly path: string;
  readonly stats: Stats;
}

/** Every file and folder of a home, itself included, each folder before what it holds. */
export function* homeEntries(path: string): Generator<HomeEntry> {
  const stats = statusOf(path);
  if (stats === undefined) return; // it went meanwhile
  yield { path, stats };
  if (!stats.isDirectory()) return;
  for (const name of namesIn(path)) yield* homeEntries(join(path, name));
}

function statusOf(path: string): Stats | undefined {
  return lstatSync(path, { throwIfNoEntry: false });
}

/** None of a folder that may not be read: its mode is reported. */
function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).toSorted();
  } catch (error) {
    const code = systemErrorCode(error);
    if (code === "ENOENT" || code === "EACCES" || code === "EPERM") return [];
    throw error;
  }
}
