import { compareText } from "../../projections/figures.js";
import { createHash } from "node:crypto";
import { basename, resolve } from "node:path";
import type { PriceTable } from "../../models/prices.js";
import {
  listAll,
  listThreads,
  type ListThreadsOptions,
} from "../../sessions/listing/list-threads.js";
import { BLANK_SUMMARY, type ThreadSummary } from "../../sessions/listing/thread-summary.js";
import { statusAt } from "../../sessions/path-refused.js";
import type { ToolHomes, SessionView } from "../../sessions/session-files.js";
import { SESSION_SORTS, type SessionRow, type SessionSort, type SessionsWindow } from "../api.js";
import { notFound } from "./failures.js";
import { type Query, windowOf } from "./query.js";
import { VaultAlarms } from "./vault-alarms.js";

export interface ListedPlaces {
  readonly home: string;
  readonly homes: ToolHomes;
  /** Files and folders that are listed instead of the store; none: the store. */
  readonly paths: readonly string[];
  /** Sessions that are listed in place of the store's; absent, null: none. */
  readonly view?: SessionView | null;
  readonly prices: PriceTable;
}

/** A session that was listed: nothing else is ever opened. */
export interface ListedSession {
  readonly summary: ThreadSummary;
  readonly row: SessionRow;
  /** What a filter looks at, in small letters. */
  readonly words: string;
}

/** A list that is as old as this is made anew when it is asked for. */
const FRESH_MS = 3_000;

/** The sessions of the server, by their keys. The page sees the last list while the next is made. */
export class SessionList {
  #sessions: ReadonlyMap<string, ListedSession>;
  #isComplete = false;
  #progress = { done: 0, total: 0 };
  #notices: readonly string[] = [];
  #making: Promise<void> | null = null;
  #madeAt = 0;
  readonly #acted = new Set<string>();
  readonly #alarms: VaultAlarms;

  constructor(private readonly places: ListedPlaces) {
    this.#alarms = new VaultAlarms(places.home);
    this.#sessions = keyed(places.paths.flatMap(namedFile)); // so that a large one is shown at once
  }

