import { statSync } from "node:fs";
import { join, resolve } from "node:path";
import { filesBelow, type UnreadFile } from "./files-below.js";
import { pathRefused } from "./path-refused.js";

/** A file that may hold a session; its content tells. */
export interface SessionFile {
  readonly path: string;
  readonly sizeBytes: number;
}

export interface FoundFiles {
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
