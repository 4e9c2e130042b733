import { isRefoldError, type LogDamage } from "../../errors.js";
import { basename } from "node:path";
import type { EventOf, LogEvent } from "../../events/event.js";
import { isKnownEvent } from "../../events/known-event.js";
import { replay } from "../../reducers/replay.js";
import { resumeState } from "../../reducers/resume.js";
import type { ThreadState } from "../../reducers/thread-state.js";
import { isSystemError, damagedLog } from "../../store/errors.js";
import type { EventStore } from "../../store/event-store.js";
import { forkPoint } from "../../store/fork-thread.js";
import { nodeFileSystem } from "../../store/jsonl/file-system.js";
import { decodeRawLine, linesForward, peekType } from "../../store/jsonl/lines.js";
import type { LogFile } from "../../store/jsonl/log-file.js";
import { openIfThere } from "../../store/jsonl/open-log.js";
import type { ListedFile } from "./listed-files.js";
import { type LogTail, readTail, type TailFacts } from "./log-tail.js";
import type { ThreadSummary } from "./thread-summary.js";
import { firstWordsOf } from "./title.js";

/**
 * Summarises a thread of the store: from the head and the tail of its file where they tell enough,
 * else from its resumed state; the two say the same.
 * @returns undefined when the file holds no whole batch (yet), or went meanwhile
 */
export async function summariseThread(
  store: EventStore,
  file: ListedFile,
): Promise<ThreadSummary | undefined> {
  try {
    return await summariseLog(store, file);
  } catch (error) {
    if (isRefoldError(error, "archive-damaged") || isSystemError(error)) {
      return unreadable(file, error);
    }
    throw error;
  }
}

/**
 * Where the ends of every log are read to, one log after the other. Most heads and tails that a list
 * needs are shorter.
 */
const HEAD_ROOM = Buffer.allocUnsafeSlow(64 * 1024);
const TAIL_ROOM = Buffer.allocUnsafeSlow(64 * 1024);

async function summariseLog(
  store: EventStore,
  file: ListedFile,
): Promise<ThreadSummary | undefined> {
  const log = openIfThere(nodeFileSystem, file.rollout);
  if (log === undefined) return undefined;
  try {
    const ends = readEnds(log, file);
    const lost = log.findLost(0, log.sizeBytes);
    if (ends !== null) {
      const summary = summaryFromEnds(ends) ?? (await summaryFromState(ends, store));
      return lost === null ? summary : { ...summary, problem: lost.message };
    }
    if (lost !== null) throw lost;
    return undefined;
  } finally {
    log.close();
  }
}

/** Null: there is no whole batch. */
function readEnds(log: LogFile, file: ListedFile): Ends | null {
  const tail = readTail(log, TAIL_ROOM);
  if (tail === null) return null;
  const { facts, endByte } = tail;
  const head = readHead(
    { ...log, sizeBytes: endByte },
    {
      room: HEAD_ROOM,
      wantsWords: (first) => facts !== null && isUntitled(first, facts),
    },
  );
  if (head === null) return null;
  return { file, threadId: basename(file.rollout, ".jsonl"), head, tail };
}

/** A file of which nothing can be told but that it is there: others are listed all the same. */
function unreadable(file: ListedFile, { message }: Error): ThreadSummary {
  const { path, sizeBytes, isArchived } = file;
  const changedAt = new Date(file.modifiedMs).toISOString();
  return {
    ...{ threadId: basename(file.rollout, ".jsonl"), collection: "refold", path },
    ...{ title: null, cwd: null, model: null, turns: 0, tokens: 0, forkedFrom: null, forks: 0 },
    ...{ createdAt: changedAt, updatedAt: changedAt, sizeBytes, isArchived, problem: message },
  };
}

interface Ends {
  readonly file: ListedFile;
  readonly threadId: string;
  readonly head: LogHead;
  readonly tail: LogTail;
}

/** Null: they do not tell enough. */
function summaryFromEnds(ends: Ends): ThreadSummary | null {
  const { head, tail } = ends;
  const start = ownStart(head.first);
  if (start === null || tail.facts === null) return null;
  const title = titleGiven(start, tail.facts) ?? head.words;
  return { ...placeOf(ends), ...tail.facts, title, problem: null };
}

