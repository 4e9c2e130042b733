import { type Dirent, readdirSync, realpathSync } from "node:fs";
import { join, resolve, sep } from "node:path";
import { kindOfNoFile, notAFile } from "../sessions/errors.js";
import { pathRefused, statusAt } from "../sessions/path-refused.js";
import {
  HOME_TOOLS,
  type HomeTool,
  isSessionName,
  type ToolHomes,
  toolHome,
  type UnreadFile,
} from "../sessions/session-files.js";
import { systemErrorCode } from "../store/errors.js";
import { notAFolder, notAHome, outsideHome } from "./errors.js";

/** A file that belongs to a session: the session itself, or what it needs beside it. */
export interface FoundFile {
  /** Whose home it is in; `folder`: one that is no tool's home. */
  readonly tool: HomeTool | "folder";
  /** As an absolute path. */
  readonly home: string;
  /** Below the home, parts separated by `/`. */
  readonly path: string;
  readonly role: "session" | "sidecar";
}

export interface FoundHomes {
  /** Each once, in the order in which they were found. */
  readonly files: readonly FoundFile[];
  /** The homes and folders that were read: a file that is not found in one of these is gone. */
  readonly homes: readonly Pick<FoundFile, "tool" | "home">[];
  /** The folders that were looked into, as absolute paths. */
  readonly folders: readonly string[];
  /** What could not be read or is not followed. What is below such a path is not known. */
  readonly unread: readonly UnreadFile[];
}

/**
 * Every file that the sessions of tools' homes, and of other folders, need. A folder that is a tool's
 * home, or has one in it, is read as that. Files of credentials are left out by their names, and no
 * link is followed.
 */
export function findHomeFiles(homes: ToolHomes, folders: readonly string[] = []): FoundHomes {
  const search = new HomeSearch();
  for (const tool of HOME_TOOLS) {
    const asked = homes[tool];
    if (asked !== undefined) search.home(tool, resolve(toolHome(tool, asked)));
  }
  for (const folder of folders) search.folder(resolve(folder));
  return search;
}

/** The files of a tool's home that its sessions need; all others are not theirs. */
interface HomeForm {
  /** Folders whose files are all taken; those named as sessions are sessions in `sessions`. */
  readonly sessions: readonly string[];
  readonly sidecars: readonly string[];
  /** Names of files that lie in the home itself, or in one of its folders named here. */
  readonly files: RegExp;
  readonly within: readonly string[];
}

/** docs/vault.md#what-is-kept has the reasons. */
export const HOME_FORMS: Readonly<Record<HomeTool, HomeForm>> = {
  codex: {
    sessions: ["sessions", "archived_sessions"],
    sidecars: ["memories", "generated_images", "attachments"],
    // names of sessions, prompts, and the databases but for the program's own log
    files:
      /^(?:history\.jsonl|session_index\.jsonl|AGENTS(?:\.override)?\.md|\.codex-global-state\.json|(?!logs_).*\.(?:sqlite|db)(?:-wal)?)$/,
    within: ["sqlite"],
  },
  claude: {
    sessions: ["projects"],
    sidecars: ["todos", "tasks", "file-history", "plans", "paste-cache", "image-cache"],
    files: /^(?:history\.jsonl|CLAUDE\.md)$/,
    within: [],
  },
  pi: {
    sessions: ["sessions"],
    sidecars: [],
    files: /^(?:AGENTS\.md|CLAUDE\.md|SYSTEM\.md|APPEND_SYSTEM\.md)$/,
    within: [],
  },
};

/** Files that hold keys or tokens, in any folder. */
const CREDENTIALS =
  /^(?:\.?(?:auth|credentials?|oauth|tokens?|secrets?)(?:[._-][\w.-]*)?\.(?:json|toml|ya?ml|db)|\.env(?:\..*)?|.*\.(?:key|pem|p12|pfx))$/i;

type Place = Pick<FoundFile, "tool" | "home">;

class HomeSearch implements FoundHomes {
  readonly files: FoundFile[] = [];
  readonly homes: Place[] = [];
  readonly folders: string[] = [];
  readonly unread: UnreadFile[] = [];
  /** Absolute paths: what is named twice is taken once. */
  readonly #taken = new Set<string>();

  /** A home that was named: it has to be one. */
  home(tool: HomeTool, named: string): void {
    const nested = join(named, "agent"); // pi's home in ~/.pi
    const home = tool === "pi" && hasRoot(tool, namesIn(nested)) ? nested : named;
    const entries = this.#entries(home);
    if (entries === null) return;
    if (hasRoot(tool, entries)) this.#toolHome({ tool, home }, entries);
    else this.unread.push({ path: home, error: notAHome(home, tool) });
  }

  /** A folder that was named: sessions at any depth, what lies beside one, and homes of tools. */
  folder(path: string): void {
    const place = { tool: "folder", home: path } as const;
    const entries = this.#entries(path);
    if (entries === null) return;
    const tool = homeTool(path, entries);
    if (tool !== null) {
      this.#toolHome({ tool, home: path }, entries);
      return;
    }
    this.homes.push(place);
    this.#below(place, "", entries, false);
  }