  /** Makes the list, unless that is being done; a failure is a notice. */
  make(): Promise<void> {
    this.#making ??= this.#list().finally(() => {
      this.#making = null;
      this.#madeAt = Date.now();
      this.#isComplete = true;
    });
    return this.#making;
  }

  /**
   * The same, where a list that was being made may be without what is there now.
   * @param acted threads of the store that are listed from now on, also beside paths that were named
   */
  async makeAgain(acted: readonly string[]): Promise<void> {
    for (const threadId of acted) this.#acted.add(threadId);
    await this.#making;
    await this.make();
  }

  /** Says which list this is. */
  get madeAt(): number {
    return this.#madeAt;
  }

  /** The key of a session by its thread; of several, that of the store. Null: it is not listed. */
  keyOf(threadId: string): string | null {
    if (this.#sessions.has(threadId)) return threadId;
    for (const [key, { summary }] of this.#sessions) if (summary.threadId === threadId) return key;
    return null;
  }

  /** The key of a file that was named. */
  keyOfFile(path: string): string | null {
    const key = keyOfPath(resolve(path));
    return this.#sessions.has(key) ? key : null;
  }

  /** @throws {Refusal} `not-found`: no session with that key was listed */
  find(key: string): ListedSession {
    const found = this.#sessions.get(key);
    if (found === undefined) throw notFound("session with that key");
    return found;
  }

  /**
   * The same for who may ask before the first list is made, and reads the session: its file is there.
   * @throws {Refusal} `not-found`
   * @throws {RefoldError} `vault-damaged`, `disk-full`
   */
  async listed(key: string): Promise<ListedSession> {
    if (!this.#sessions.has(key) && !this.#isComplete) await this.make();
    const found = this.find(key);
    const failure = (await this.places.view?.prepare(found.summary.path)) ?? null;
    if (failure !== null) throw failure;
    return found;
  }

  all(): Iterable<ListedSession> {
    return this.#sessions.values();
  }

  window(query: Query): SessionsWindow {
    if (this.#making === null && Date.now() - this.#madeAt > FRESH_MS) void this.make();
    const words = query.text("filter").toLowerCase().split(/\s+/);
    const all = [...this.#sessions.values()];
    const found = all.filter((one) => words.every((word) => one.words.includes(word)));
    const rows = found.map(({ row }) => row).sort(ORDERS[query.choice("sort", SESSION_SORTS)]);
    return {
      ...windowOf(rows, query.rows()),
      all: all.length,
      isComplete: this.#isComplete,
      progress: this.#progress,
      notices: this.#notices,
    };
  }

  async #list(): Promise<void> {
    const { home, homes, paths, prices, view = null } = this.places;
    const notices: string[] = [];
    try {
      const asked: ListThreadsOptions = {
        ...{ home, ...homes, paths, prices },
        onNotice: (notice) => notices.push(notice),
        onLeftOut: (notice) => notices.push(notice),
        onProgress: (done, total) => (this.#progress = { done, total }),
      };
      const threads = await listAll(asked, view);
      this.#sessions = keyed([...threads, ...(await this.#actedThreads())]);
    } catch (error) {
      notices.push(error instanceof Error ? error.message : String(error));
    }
    this.#notices = [...this.#alarms.notices(), ...notices];
  }

  /** Those that paths leave out. */
  async #actedThreads(): Promise<readonly ThreadSummary[]> {
    const { home, paths, prices, view = null } = this.places;
    if ((paths.length === 0 && view === null) || this.#acted.size === 0) return [];
    const stored = await listThreads({ home, prices, paths: [] });
    return stored.filter(({ threadId }) => this.#acted.has(threadId));
  }
}

function keyed(threads: readonly ThreadSummary[]): ReadonlyMap<string, ListedSession> {
  const byThread = new Map<string, string>();
  for (const thread of threads) byThread.set(thread.threadId, keyFor(thread));
  const rows = threads.map((thread): [string, ListedSession] => {
    const row = rowOf(thread, byThread);
    const { title, cwd, tool, model, threadId } = row;
    const words = [title, cwd, tool, model, threadId].join("\n").toLowerCase();
    return [row.key, { summary: thread, row, words }];
  });
  return new Map(rows);
}

/** A path says no more than where the file is; whoever asks cannot make one up. */
function keyFor({ collection, threadId, path }: ThreadSummary): string {
  return collection === "refold" ? threadId : keyOfPath(path);
}

const KEY_LENGTH = 24;

function keyOfPath(path: string): string {
  return createHash("sha256").update(path).digest("hex").slice(0, KEY_LENGTH);
}

function rowOf(thread: ThreadSummary, keys: ReadonlyMap<string, string>): SessionRow {
  const { threadId, title, cwd, tool, collection, model, createdAt, updatedAt } = thread;
  const { turns, tokens, cost, unpricedModels, sizeBytes, isArchived, forks, problem } = thread;
  const { forkedFrom, parent, experiment } = thread;
  return {
    key: keyFor(thread),
    ...{ threadId, title, cwd, tool, collection, model, createdAt, updatedAt, turns, tokens, cost },
    isPartlyPriced: unpricedModels.length > 0,
    ...{ sizeBytes, isArchived, forks, problem },
    forkedFrom: forkedFrom && { ...forkedFrom, key: keys.get(forkedFrom.threadId) ?? null },
    parentKey: parent === null ? null : (keys.get(parent) ?? null),
    experiment: experiment && { name: experiment.name, variant: experiment.variant },
  };
}

/** What is known of a file that was named before it was read. */
function namedFile(path: string): ThreadSummary[] {
  const status = statusAt(path);
  if (status?.isFile() !== true) return [];
  const at = status.mtime.toISOString();
  const named = { path: resolve(path), title: basename(path), sizeBytes: status.size };
  const seen = { collection: "paths", tool: "", createdAt: at, updatedAt: at } as const;
  return [{ ...BLANK_SUMMARY, ...named, ...seen }];
}

type Order = (one: SessionRow, other: SessionRow) => number;

const newestFirst = (name: "updatedAt" | "createdAt"): Order => {
  return (one, other) => compareText(other[name], one[name]);
};
const largestFirst = (name: "turns" | "tokens" | "cost"): Order => {
  return (one, other) => (other[name] ?? -1) - (one[name] ?? -1);
};
/** What has none stands last. */
const fromAToZ = (name: "title" | "cwd"): Order => {
  return ({ [name]: one }, { [name]: other }) => {
    if (one === null || other === null) return Number(one === null) - Number(other === null);
    return compareText(one.toLowerCase(), other.toLowerCase());
  };
};

const ORDERS: Readonly<Record<SessionSort, Order>> = {
  updated: newestFirst("updatedAt"),
  created: newestFirst("createdAt"),
  title: fromAToZ("title"),
  cwd: fromAToZ("cwd"),
  turns: largestFirst("turns"),
  tokens: largestFirst("tokens"),
  cost: largestFirst("cost"),
};
