import { createHash } from "node:crypto";
import { type Dirent, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { isLaterGeneration, olderFirst, rolloutName } from "../../dialects/codex/rollout-name.js";
import { baseMissing } from "../../dialects/errors.js";
import { invalidArgument, isRefoldError } from "../../errors.js";
import type { PriceTable } from "../../models/prices.js";
import { entry } from "../../projections/stats/tally.js";
import { isSystemError } from "../../store/errors.js";
import { fileNotFound, kindOfNoFile, notAFile } from "../errors.js";
import { pathRefused, statusAt } from "../path-refused.js";
import { RelatedFiles } from "../related-file.js";
import {
  filesBelow,
  isSessionName,
  sizeOf,
  type UnreadFile,
  type SessionView,
  type ViewedFile,
} from "../session-files.js";
import { type ForeignSummary, type SessionReading, summariseQuickly } from "./codex-outline.js";
import { derive, type DeriveListeners, type ListedFile, listedFile } from "./derive.js";
import { INDEX_FOLDER } from "./derived-index.js";
import type { ThreadSummaries } from "./summarise-thread.js";
import type { ThreadRows } from "./thread-rows.js";
import { spentTogether, type ThreadSummary } from "./thread-summary.js";

/** Where sessions of other tools are, and what is known of them by that. */
export interface SessionFolder {
  readonly collection: Exclude<ThreadSummary["collection"], "refold">;
  /** Folders and files; of a folder every file that is named as a session is. */
  readonly paths: readonly string[];
  /** Absent: they are files already. */
  readonly view?: SessionView;
}

/** How what was spent becomes money, and how that is remembered. */
export interface Costs {
  readonly prices: PriceTable;
  readonly rows: ThreadRows;
}

/**
 * Every session of some folders; how often each was forked is not counted. The index is in our own home:
 * nothing is written elsewhere.
 * @throws {RefoldError} `file-not-found`: a path leads nowhere
 * @throws {RefoldError} `invalid-argument`: a home is a file
 */
export async function listForeign(
  home: string,
  { collection, paths, view, prices, rows, ...listeners }: DeriveListeners & SessionFolder & Costs,
): Promise<ThreadSummary[]> {
  const folders = paths.map((path) => resolve(path));
  const inPlace = (text: string): string => view?.inPlace(text) ?? text;
  const onUnread = ({ path, error }: UnreadFile): void => {
    if (folders.includes(path)) throw error; // it was asked for by name
    if (!isRefoldError(error) && !isSystemError(error)) throw error;
    const { message } = error;
    const place = message.includes(path) ? "" : `${path} is `; // most messages name it
    listeners.onLeftOut?.(inPlace(`${place}left out: ${message}`));
  };
  const name = createHash("sha256").update(folders.join("\0")).digest("hex").slice(0, 16);
  const reading: AnyReading = { prices, related: new RelatedFiles(), homes: new Map() };
  const sessions = await derive(
    view?.files.map(viewedFile) ??
      sessionFiles({ paths: folders, isHome: collection !== "paths" }, onUnread),
    {
      ...listeners,
      indexPath: join(home, INDEX_FOLDER, view ? "view.json" : `${collection}-${name}.json`),
      read: async (file) => {
        const error = (await view?.prepare(file.path)) ?? null;
        if (error !== null) onUnread({ path: file.path, error });
        if (error !== null) return null;
        // What others were prepared for it is found by one that looks anew.
        if (view !== undefined) reading.related = new RelatedFiles();
        try {
          return await summariseAny(file, reading);
        } catch (error) {
          onUnread({ path: file.path, error: pathRefused(file.path, error) });
          return null; // the next time it may be open to us
        }
      },
      encode: ({ thread, base }: ForeignSummary) => {
        const columns = rows.encode(thread);
        return columns && [base, ...columns];
      },
      decode: ([path, size, time, base, ...columns], file) => {
        const thread = rows.decode([path, size, time, ...columns], file, collection);
        const isBase = base === null || typeof base === "string";
        return thread !== undefined && isBase ? { thread, base } : undefined;
      },
    },
  );
  const found = oneAThread(withBases(sessions, reading.related));
  return found.map((thread) => {
    const { problem } = thread;
    return { ...thread, collection, problem: problem === null ? null : inPlace(problem) };
  });
}

interface AnyReading extends SessionReading {
  related: RelatedFiles;
  /** Of threads that are named by their files. */
  readonly homes: Map<string, ThreadSummaries>;
}

/**
 * A session of any tool, by its content: the folder that was named as one tool's may hold another's.
 * @throws {RefoldError} as `openSession` does
 */
async function summariseAny(
  file: ListedFile,
  reading: AnyReading,
): Promise<ForeignSummary | undefined> {
  const codex = rolloutName(file.path) === null ? null : await summariseQuickly(file, reading);
  if (codex !== null) return codex;
  const { rolloutPlace } = await import("../open-session.js");
  const place = rolloutPlace(file.path);
  if (place !== null) {
    const { prices, homes } = reading;
    const { ThreadSummaries } = await import("./summarise-thread.js");
    const known = homes.get(place.home) ?? new ThreadSummaries(place.home, prices);
    homes.set(place.home, known);
    const thread = await known.of({ ...file, rollout: file.path.replace(/\.gz$/, "") });
    return thread && { thread, base: null };
  }
  const { summariseWhole } = await import("./whole-session.js");
  return summariseWhole(file, reading);
}

function viewedFile(file: ViewedFile): ListedFile {
  return { ...file, rollout: file.path, isArchived: false };
}

/** What was remembered of a session may need a file that went since. */
function withBases(
  sessions: readonly ForeignSummary[],
  related: RelatedFiles,
): readonly ThreadSummary[] {
  const ids = new Set(sessions.map(({ thread }) => rolloutName(thread.path)?.fileId));
  return sessions.map(({ thread, base }) => {
    const { path, problem } = thread;
    if (base === null || problem !== null || ids.has(base)) return thread;
    if (related.find(path, base) !== null) return thread;
    return { ...thread, problem: baseMissing(path, base).message };
  });
}

/**
 * A thread that was reverted has several files, and is what its newest says: the newest by the id in
 * the name (docs/codex.md, "Histories that begin in another file").
 */
function oneAThread(files: readonly ThreadSummary[]): ThreadSummary[] {
  const byThread = new Map<string, ThreadSummary[]>();
  for (const file of files) entry(byThread, file.threadId, (): ThreadSummary[] => []).push(file);
  return [...byThread.values()].flatMap((generations) => {
    if (!generations.some(({ path }) => isLaterGeneration(rolloutName(path)))) return generations;
    const sorted = generations.toSorted((one, other) =>
      olderFirst(rolloutName(one.path), rolloutName(other.path)),
    );
    const newest = sorted.pop();
    if (newest === undefined || sorted.length === 0) return generations;
    const sizeBytes = sizeOf(generations);
    const spent = spentTogether(generations);
    const createdAt = sorted[0]?.createdAt ?? newest.createdAt;
    return [
      { ...newest, ...spent, sizeBytes, createdAt, olderFiles: sorted.map(({ path }) => path) },
    ];
  });
}

/** The files of folders that are named as sessions are, and files that are named. Links to files are followed. */
function* sessionFiles(
  { paths, isHome }: { readonly paths: readonly string[]; readonly isHome: boolean },
  onUnread: (unread: UnreadFile) => void,
): Generator<ListedFile, void, undefined> {
  const seen = new Set<string>();
  for (const path of paths) {
    const status = statusAt(path);
    if (status === undefined) throw fileNotFound(path);
    if (!status.isDirectory() && isHome) throw invalidArgument(`not a folder: ${path}`, A_HOME);
    const found = status.isDirectory() ? filesBelow(path, onUnread) : [null];
    for (const entry of found) {
      const file = entry === null ? listedFile(path, path, false) : fileOf(entry, onUnread);
      if (file === undefined || seen.has(file.path)) continue;
      seen.add(file.path);
      yield file;
    }
  }
}

const A_HOME = "name a home, as ~/.codex or ~/.claude is, or a folder of its sessions";

function fileOf(entry: Dirent, onUnread: (unread: UnreadFile) => void): ListedFile | undefined {
  if (!isSessionName(entry.name)) return undefined;
  const path = join(entry.parentPath, entry.name);
  try {
    const found = entry.isSymbolicLink() ? statSync(path) : entry;
    if (found.isDirectory()) return undefined; // a link to one: it may lead back to where it is
    if (!found.isFile()) throw notAFile(path, kindOfNoFile(found));
    const file = listedFile(path, path, false);
    // Bytes that are no UTF-8 come back as U+FFFD, and nothing is found by that name.
    if (file === undefined && path.includes("\ufffd")) throw fileNotFound(path);
    return file;
  } catch (error) {
    onUnread({ path, error: pathRefused(path, error) });
    return undefined;
  }
}