function isUntitled(first: LogEvent, facts: TailFacts): boolean {
  const start = ownStart(first);
  return start !== null && titleGiven(start, facts) === null;
}

/** Null: a fork, or another tool's thread, whose lines mean more than their types say. */
function ownStart(first: LogEvent): EventOf<"thread.started"> | null {
  if (!isKnownEvent(first) || first.type !== "thread.started") return null;
  return first.data.source.dialect === "refold" ? first : null;
}

function titleGiven({ data }: EventOf<"thread.started">, { title }: TailFacts): string | null {
  return title === undefined ? data.title : title;
}

async function summaryFromState(ends: Ends, store: EventStore): Promise<ThreadSummary> {
  const { threadId } = ends;
  const problems: string[] = [];
  const onDamage = (damage: LogDamage): void => {
    problems.push(damagedLog(damage).message);
  };
  const options = { newer: "ignore", onDamage } as const;
  const read = (range = {}) => store.read(threadId, { ...range, ...options });
  const readRuns = (range = {}) => store.readRuns(threadId, { ...range, ...options });
  const readBackward = (range = {}) => store.readBackward(threadId, { ...range, ...options });
  try {
    const state = await resumeState({ read, readRuns, readBackward }).catch((error: unknown) => {
      if (isRefoldError(error, "damaged-log")) return replay({ read, readRuns });
      throw error;
    });
    const title = state.thread?.title ?? (await firstWords(read()));
    return { ...placeOf(ends), ...factsOf(state), title, problem: problems[0] ?? null };
  } catch (error) {
    if (!isRefoldError(error)) throw error;
    const unknown = { title: null, model: null, turns: 0, tokens: 0 };
    return { ...placeOf(ends), ...unknown, problem: error.message };
  }
}

async function firstWords(events: AsyncIterable<LogEvent>): Promise<string | null> {
  for await (const event of events) {
    const title = firstWordsOf(event);
    if (title !== null) return title;
  }
  return null;
}

function factsOf({ turns, usage, baseline, thread }: ThreadState) {
  const model =
    turns.running?.envelope.model ?? baseline?.envelope.model ?? turns.previous?.model ?? null;
  const cwd = thread?.cwd ?? null;
  return { cwd, model, turns: turns.userTurns, tokens: usage.total.total };
}

function placeOf({ file, threadId, head: { first }, tail: { last } }: Ends) {
  const from = forkPoint(first);
  return {
    threadId,
    collection: "refold" as const,
    path: file.path,
    cwd: isKnownEvent(first) && first.type === "thread.started" ? first.data.cwd : null,
    createdAt: first.at,
    updatedAt: last.at,
    sizeBytes: file.sizeBytes,
    isArchived: file.isArchived,
    forkedFrom: from === undefined ? null : { threadId: from.threadId, offset: from.offset },
    forks: 0, // told by all threads together
  };
}

/** The beginning of a log. */
export interface LogHead {
  /** Where the beginning is damaged: the first event that can be read. */
  readonly first: LogEvent;
  /** How the first user's words begin; null: nobody said anything, or they were not wanted. */
  readonly words: string | null;
}

export interface LogHeadOptions {
  /** See `linesForward`. */
  readonly room: Buffer;
  /** Whether the first user's words are wanted, which the first event may tell. */
  readonly wantsWords: (first: LogEvent) => boolean;
}

/**
 * Reads a log from its beginning, as far as it is needed.
 * @param log ends with a whole batch
 * @returns null when not one line can be read
 */
export function readHead(log: LogFile, { room, wantsWords }: LogHeadOptions): LogHead | null {
  let first: LogEvent | undefined;
  for (const line of linesForward(log, 0, room)) {
    if (first === undefined) {
      first = decodeRawLine(line).event;
      if (first !== undefined && !wantsWords(first)) break;
    } else if (peekType(line.bytes) === "item.recorded") {
      const { event } = decodeRawLine(line);
      const words = event === undefined ? null : firstWordsOf(event);
      if (words !== null) return { first, words };
    }
  }
  return first === undefined ? null : { first, words: null };
}
