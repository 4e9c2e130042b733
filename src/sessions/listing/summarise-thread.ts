import { basename } from "node:path";
import { isRefoldError } from "../../errors.js";
import { ulidOfForeign } from "../../dialects/shared/derived-ids.js";
import type { EventOf, LogEvent } from "../../events/event.js";
import { isKnownEvent } from "../../events/known-event.js";
import type { ThreadSource } from "../../events/thread.js";
import type { PriceTable } from "../../models/prices.js";
import { replay } from "../../reducers/replay.js";
import { damagedLog, isDatabaseFailure, isSystemError, noThread } from "../../store/errors.js";
import type { EventStore, ReadOptions } from "../../store/event-store.js";
import { forkedFrom } from "../../store/fork-thread.js";
import { nodeFileSystem } from "../../store/jsonl/file-system.js";
import { decodeRawLine, linesForward, peekType } from "../../store/jsonl/lines.js";
import type { LogFile } from "../../store/jsonl/log-file.js";
import { jsonlStore } from "../../store/jsonl/jsonl-store.js";
import { openIfThere } from "../../store/jsonl/open-log.js";
import { forkPointOf } from "../own-logs.js";
import { readRuns } from "../../store/jsonl/read-runs.js";
import type { StoredThread } from "../stored-threads.js";
import { ForkStates, ForkWords, InheritedEvents, type Parent, type ParentOf } from "./ancestors.js";
import type { ListedFile } from "./derive.js";
import { readStoredTail, readTail, type TailFacts } from "./log-tail.js";
import { BLANK_SUMMARY, costOfReported, type ThreadSummary } from "./thread-summary.js";
import { FirstWords } from "../../projections/title.js";

/** Summaries of threads of one home. What forks have in common is read once for all of them. */
export class ThreadSummaries {
  readonly store: EventStore;
  readonly states = new ForkStates();
  readonly words: ForkWords;
  readonly inherited: InheritedEvents;

  /** @param home a folder, or all threads of a database */
  constructor(
    home: string | StoredFamily,
    readonly prices: PriceTable,
  ) {
    this.store = typeof home === "string" ? jsonlStore({ home }) : home.store;
    const parentOf = typeof home === "string" ? parentsInFiles(home) : parentsAmong(home.threads);
    this.words = new ForkWords(this.store, parentOf);
    this.inherited = new InheritedEvents(this.store, parentOf);
  }

  /**
   * Summarises a thread of a folder: from the head and the tail of its file where they are enough,
   * else from its resumed state, with the same result.
   * @returns undefined when the file holds no whole batch (yet), or went meanwhile
   */
  of(file: ListedFile): Promise<ThreadSummary | undefined> {
    return summariseThread(file, this);
  }

  /** The same for a thread that has no file. */
  ofStored(thread: StoredThread): Promise<ThreadSummary> {
    return summariseStored(thread, this);
  }
}

/** What a fork says of its parent never changes; where its file says nothing yet, it is asked again. */
function parentsInFiles(home: string): ParentOf {
  const place = { fileSystem: nodeFileSystem, home };
  const known = new Map<string, Parent>();
  return (threadId) => {
    const parent = known.get(threadId) ?? forkPointOf(place, threadId);
    if (parent !== undefined) known.set(threadId, parent);
    return parent;
  };
}

function parentsAmong(threads: readonly StoredThread[]): ParentOf {
  const parents = new Map(threads.map(({ entry }) => [entry.threadId, entry.forkedFrom]));
  return (threadId) => parents.get(threadId) ?? undefined;
}

/** The threads of a store without files. */
interface StoredFamily {
  readonly store: EventStore;
  readonly threads: readonly StoredThread[];
}

/** A thread's own events, as they are stored. */
type OwnRuns = AsyncIterable<readonly LogEvent[]> | Iterable<readonly LogEvent[]>;

