import { readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { rolloutName } from "../dialects/codex/rollout-name.js";
import { isUuid } from "../events/ids.js";
import { systemErrorCode } from "../store/errors.js";
import { codexRoots, filesBelow, isSessionName } from "./session-files.js";

/**
 * The session file whose name ends in an id: beside another file, else in the home that the other is in
 * (`sessions`, `archived_sessions`). A plain file comes before a packed one.
 * @returns null: there is none
 */
export function findRelated(path: string, id: string): string | null {
  const folder = dirname(path);
  const beside = named(filesIn(folder), id);
  if (beside !== null) return beside;
  const home = homeOf(folder);
  if (home === null) return null;
  const days = daysOf(id).map((day) => join(home, "sessions", day));
  return named(days.flatMap(filesIn), id) ?? named(codexRoots(home).flatMap(filesAnywhereIn), id);
}

/** The files that bear a thread's id, those beside a file first, and a plain file before a packed one. */
export function findGenerations(path: string, threadId: string): readonly string[] {
  const folder = dirname(path);
  const home = homeOf(folder);
  const roots = home === null ? [] : codexRoots(home);
  const bearsId = (one: string): boolean =>
    isSessionName(basename(one)) && rolloutName(one)?.threadId === threadId;
  const byLength = (one: string, other: string): number => one.length - other.length;
  const beside = filesIn(folder).filter(bearsId).toSorted(byLength);
  return [...beside, ...roots.flatMap(filesAnywhereIn).filter(bearsId).toSorted(byLength)];
}

/** The one of these files whose name ends in the id. */
function named(paths: readonly string[], id: string): string | null {
  const found = paths.filter(
    (path) => isSessionName(basename(path)) && rolloutName(path)?.fileId === id,
  );
  return found.toSorted((one, other) => one.length - other.length)[0] ?? null;
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder).map((name) => join(folder, name));
  } catch (error) {
    if (systemErrorCode(error) === undefined) throw error;
    return []; // what cannot be looked at holds nothing for us: the file is reported as missing
  }
}

function filesAnywhereIn(folder: string): string[] {
  const ignore = (): void => undefined; // as above
  return [...filesBelow(folder, ignore)].map(({ parentPath, name }) => join(parentPath, name));
}

/** The folder above the `sessions` or `archived_sessions` that a folder is in; null: it is in none. */
function homeOf(folder: string): string | null {
  const above = dirname(folder);
  if (above === folder) return null;
  return /^(?:archived_)?sessions$/.test(basename(folder)) ? above : homeOf(above);
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** Where Codex would put a file made when the id was: by the day, wherever on earth that was. */
function daysOf(id: string): string[] {
  if (!isUuid(id)) return [];
  const timeMs = parseInt(id.replaceAll("-", "").slice(0, 12), 16); // UUIDv7 (RFC 9562)
  return [timeMs, timeMs - DAY_MS, timeMs + DAY_MS].map((ms) => {
    const [year = "", month = "", day = ""] = new Date(ms).toISOString().split(/[-T]/);
    return join(year, month, day);
  });
}
