import { lstatSync, readdirSync, type Stats } from "node:fs";
import { join } from "node:path";
import { systemErrorCode } from "../system-error.js";

/** A file or folder in a home. Links are not followed. */
export interface HomeEntry {
  readonly path: string;
  readonly stats: Stats;
}

/**
 * Every file and folder of a home, itself included, each folder before what it holds. What may not be
 * looked at is left out: the folder that closes it is there, with its mode.
 */
export function* homeEntries(path: string): Generator<HomeEntry> {
  const stats = seen(() => lstatSync(path));
  if (stats === undefined) return;
  yield { path, stats };
  if (!stats.isDirectory()) return;
  const names = seen(() => readdirSync(path)) ?? [];
  for (const name of names.toSorted()) yield* homeEntries(join(path, name));
}

const UNSEEN: ReadonlySet<string | undefined> = new Set(["ENOENT", "ENOTDIR", "EACCES", "EPERM"]);

/** @returns undefined: it went meanwhile, or is closed to this user */
function seen<Seen>(look: () => Seen): Seen | undefined {
  try {
    return look();
  } catch (error) {
    if (UNSEEN.has(systemErrorCode(error))) return undefined;
    throw error;
  }
}