  #toolHome(place: Place, entries: readonly Dirent[]): void {
    const { tool, home } = place;
    if (tool === "folder") return;
    this.homes.push(place);
    const { sessions, sidecars, files, within } = HOME_FORMS[tool];
    for (const entry of entries) {
      const { name } = entry;
      if (sessions.includes(name)) this.#tree(place, name, entry, true);
      else if (sidecars.includes(name)) this.#tree(place, name, entry, false);
      else if (files.test(name)) this.#file(place, name, entry, "sidecar");
      else if (within.includes(name) && entry.isDirectory()) {
        for (const inner of this.#entries(join(home, name)) ?? []) {
          if (files.test(inner.name)) {
            this.#file(place, `${name}/${inner.name}`, inner, "sidecar");
          }
        }
      }
    }
  }

  /** Everything below a folder of a home. */
  #tree(place: Place, path: string, entry: Dirent, mayBeSession: boolean): void {
    if (!entry.isDirectory()) {
      const isSession = mayBeSession && isSessionName(entry.name);
      this.#file(place, path, entry, isSession ? "session" : "sidecar");
      return;
    }
    for (const inner of this.#entries(join(place.home, path)) ?? []) {
      this.#tree(place, `${path}/${inner.name}`, inner, mayBeSession);
    }
  }

  /**
   * What is in a folder that is no home, at any depth.
   * @param isWhole the folder bears a session's name: all of it is that session's
   */
  #below(place: Place, path: string, entries: readonly Dirent[], isWhole: boolean): void {
    const sessions = entries.filter((entry) => !entry.isDirectory() && isSessionName(entry.name));
    const stems = new Set(sessions.map(({ name }) => name.replace(/\.jsonl.*$/, "")));
    for (const entry of entries) {
      const inner = path === "" ? entry.name : `${path}/${entry.name}`;
      if (!entry.isDirectory()) {
        const role = isSessionName(entry.name) ? "session" : "sidecar";
        if (isWhole || sessions.length > 0) this.#file(place, inner, entry, role);
        continue;
      }
      const absolute = join(place.home, inner);
      const found = this.#entries(absolute);
      if (found === null || isVault(found)) continue;
      const tool = homeTool(absolute, found);
      if (tool !== null) this.#toolHome({ tool, home: absolute }, found);
      else this.#below(place, inner, found, isWhole || stems.has(entry.name));
    }
  }

  #file(place: Place, path: string, entry: Dirent, role: FoundFile["role"]): void {
    if (CREDENTIALS.test(entry.name)) return;
    const absolute = place.home + sep + path;
    if (entry.isSymbolicLink()) this.#link(place.home, absolute);
    else if (!entry.isFile() && !entry.isDirectory()) {
      this.unread.push({ path: absolute, error: notAFile(absolute, kindOfNoFile(entry)) });
    }
    if (!entry.isFile() || this.#taken.has(absolute)) return;
    this.#taken.add(absolute);
    this.files.push({ ...place, path, role });
  }

  /** What a link inside the home leads to is found by its own name; of any other we have to tell. */
  #link(home: string, path: string): void {
    try {
      const target = realpathSync(path);
      if (target.startsWith(realpathSync(home) + sep)) return;
      this.unread.push({ path, error: outsideHome(path, target) });
    } catch (error) {
      this.unread.push({ path, error: pathRefused(path, error) });
    }
  }

  #entries(folder: string): readonly Dirent[] | null {
    try {
      const entries = readdirSync(folder, { withFileTypes: true });
      this.folders.push(folder);
      return entries;
    } catch (error) {
      const isFile = systemErrorCode(error) === "ENOTDIR" && statusAt(folder) !== undefined;
      this.unread.push({
        path: folder,
        error: isFile ? notAFolder(folder) : pathRefused(folder, error),
      });
      return null;
    }
  }
}

/** The entries of a folder that may not be there or not be one. */
function namesIn(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return []; // where it matters, it is read once more and reported
  }
}

function hasRoot(tool: HomeTool, entries: readonly Dirent[]): boolean {
  return entries.some(({ name }) => HOME_FORMS[tool].sessions.includes(name));
}

/** How the folders right below `sessions` or `projects` are named, by the tools that make them. */
const ROOT_NAMES: readonly (readonly [tool: HomeTool, root: string, name: RegExp])[] = [
  ["codex", "sessions", /^\d{4}$/],
  ["claude", "projects", /^(?:-|[A-Za-z]--)/],
  ["pi", "sessions", /^--.*--$/],
];

/** The tool whose home a folder is, by what is in it. */
function homeTool(folder: string, entries: readonly Dirent[]): HomeTool | null {
  for (const [tool, root, form] of ROOT_NAMES) {
    if (!entries.some((entry) => entry.name === root && entry.isDirectory())) continue;
    const isOne = namesIn(join(folder, root)).some(
      (entry) => entry.isDirectory() && form.test(entry.name),
    );
    if (isOne) return tool;
  }
  return null;
}

function isVault(entries: readonly Dirent[]): boolean {
  const has = (name: string) => entries.some((entry) => entry.name === name);
  return has("catalog.jsonl") && has("packs");
}
