import { createHash } from "node:crypto";
import { statSync } from "node:fs";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { setImmediate } from "node:timers/promises";
import { storeHome } from "../../../store/jsonl/store-home.js";
import { FileNotFound } from "../file-not-found.js";
import { codexFiles, storeFiles, type ListedFile } from "./listed-file.js";
import {
  INDEX_FOLDER,
  isFresh,
  readIndex,
  writeIndex,
  type IndexedFacts,
  type IndexEntry,
} from "./listing-index.js";
import type { FileSummary, ThreadSummary } from "./thread-summary.js";

export interface ListThreadsOptions {
  /** Where threads live; absent: `REFOLD_HOME`, else `~/.refold`. */
  readonly home?: string;
  /**
   * Lists the sessions of a Codex home too: a folder, or true for `CODEX_HOME`, else `~/.codex`.
   * Nothing is written there.
   */
  readonly codex?: string | true;
  /** Told how many of the files that had to be read have been. */
  readonly onProgress?: (done: number, total: number) => void;
  /** Told when the index was damaged, or could not be written: it costs time and nothing else. */
  readonly onNotice?: (notice: string) => void;
}

/**
 * Every thread of a home, the last changed first, each summarised from the head and the tail of its
 * file. What was read before is kept in `<home>/index/`, and read again when a file's size or time
 * has changed; the index may be removed at any time.
 *
 * @throws {FileNotFound} there is no such Codex folder
 */
export async function listThreads(options: ListThreadsOptions = {}): Promise<ThreadSummary[]> {
  const home = storeHome(options.home);
  const threads = await summariseAll(storeFiles(home), {
    ...options,
    collection: "refold",
    indexPath: join(home, INDEX_FOLDER, "threads.json"),
    summarise: threadSummariser(home),
  });
  const summaries = withForks(threads);
  if (options.codex !== undefined) {
    const folder = codexFolder(options.codex);
    const sessions = await summariseAll(codexFiles(folder), {
      ...options,
      collection: "codex",
      indexPath: join(home, INDEX_FOLDER, `codex-${nameOf(folder)}.json`),
      summarise: codexSummariser,
    });
    summaries.push(...withForks(sessions));
  }
  return summaries.sort(lastChangedFirst);
}

type Summarise = (file: ListedFile) => Promise<FileSummary | undefined>;

interface SummariseOptions extends ListThreadsOptions {
  readonly collection: ThreadSummary["collection"];
  readonly indexPath: string;
  readonly summarise: Summarise;
}

/** After so many files other work gets its turn. */
const FILES_A_TURN = 64;

async function summariseAll(
  found: Iterable<ListedFile>,
  { collection, indexPath, summarise, onProgress, onNotice }: SummariseOptions,
): Promise<FileSummary[]> {
  const { index, notice } = readIndex(indexPath);
  if (notice !== null) onNotice?.(`${indexPath}: ${notice}, and built anew`);
  const entries = new Map<string, IndexEntry>();
  const summaries: FileSummary[] = [];
  const stale: ListedFile[] = [];
  for (const file of found) {
    const entry = index.get(file.path);
    if (entry === undefined || !isFresh(entry, file)) {
      stale.push(file);
      continue;
    }
    entries.set(file.path, entry);
    if (entry.facts !== null) summaries.push(summaryOf(entry.facts, file, collection));
  }
  for (const [done, file] of stale.entries()) {
    const summary = (await summarise(file)) ?? null;
    if (summary !== null) summaries.push(summary);
    // What could not be read may be another time: an ancestor comes back, a file is mended.
    if (typeof summary?.problem !== "string") entries.set(file.path, entryOf(file, summary));
    if ((done + 1) % FILES_A_TURN !== 0) continue;
    onProgress?.(done + 1, stale.length);
    await setImmediate();
  }
  onProgress?.(stale.length, stale.length);
  if (stale.length > 0 || entries.size !== index.size) {
    const failure = writeIndex(indexPath, entries);
    if (failure !== null) onNotice?.(failure);
  }
  return summaries;
}

function entryOf({ sizeBytes, modifiedMs }: ListedFile, facts: FileSummary | null): IndexEntry {
  return { sizeBytes, modifiedMs, facts };
}

function summaryOf(
  { threadId, title, cwd, model, createdAt, updatedAt, turns, tokens, forkedFrom }: IndexedFacts,
  { path, sizeBytes, isArchived }: ListedFile,
  collection: ThreadSummary["collection"],
): FileSummary {
  return {
    ...{ threadId, collection, path, title, cwd, model, createdAt, updatedAt, turns, tokens },
    ...{ sizeBytes, isArchived, forkedFrom, problem: null },
  };
}

/** What reads threads is loaded when there is one to read: mostly the index knows them all. */
function threadSummariser(home: string): Summarise {
  let summarise: Summarise | undefined;
  return async (file) => {
    summarise ??= await loadThreadSummariser(home);
    return summarise(file);
  };
}

async function loadThreadSummariser(home: string): Promise<Summarise> {
  const { summariseThread } = await import("./summarise-thread.js");
  const { jsonlStore } = await import("../../../store/jsonl/jsonl-store.js");
  const store = jsonlStore({ home });
  return (file) => summariseThread(store, file);
}

async function codexSummariser(file: ListedFile): Promise<FileSummary | undefined> {
  const { summariseCodex } = await import("./summarise-codex.js");
  return summariseCodex(file);
}

function codexFolder(asked: string | true): string {
  const { CODEX_HOME } = process.env;
  const usual = CODEX_HOME === undefined || CODEX_HOME === "" ? undefined : CODEX_HOME;
  const folder = resolve(asked === true ? (usual ?? join(homedir(), ".codex")) : asked);
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true) return folder;
  throw new FileNotFound(folder);
}

function nameOf(folder: string): string {
  return createHash("sha256").update(folder).digest("hex").slice(0, 16);
}

function withForks(summaries: readonly FileSummary[]): ThreadSummary[] {
  const forks = new Map<string, number>();
  for (const { forkedFrom } of summaries) {
    if (forkedFrom === null) continue;
    forks.set(forkedFrom.threadId, (forks.get(forkedFrom.threadId) ?? 0) + 1);
  }
  return summaries.map((summary) => ({ ...summary, forks: forks.get(summary.threadId) ?? 0 }));
}

function lastChangedFirst(one: ThreadSummary, other: ThreadSummary): number {
  if (one.updatedAt !== other.updatedAt) return one.updatedAt > other.updatedAt ? -1 : 1;
  return one.threadId > other.threadId ? -1 : 1;
}