async function summariseThread(
  file: ListedFile,
  summaries: ThreadSummaries,
): Promise<ThreadSummary | undefined> {
  try {
    using log = openIfThere(nodeFileSystem, file.rollout);
    if (log === undefined) return undefined;
    const ends = readEnds(log, file);
    const lost = log.findLost(0, log.sizeBytes);
    if (ends === null && lost !== null) throw lost;
    if (ends === null) return undefined;
    const own = readRuns(log, readAround);
    const summary = summaryFromEnds(ends) ?? (await summaryFromState(ends, own, summaries));
    return lost === null ? summary : { ...summary, problem: lost.message };
  } catch (error) {
    if (!isRefoldError(error, "archive-damaged") && !isSystemError(error)) throw error;
    const changedAt = new Date(file.modifiedMs).toISOString();
    const when = { createdAt: changedAt, updatedAt: changedAt, forkedFrom: null };
    return { ...BLANK_SUMMARY, ...placeIn(file), ...when, problem: error.message };
  }
}

async function summariseStored(
  thread: StoredThread,
  summaries: ThreadSummaries,
): Promise<ThreadSummary> {
  const { store, path, entry, from } = thread;
  const { threadId, sizeBytes, createdAt, updatedAt, forkedFrom } = entry;
  const place = { threadId, path, sizeBytes, isArchived: false, createdAt, updatedAt, forkedFrom };
  try {
    const ends = await storedEnds(thread, place);
    const own = store.readRuns(threadId, { ...readAround, from });
    return summaryFromEnds(ends) ?? (await summaryFromState(ends, own, summaries));
  } catch (error) {
    if (!isRefoldError(error) || isDatabaseFailure(error)) throw error;
    return { ...BLANK_SUMMARY, ...place, problem: error.message };
  }
}

type ThreadPlace = Pick<
  ThreadSummary,
  "threadId" | "path" | "sizeBytes" | "isArchived" | "createdAt" | "updatedAt" | "forkedFrom"
>;

interface Ends {
  readonly place: ThreadPlace;
  /** Where the work began, if the first event says so. */
  readonly cwd: string | null;
  /** Of a thread of our own that is no fork: it means what its types say. */
  readonly start: EventOf<"thread.started"> | null;
  /** How the first user's words begin; null: there are none, or the thread has a title. */
  readonly words: string | null;
  /** Null: the tail is not enough. */
  readonly facts: TailFacts | null;
}

/** One buffer for all logs. Most heads and tails that a list needs are shorter. */
const HEAD_ROOM = Buffer.allocUnsafeSlow(64 * 1024);
const TAIL_ROOM = Buffer.allocUnsafeSlow(64 * 1024);

/** @returns null when there is no whole batch */
function readEnds(log: LogFile, file: ListedFile): Ends | null {
  const tail = readTail(log, TAIL_ROOM);
  if (tail === null) return null;
  let ends: Ends | null = null;
  const words = new FirstWords();
  for (const line of linesForward({ ...log, sizeBytes: tail.endByte }, 0, HEAD_ROOM)) {
    if (ends !== null && peekType(line.bytes) !== "item.recorded") continue;
    const { event } = decodeRawLine(line);
    if (event === undefined) continue;
    if (ends === null) {
      const when = { createdAt: event.at, updatedAt: tail.last.at, forkedFrom: forkedFrom(event) };
      ends = endsFrom({ ...placeIn(file), ...when }, event, tail.facts);
      if (!needsWords(ends)) break;
    } else {
      words.takeEvent(event);
      if (words.isFound) break;
    }
  }
  return ends && { ...ends, words: words.title };
}

async function storedEnds({ store }: StoredThread, place: ThreadPlace): Promise<Ends> {
  const { threadId, forkedFrom } = place;
  if (forkedFrom !== null) return { place, cwd: null, start: null, words: null, facts: null };
  const facts = await readStoredTail(store, threadId).catch((error: unknown) => {
    if (isRefoldError(error) && !isDatabaseFailure(error)) return null; // which the state is read around, or tells
    throw error;
  });
  let ends: Ends | null = null;
  const words = new FirstWords();
  for await (const event of store.read(threadId, readAround)) {
    ends ??= endsFrom(place, event, facts);
    words.takeEvent(event);
    if (words.isFound || !needsWords(ends)) break;
  }
  if (ends === null) throw noThread(threadId);
  return { ...ends, words: words.title };
}

