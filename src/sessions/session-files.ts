import { type Dirent, readdirSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { pathRefused, statusAt } from "./path-refused.js";

/** A file that may hold a session; its content tells. */
export interface SessionFile {
  readonly path: string;
  readonly sizeBytes: number;
}

interface FoundFiles {
  /** Each once, sorted by path. */
  readonly files: readonly SessionFile[];
  readonly unread: readonly UnreadFile[];
}

/** What sessions are stored as: JSON lines, also packed. */
const SESSION_NAME = /\.jsonl(?:\.gz|\.zst)?$/;

/** Whether a file of this name, found in a folder, may hold a session. */
export function isSessionName(name: string): boolean {
  return SESSION_NAME.test(name);
}

/**
 * The files that paths name: a file as it is, of a folder all that are named as sessions are, at any
 * depth. Links to files are followed, links to folders are not. What cannot be looked at is listed.
 */
export function findSessionFiles(paths: readonly string[]): FoundFiles {
  const files = new Map<string, SessionFile>();
  const unread: UnreadFile[] = [];
  const look = (path: string, isNamed: boolean): void => {
    try {
      const found = statSync(path);
      if (!found.isDirectory()) {
        files.set(path, { path, sizeBytes: found.size });
        return;
      }
    } catch (error) {
      unread.push({ path, error: pathRefused(path, error) });
      return;
    }
    if (!isNamed) return;
    for (const { parentPath, name } of filesBelow(path, (one) => unread.push(one))) {
      if (isSessionName(name)) look(join(parentPath, name), false);
    }
  };
  for (const path of paths) look(path === "" ? path : resolve(path), true); // resolved, it is a folder
  return { files: [...files.values()].toSorted(byPath), unread };
}

function byPath(one: SessionFile, other: SessionFile): number {
  return one.path < other.path ? -1 : Number(one.path > other.path);
}

/** A file or folder that could not be looked at, and why. */
export interface UnreadFile {
  readonly path: string;
  readonly error: unknown;
}

/**
 * What is in a folder, at any depth, but for the folders themselves. Links are among it, and not
 * followed: one may lead back to where it is.
 * @param onUnread told of each folder that cannot be read; what is next to it is found all the same
 */
export function* filesBelow(
  folder: string,
  onUnread: (unread: UnreadFile) => void,
): Generator<Dirent, void, undefined> {
  let entries: readonly Dirent[];
  try {
    entries = readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    onUnread({ path: folder, error: pathRefused(folder, error) });
    return;
  }
  for (const entry of entries) {
    if (entry.isDirectory()) yield* filesBelow(join(folder, entry.name), onUnread);
    else yield entry;
  }
}

/** The folder that was asked for; true: Codex's own, `CODEX_HOME`, else `~/.codex`. */
export function codexHome(asked: string | true): string {
  if (asked !== true) return asked;
  const { CODEX_HOME } = process.env;
  return CODEX_HOME === undefined || CODEX_HOME === "" ? join(homedir(), ".codex") : CODEX_HOME;
}

/**
 * The folders of a Codex home that hold sessions: `sessions` and `archived_sessions`, or the folder
 * itself where it has neither.
 */
export function codexRoots(folder: string): readonly string[] {
  const roots = ["sessions", "archived_sessions"].map((name) => join(folder, name));
  const found = roots.filter((path) => statusAt(path)?.isDirectory());
  return found.length > 0 ? found : [folder];
}
