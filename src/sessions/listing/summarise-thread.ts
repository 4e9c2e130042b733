import { basename } from "node:path";
import { isRefoldError } from "../../errors.js";
import { ulidOfForeign } from "../../dialects/shared/derived-ids.js";
import type { EventOf, LogEvent } from "../../events/event.js";
import { isKnownEvent } from "../../events/known-event.js";
import type { ThreadSource } from "../../events/thread.js";
import type { PriceTable } from "../../models/prices.js";
import { replay } from "../../reducers/replay.js";
import { damagedLog, isSystemError } from "../../store/errors.js";
import type { ReadOptions } from "../../store/event-store.js";
import { forkedFrom } from "../../store/fork-thread.js";
import { nodeFileSystem } from "../../store/jsonl/file-system.js";
import { decodeRawLine, linesForward, peekType } from "../../store/jsonl/lines.js";
import type { LogFile } from "../../store/jsonl/log-file.js";
import { jsonlStore, type JsonlStore } from "../../store/jsonl/jsonl-store.js";
import { openIfThere } from "../../store/jsonl/open-log.js";
import { closing } from "../own-logs.js";
import { readRuns } from "../../store/jsonl/read-runs.js";
import { ForkStates } from "./fork-states.js";
import { ForkWords } from "./fork-words.js";
import type { ListedFile } from "./listed-files.js";
import { type LogTail, readTail } from "./log-tail.js";
import type { ThreadSummary } from "./thread-summary.js";
import { FirstWords } from "../../projections/title.js";

/** Summaries of threads of one home. What forks have in common is read once for all of them. */
export class ThreadSummaries {
  readonly store: JsonlStore;
  readonly states = new ForkStates();
  readonly words: ForkWords;

  constructor(
    home: string,
    readonly prices: PriceTable,
  ) {
    this.store = jsonlStore({ home });
    this.words = new ForkWords(this.store);
  }

  /**
   * Summarises a thread: from the head and the tail of its file where they are enough, else from its
   * resumed state, with the same result.
   * @returns undefined when the file holds no whole batch (yet), or went meanwhile
   */
  of(file: ListedFile): Promise<ThreadSummary | undefined> {
    return summariseThread(file, this);
  }
}

async function summariseThread(
  file: ListedFile,
  summaries: ThreadSummaries,
): Promise<ThreadSummary | undefined> {
  try {
    const found = openIfThere(nodeFileSystem, file.rollout);
    if (found === undefined) return undefined;
    using log = closing(found);
    const ends = readEnds(log, file);
    const lost = log.findLost(0, log.sizeBytes);
    if (ends === null && lost !== null) throw lost;
    if (ends === null) return undefined;
    const summary = summaryFromEnds(ends) ?? (await summaryFromState(ends, log, summaries));
    return lost === null ? summary : { ...summary, problem: lost.message };
  } catch (error) {
    if (!isRefoldError(error, "archive-damaged") && !isSystemError(error)) throw error;
    return unreadable(file, error.message);
  }
}

/** Other threads are listed all the same. */
function unreadable(file: ListedFile, problem: string): ThreadSummary {
  const { path, sizeBytes, isArchived } = file;
  const changedAt = new Date(file.modifiedMs).toISOString();
  return {
    ...{ threadId: basename(file.rollout, ".jsonl"), collection: "refold", path },
    ...{ title: null, cwd: null, model: null, turns: 0, tokens: 0, forkedFrom: null, forks: 0 },
    ...{ tool: "refold", parent: null, experiment: null, cost: null, unpricedModels: [] },
    ...{ createdAt: changedAt, updatedAt: changedAt, sizeBytes, isArchived, problem },
  };
}

interface Ends {
  readonly file: ListedFile;
  /** The first event that can be read. */
  readonly first: LogEvent;
  /** Of a thread of our own that is no fork: it means what its types say. */
  readonly start: EventOf<"thread.started"> | null;
  /** How the first user's words begin; null: there are none, or the thread has a title. */
  readonly words: string | null;
  readonly tail: LogTail;
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
      const start = ownStart(event);
      ends = { file, first: event, start, words: null, tail };
      const title = tail.facts?.title === undefined ? start?.data.title : tail.facts.title;
      if (tail.facts === null || start === null || title !== null) break; // needs no words
    } else {
      words.takeEvent(event);
      if (words.isFound) break;
    }
  }
  return ends && { ...ends, words: words.title };
}

function ownStart(first: LogEvent): EventOf<"thread.started"> | null {
  if (!isKnownEvent(first) || first.type !== "thread.started") return null;
  return first.data.source.dialect === "refold" ? first : null;
}

/** @returns null when they are not enough */
function summaryFromEnds(ends: Ends): ThreadSummary | null {
  const { start, words, tail } = ends;
  if (start === null || tail.facts === null) return null;
  const { title = start.data.title, ...facts } = tail.facts;
  return { ...placeOf(ends), ...facts, title: title ?? words, problem: null };
}

async function summaryFromState(
  ends: Ends,
  log: LogFile,
  { store, states, words, prices }: ThreadSummaries,
): Promise<ThreadSummary> {
  const threadId = basename(ends.file.rollout, ".jsonl");
  let problem: string | null = null;
  const options: ReadOptions = {
    newer: "ignore",
    onDamage: (damage) => (problem ??= damagedLog(damage).message),
  };
  const read = (range = {}) => store.read(threadId, { ...range, ...options });
  const readRuns = (range = {}) => store.readRuns(threadId, { ...range, ...options });
  const readBackward = (range = {}) => store.readBackward(threadId, { ...range, ...options });
  try {
    const source = { read, readRuns, readBackward };
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
      ...(await spentIn(ends, log, prices)),
    };
    const about = { ...aboutSource(thread?.source ?? null), cwd: thread?.cwd ?? null };
    return { ...placeOf(ends), ...about, model, ...counts, title, problem };
  } catch (error) {
    if (!isRefoldError(error)) throw error;
    const unknown = { title: null, model: null, turns: 0, tokens: 0 };
    return { ...placeOf(ends), ...unknown, problem: error.message };
  }
}

/**
 * What an imported session or a fork spent itself. A thread of our own that is no fork may have grown
 * large: its tail says what its history spent.
 */
async function spentIn(
  ends: Ends,
  log: LogFile,
  prices: PriceTable,
): Promise<Partial<ThreadSummary>> {
  if (ends.start !== null) return {};
  const { SessionOutline } = await import("./session-outline.js"); // loads all dialects
  const outline = new SessionOutline(ends.file.path, prices);
  for (const run of readRuns(log, { newer: "ignore", onDamage: () => undefined })) {
    for (const event of run) outline.take(event);
  }
  return { ...outline.spent, experiment: outline.experiment };
}

function aboutSource(source: ThreadSource | null) {
  const { dialect = "refold", parent } = source ?? {};
  const id = parent ? ulidOfForeign(parent.threadId, `${dialect}:thread`) : null;
  return { tool: dialect, parent: id };
}

function placeOf({ file, first, tail }: Ends) {
  return {
    threadId: basename(file.rollout, ".jsonl"),
    collection: "refold" as const,
    path: file.path,
    cwd: isKnownEvent(first) && first.type === "thread.started" ? first.data.cwd : null,
    createdAt: first.at,
    updatedAt: tail.last.at,
    sizeBytes: file.sizeBytes,
    isArchived: file.isArchived,
    tool: "refold",
    parent: null,
    experiment: null,
    cost: null,
    unpricedModels: [],
    forkedFrom: forkedFrom(first),
    forks: 0, // counted over all threads
  };
}