const readAround: ReadOptions = { newer: "ignore", onDamage: () => undefined };

function endsFrom(place: ThreadPlace, first: LogEvent, facts: TailFacts | null): Ends {
  const started = isKnownEvent(first) && first.type === "thread.started" ? first : null;
  const start = started?.data.source.dialect === "refold" ? started : null;
  return { place, cwd: started?.data.cwd ?? null, start, words: null, facts };
}

function needsWords({ start, facts }: Ends): boolean {
  const title = facts?.title === undefined ? start?.data.title : facts.title;
  return facts !== null && start !== null && title === null;
}

/** @returns null when they are not enough */
function summaryFromEnds(ends: Ends): ThreadSummary | null {
  const { start, words, facts } = ends;
  if (start === null || facts === null) return null;
  const { title = start.data.title, ...rest } = facts;
  return { ...placeOf(ends), ...rest, title: title ?? words };
}

async function summaryFromState(
  ends: Ends,
  own: OwnRuns,
  { store, states, words, inherited, prices }: ThreadSummaries,
): Promise<ThreadSummary> {
  const { threadId } = ends.place;
  let problem: string | null = null;
  const options: ReadOptions = {
    newer: "ignore",
    onDamage: (damage) => (problem ??= damagedLog(damage).message),
  };
  const read = (range = {}) => store.read(threadId, { ...range, ...options });
  const readRuns = (range = {}) => store.readRuns(threadId, { ...range, ...options });
  const readBackward = (range = {}) => store.readBackward(threadId, { ...range, ...options });
  try {
    const pointed = (range = {}) => inherited.read(threadId, { ...range, ...options });
    const source = { read: pointed, readRuns, readBackward };
    const state = await states
      .resume(source, () => problem !== null)
      .catch((error: unknown) => {
        if (isRefoldError(error, "damaged-log")) return replay({ read, readRuns });
        throw error;
      });
    const { turns, usage, baseline, thread } = state;
    const { running, previous } = turns;
    const model = running?.envelope.model ?? baseline?.envelope.model ?? previous?.model ?? null;
    const title = thread?.title ?? (await words.titleOf(threadId, options));
    const counts = {
      turns: turns.userTurns,
      tokens: usage.total.total,
      ...(await spentIn(ends, own, prices)),
    };
    const about = { ...aboutSource(thread?.source ?? null), cwd: thread?.cwd ?? null };
    return { ...placeOf(ends), ...about, model, ...counts, title, problem };
  } catch (error) {
    if (!isRefoldError(error) || isDatabaseFailure(error)) throw error;
    return { ...placeOf(ends), problem: error.message };
  }
}

/**
 * What an imported session or a fork spent itself. A thread of our own that is no fork may have grown
 * large: its tail says what its history spent.
 */
async function spentIn(
  ends: Ends,
  own: OwnRuns,
  prices: PriceTable,
): Promise<Partial<ThreadSummary>> {
  if (ends.start !== null) return {};
  const { SessionOutline } = await import("./session-outline.js"); // loads all dialects
  const outline = new SessionOutline(ends.place.path, prices);
  for await (const run of own) {
    for (const event of run) outline.take(event);
  }
  const { spent, experiment } = outline;
  const cost = ends.place.forkedFrom === null ? costOfReported(spent) : spent.cost;
  return { ...spent, cost, experiment };
}

function aboutSource(source: ThreadSource | null) {
  const { dialect = "refold", parent } = source ?? {};
  const id = parent ? ulidOfForeign(parent.threadId, `${dialect}:thread`) : null;
  return { tool: dialect, parent: id };
}

function placeOf({ place, cwd }: Ends): ThreadSummary {
  return { ...BLANK_SUMMARY, ...place, cwd };
}

function placeIn({ path, rollout, sizeBytes, isArchived }: ListedFile) {
  return { threadId: basename(rollout, ".jsonl"), path, sizeBytes, isArchived };
}
