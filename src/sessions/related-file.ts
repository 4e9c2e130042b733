import { readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { rolloutName } from "../dialects/codex/rollout-name.js";
import { isUuid } from "../events/ids.js";
import { entry } from "../projections/stats/tally.js";
import { systemErrorCode } from "../store/errors.js";
import { filesBelow, isSessionName, sessionRoots } from "./session-files.js";

/**
 * Finds the files that a session refers to, by the ids in their names. Each folder and each home is
 * read once, however many sessions ask: so a command that reads many files makes one of these. A file
 * that appears later is not found.
 */
export class RelatedFiles {
  /** By folder: the files in it, and those anywhere in a home. */
  readonly #inFolders = new Map<string, NamedFiles>();
  readonly #inHomes = new Map<string, NamedFiles>();

  /**
   * The session file whose name ends in an id: beside another file, else in the home that the other is in
   * (`sessions`, `archived_sessions`). A plain file comes before a packed one.
   * @returns null: there is none
   */
  find(path: string, id: string): string | null {
    const folder = dirname(path);
    const beside = this.#inFolder(folder).withId(id);
    if (beside !== null) return beside;
    const home = homeOf(folder);
    if (home === null) return null;
    for (const day of daysOf(id)) {
      const found = this.#inFolder(join(home, "sessions", day)).withId(id);
      if (found !== null) return found;
    }
    return this.#inHome(home).withId(id);
  }

  /** The files that bear a thread's id, those beside a file first, and a plain file before a packed one. */
  generations(path: string, threadId: string): readonly string[] {
    const folder = dirname(path);
    const home = homeOf(folder);
    const beside = this.#inFolder(folder).ofThread(threadId);
    return home === null ? beside : [...beside, ...this.#inHome(home).ofThread(threadId)];
  }

  #inFolder(folder: string): NamedFiles {
    return entry(this.#inFolders, folder, () => new NamedFiles(filesIn(folder)));
  }

  #inHome(home: string): NamedFiles {
    const paths = () => sessionRoots("codex", home).flatMap(filesAnywhereIn);
    return entry(this.#inHomes, home, () => new NamedFiles(paths()));
  }
}

/** Files by what their names say. */
class NamedFiles {
  readonly #byId = new Map<string, string>();
  readonly #byThread = new Map<string, string[]>();

  constructor(paths: readonly string[]) {
    for (const path of paths.toSorted((one, other) => one.length - other.length)) {
      const name = isSessionName(basename(path)) ? rolloutName(path) : null;
      if (name === null) continue;
      if (!this.#byId.has(name.fileId)) this.#byId.set(name.fileId, path);
      entry(this.#byThread, name.threadId, (): string[] => []).push(path);
    }
  }

  withId(id: string): string | null {
    return this.#byId.get(id) ?? null;
  }

  ofThread(threadId: string): readonly string[] {
    return this.#byThread.get(threadId) ?? [];
  }
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
export function homeOf(folder: string): string | null {
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
