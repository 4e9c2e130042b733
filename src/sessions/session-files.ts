import { compareText } from "../projections/figures.js";
import { type Dirent, readdirSync, statSync } from "node:fs";
import { join, resolve, sep } from "node:path";
import { pathRefused, statusAt } from "./path-refused.js";
import type { RefoldError } from "../errors.js";
import { userHome } from "../store/jsonl/home.js";

/** A file that may hold a session; its content tells. */
export interface SessionFile {
  readonly path: string;
  readonly sizeBytes: number;
  /** In milliseconds since 1970. */
  readonly modifiedMs: number;
  /** What names it in an index, if its path is another one each time. */
  readonly key?: string;
}

/** By what an index knows a file. */
export function indexKey({ path, key = path }: Pick<SessionFile, "path" | "key">): string {
  return key;
}

/** What files take together. */
export function sizeOf(files: Iterable<Pick<SessionFile, "sizeBytes">>): number {
  let bytes = 0;
  for (const { sizeBytes } of files) bytes += sizeBytes;
  return bytes;
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
        files.set(path, { path, sizeBytes: found.size, modifiedMs: found.mtimeMs });
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
  return {
    files: [...files.values()].toSorted((one, other) => compareText(one.path, other.path)),
    unread,
  };
}

/** Whether a path leads to something in a folder, at any depth; both are whole paths. */
export function isBelow(path: string, folder: string): boolean {
  return path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
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
  const isHome = entries.some((entry) => entry.isDirectory() && HOME_FOLDERS.has(entry.name));
  for (const entry of entries) {
    if (entry.isDirectory()) yield* filesBelow(join(folder, entry.name), onUnread);
    else if (!isHome || !HOME_LOGS.has(entry.name)) yield entry;
  }
}

/** A folder with one of these is a home; it has lists of its own that only look like sessions. */
const HOME_FOLDERS: ReadonlySet<string> = new Set(["sessions", "projects"]);
const HOME_LOGS: ReadonlySet<string> = new Set(["history.jsonl", "session_index.jsonl"]);

/** Tools whose homes are known. */
export const HOME_TOOLS = ["codex", "claude", "pi"] as const;
export type HomeTool = (typeof HOME_TOOLS)[number];

/** The homes whose sessions are asked for, each by its tool; true: the tool's own. */
export type ToolHomes = Readonly<Partial<Record<HomeTool, string | true>>>;

interface KnownHome {
  /** The environment variable that names it, and where it is otherwise, below the user's own. */
  readonly variable: string;
  readonly usual: readonly string[];
  /** Its folders that hold sessions. */
  readonly roots: readonly string[];
}

const HOMES: Readonly<Record<HomeTool, KnownHome>> = {
  codex: {
    ...{ variable: "CODEX_HOME", usual: [".codex"] },
    roots: ["sessions", "archived_sessions"],
  },
  claude: { variable: "CLAUDE_CONFIG_DIR", usual: [".claude"], roots: ["projects"] },
  pi: {
    ...{ variable: "PI_CODING_AGENT_DIR", usual: [".pi", "agent"] },
    roots: ["sessions", join("agent", "sessions")],
  },
};

/**
 * The folders of a tool's home that hold sessions, or the folder itself where it has none of them.
 * @param asked the home; true: the tool's own, which has the first of them or nothing
 */
export function sessionRoots(tool: HomeTool, asked: string | true): readonly string[] {
  const home = toolHome(tool, asked);
  const paths = HOMES[tool].roots.map((name) => join(home, name));
  const found = paths.filter((path) => isFolder(path));
  if (found.length > 0) return found;
  return asked === true ? paths.slice(0, 1) : [home];
}

/** Where a tool's home is, whether or not there is one. */
export function toolHome(tool: HomeTool, asked: string | true): string {
  const { variable, usual } = HOMES[tool];
  const named = asked === true ? process.env[variable] : asked;
  return named === undefined || named === "" ? join(userHome(), ...usual) : named;
}

function isFolder(path: string): boolean {
  return statusAt(path)?.isDirectory() === true;
}

/** Sessions that become files when they are read: those that a vault holds. */
export interface SessionView {
  /** The folder that has their indexes. */
  readonly indexHome: string;
  readonly files: readonly ViewedFile[];
  /** Whether there still is the content that a key names: else an index may not hold its text any more. */
  has(key: string): boolean;
  /**
   * Makes a file that is read next, with those that its history begins in.
   * @returns why it cannot be had; null: it is there
   * @throws {RefoldError} `disk-full`, `write-failed`
   */
  prepare(path: string): Promise<RefoldError | null>;
  /** A text that names the places where the files are, with those where they were instead. */
  inPlace(text: string): string;
}

/** Its path is another one whenever there is a view; its key names this very content. */
export type ViewedFile = SessionFile & { readonly key: string };

/** Files of a view that are there now, and those that cannot be had. */
export async function preparedFiles(
  view: SessionView,
  wanted: readonly SessionFile[] = view.files,
): Promise<FoundFiles> {
  const files: SessionFile[] = [];
  const unread: UnreadFile[] = [];
  for (const file of wanted) {
    const error = await view.prepare(file.path);
    if (error === null) files.push(file);
    else unread.push({ path: file.path, error });
  }
  return { files, unread };
}
