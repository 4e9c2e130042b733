import { join } from "node:path";
import { KNOWN_PRICES, type PriceTable } from "../../models/prices.js";
import { homeFolder, indexHome } from "../../store/jsonl/home.js";
import { derive, type DeriveListeners, type ListedFile, storeFiles } from "./derive.js";
import { INDEX_FOLDER } from "./derived-index.js";
import type { Costs, SessionFolder } from "./foreign-sessions.js";
import {
  HOME_TOOLS,
  sessionRoots,
  type ToolHomes,
  type SessionView,
  type SessionFile,
} from "../session-files.js";
import type { ThreadSummaries } from "./summarise-thread.js";
import { threadRows } from "./thread-rows.js";
import type { ThreadSummary } from "./thread-summary.js";

export interface ListThreadsOptions extends DeriveListeners, ToolHomes {
  /** Where threads live; absent: `REFOLD_HOME`, else `~/.refold`. */
  readonly home?: string;
  /** Lists the sessions in these files and folders, and not the store's. Nothing is written there. */
  readonly paths?: readonly string[];
  /** By which requests cost what they do; absent: the known ones. */
  readonly prices?: PriceTable;
}

/**
 * Every thread of a home and of other tools' homes, the last changed first; those of our own are
 * summarised from the head and the tail of their files. What was read before is kept in
 * `<home>/index/`, of a database in `~/.refold/index/`, and read again when a file's or thread's size or time
 * has changed; the index may be removed at any time.
 *
 * @throws {RefoldError} `file-not-found`: a home or path that was named is not there
 * @throws {RefoldError} `invalid-argument`: a home is a file
 */
export async function listThreads(options: ListThreadsOptions = {}): Promise<ThreadSummary[]> {
  return listAll(options, null);
}

/** The same with the sessions of a view, in place of the store's. */
export async function listAll(
  options: ListThreadsOptions,
  view: SessionView | null,
): Promise<ThreadSummary[]> {
  const { paths = [], prices = KNOWN_PRICES } = options;
  const costs = { prices, rows: threadRows(prices) };
  const isStore = paths.length === 0 && view === null;
  const threads = isStore ? await listHome(options.home, { ...options, ...costs }) : [];
  const foreign: ThreadSummary[] = [];
  const folders = foldersOf(options);
  if (view !== null) folders.push({ collection: "paths", paths: [], view });
  for (const folder of folders) {
    const { listForeign } = await import("./foreign-sessions.js");
    const home = folder.view?.indexHome ?? indexHome(options.home);
    foreign.push(...(await listForeign(home, { ...options, ...folder, ...costs })));
  }
  countForks(foreign);
  return [...threads, ...foreign].sort(lastChangedFirst);
}

async function listHome(
  home: string | undefined,
  options: DeriveListeners & Costs,
): Promise<ThreadSummary[]> {
  const folder = homeFolder(home);
  const threads = await (folder === null
    ? listDatabase(home, options)
    : listFolder(folder, options));
  countForks(threads);
  return threads;
}

/** So many are read at a time: each asks for its head and its tail. */
const AT_ONCE = 8;

/**
 * A thread of a database is remembered as a file is, by its size and the time of its last event. That is
 * kept in the usual home, since a role that reads cannot write to the database.
 */
async function listDatabase(
  home: string | undefined,
  { prices, rows, ...listeners }: DeriveListeners & Costs,
): Promise<ThreadSummary[]> {
  const { indexedFile, indexName, storedThreads } = await import("../stored-threads.js");
  const { withHome } = await import("../../store/open-home.js");
  return withHome(home, async (opened) => {
    const stored = await storedThreads(opened);
    let summaries: ThreadSummaries | undefined;
    const files = stored.map((thread) => ({ ...listedFile(indexedFile(thread)), thread }));
    return derive(files.reverse(), {
      ...listeners,
      atOnce: AT_ONCE,
      indexPath: join(indexHome(home), INDEX_FOLDER, `${indexName(opened.name)}.json`),
      read: async ({ thread }) => {
        const module = await import("./summarise-thread.js");
        summaries ??= new module.ThreadSummaries({ store: opened.store, threads: stored }, prices);
        return summaries.ofStored(thread);
      },
      encode: rows.encode,
      decode: (row, file) => rows.decode(row, file, "refold"),
    });
  });
}

function listedFile({ path, sizeBytes, modifiedMs }: SessionFile): ListedFile {
  return { path, rollout: path, sizeBytes, modifiedMs, isArchived: false };
}

async function listFolder(
  home: string,
  { prices, rows, ...listeners }: DeriveListeners & Costs,
): Promise<ThreadSummary[]> {
  // The oldest first: a fork goes on from the state at which its parent's fork point was found.
  return derive([...storeFiles(home)].reverse(), {
    ...listeners,
    indexPath: join(home, INDEX_FOLDER, "threads.json"),
    read: threadReader(home, prices),
    encode: rows.encode,
    decode: (row, file) => rows.decode(row, file, "refold"),
  });
}

const COLLECTIONS = { codex: "codex", claude: "claude-code", pi: "pi" } as const;

function foldersOf(options: ListThreadsOptions): SessionFolder[] {
  const { paths = [] } = options;
  const folders = HOME_TOOLS.flatMap((tool): SessionFolder[] => {
    const asked = options[tool];
    if (asked === undefined) return [];
    return [{ collection: COLLECTIONS[tool], paths: sessionRoots(tool, asked) }];
  });
  return paths.length === 0 ? folders : [...folders, { collection: "paths", paths }];
}

/** What reads threads is loaded when there is one to read: mostly the index knows them all. */
function threadReader(home: string, prices: PriceTable) {
  let summaries: ThreadSummaries | undefined;
  return async (file: ListedFile): Promise<ThreadSummary | undefined> => {
    const module = await import("./summarise-thread.js");
    summaries ??= new module.ThreadSummaries(home, prices);
    return summaries.of(file);
  };
}

/** Tells the threads of one collection how many of the others were forked from them. */
function countForks(threads: ThreadSummary[]): void {
  const forks = new Map<string, number>();
  for (const { forkedFrom } of threads) {
    if (forkedFrom === null) continue;
    forks.set(forkedFrom.threadId, (forks.get(forkedFrom.threadId) ?? 0) + 1);
  }
  if (forks.size === 0) return;
  for (const [place, thread] of threads.entries()) {
    const count = forks.get(thread.threadId);
    if (count !== undefined) threads[place] = { ...thread, forks: count };
  }
}

function lastChangedFirst(one: ThreadSummary, other: ThreadSummary): number {
  if (one.updatedAt !== other.updatedAt) return one.updatedAt > other.updatedAt ? -1 : 1;
  if (one.threadId !== other.threadId) return one.threadId > other.threadId ? -1 : 1;
  return one.path > other.path ? -1 : 1;
}
