import { damagedLog } from "../store/errors.js";
import type { LogDamage } from "../errors.js";
import { basename } from "node:path";
import { DerivedEventIds, derivedUlid } from "../dialects/shared/derived-ids.js";
import type { LogEvent, RefoldEvent } from "../events/event.js";
import { isUlid } from "../events/ids.js";
import { beginsLog } from "../store/fork-thread.js";
import { nodeFileSystem } from "../store/jsonl/file-system.js";
import { encodeBatch } from "../store/jsonl/line-codec.js";
import { decodeRawLine, lineNumber, linesForward } from "../store/jsonl/lines.js";
import type { LogFile } from "../store/jsonl/log-file.js";
import { openByContent } from "../store/jsonl/open-log.js";
import { type ReadEnd, readRuns } from "../store/jsonl/read-runs.js";

/** More missing events than this are no damage any more but another file. */
const MAX_STAND_INS = 1_000_000;
const LINE_FEED = Buffer.from("\n");
/** What is left to do where there is nothing that a copy could hold. */
const NOTHING_LEFT =
  "too little of it can be read for a copy: restore it from a backup, or move it away and import the session's own file again";

/**
 * The sound lines of a rollout of our own, byte for byte. Where events are lost between them, events
 * that say so stand in, for an offset never moves.
 */
export async function repairOwn(path: string): Promise<Repair> {
  const survey = withLog(path, surveyLog);
  return {
    form: "refold",
    events: survey.events,
    standIns: survey.standIns,
    leftOut: survey.leftOut,
    parts: () => copyParts(path, survey),
  };
}

interface Survey {
  readonly threadId: string;
  readonly damage: readonly LogDamage[];
  readonly endByte: number;
  readonly events: number;
  readonly standIns: number;
  readonly leftOut: readonly LeftOut[];
}

function surveyLog(log: LogFile): Survey {
  const damage: LogDamage[] = [];
  const { endByte } = drained(
    readRuns(log, { newer: "ignore", onDamage: (place) => damage.push(place) }),
  );
  damage.sort((one, other) => one.byte - other.byte);
  let [events, lost] = [0, 0];
  let first: LogEvent | null = null;
  for (const { event, from } of keptLines(log, { damage, endByte })) {
    first ??= event;
    const gap = event.offset - from;
    if (gap > MAX_STAND_INS) throw damagedLog(gapAt(log, event, gap), NOTHING_LEFT);
    lost += gap;
    events += gap + 1;
  }
  if (first === null) throw damagedLog(damage[0] ?? wholeFile(log), NOTHING_LEFT);
  const name = basename(log.path, ".jsonl");
  return {
    threadId: isUlid(name) ? name : derivedUlid(`repaired:${first.id}`),
    ...{ damage, endByte, events, standIns: lost },
    leftOut: [...damage.map(toLeftOut), ...tornRanges(log, { damage, endByte })],
  };
}

function* copyParts(path: string, survey: Survey): Generator<Uint8Array> {
  const log = openByContent(nodeFileSystem, path);
  try {
    let at: string | null = null;
    for (const { event, from, bytes, lost } of keptLines(log, survey)) {
      const range = { from, to: event.offset - 1, at: at ?? event.at, lost };
      yield* standIns(survey.threadId, range);
      yield Buffer.concat([bytes, LINE_FEED]);
      at = event.at;
    }
  } finally {
    log.close();
  }
}

interface KeptLine {
  readonly event: LogEvent;
  /** The offset that was due: events from there up to this one are lost. */
  readonly from: number;
  /** Valid until the next line is asked for. */
  readonly bytes: Buffer;
  /** What was damaged since the line before. */
  readonly lost: LostRange["lost"];
}

/** The lines that reading around the damage gives as events. */
function* keptLines(
  log: LogFile,
  { damage, endByte }: Pick<Survey, "damage" | "endByte">,
): Generator<KeptLine> {
  let next = 0;
  let due: number | null = null;
  let lost: LogDamage[] = [];
  for (const line of linesForward(log)) {
    if (line.start >= endByte) return;
    while (next < damage.length && (damage[next]?.byte ?? 0) <= line.start) {
      const place = damage[next++];
      if (place !== undefined) lost.push(place);
    }
    const newest = lost.findLast(({ bytes }) => bytes > 0);
    if (newest !== undefined && line.start < newest.byte + newest.bytes) continue;
    const { event } = decodeRawLine(line);
    if (event === undefined) continue; // told of as damage, or it would have been read
    yield { event, from: due ?? (beginsLog(event) ? event.offset : 0), bytes: line.bytes, lost };
    due = event.offset + 1;
    lost = [];
  }
}

function drained(runs: Generator<unknown, ReadEnd>): ReadEnd {
  for (;;) {
    const { value, done } = runs.next();
    if (done === true) return value;
  }
}

/** What stands behind the last whole batch, but for what was told of as damage. */
function tornRanges(
  log: LogFile,
  { damage, endByte }: Pick<Survey, "damage" | "endByte">,
): readonly LeftOut[] {
  const torn: LeftOut[] = [];
  let byte = endByte;
  for (const place of damage.filter(({ byte: start }) => start >= endByte)) {
    if (place.byte > byte) torn.push(tornFrom(log, byte, place.byte));
    byte = Math.max(byte, place.byte + place.bytes);
  }
  if (byte < log.sizeBytes) torn.push(tornFrom(log, byte));
  return torn;
}

function tornFrom(log: LogFile, byte: number, to = log.sizeBytes): LeftOut {
  return { line: lineNumber(log, byte), byte, bytes: to - byte, offset: null, reason: "torn" };
}

/** There is nothing but the beginning of a batch. */
function wholeFile({ path, sizeBytes }: LogFile): LogDamage {
  return { file: path, line: 1, byte: 0, offset: null, reason: "batch", bytes: sizeBytes };
}

function gapAt({ path }: LogFile, event: LogEvent, gap: number): LogDamage {
  const place = { line: 0, byte: 0, bytes: 0, offset: event.offset - gap };
  return { file: path, ...place, reason: "offset-gap" };
}

function toLeftOut({ line, byte, bytes, offset, reason }: LogDamage): LeftOut {
  return { line, byte, bytes, offset, reason };
}

function withLog<Result>(path: string, work: (log: LogFile) => Result): Result {
  const log = openByContent(nodeFileSystem, path);
  try {
    return work(log);
  } finally {
    log.close();
  }
}

/** A range of a file's bytes that its clean copy does not hold. */
export interface LeftOut {
  /** 1-based. */
  readonly line: number;
  /** Byte offset in the (unpacked) file. */
  readonly byte: number;
  /** 0: nothing was there to leave out (lines are missing), or all of it was kept in another form. */
  readonly bytes: number;
  /** Offset of the event that it would have been, or that comes next; null: it cannot be told. */
  readonly offset: number | null;
  /** As damage is told of when the file is read; `torn` for a tail that was never whole. */
  readonly reason: string;
}

/** A clean copy of a damaged rollout, to be written. */
export interface Repair {
  /** `refold`, `codex`, … */
  readonly form: string;
  /** Events that the copy holds, those that stand in for lost ones included. */
  readonly events: number;
  /** Events that stand in for lost ones, so that offsets stay what they were (own rollouts only). */
  readonly standIns: number;
  /** In the order of the file. */
  readonly leftOut: readonly LeftOut[];
  /** The copy's bytes; the file is read once more for them. */
  readonly parts: () => AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

/** Events that could not be read, and what was damaged where they should have stood. */
interface LostRange {
  /** Offsets, both inclusive; none when `to` is before `from`. */
  readonly from: number;
  readonly to: number;
  /** RFC 3339, of the nearest event that was read. */
  readonly at: string;
  readonly lost: readonly LogDamage[];
}

/** Lines are gathered up to this many events. */
const EVENTS_A_PART = 256;

/**
 * Lines that stand in for lost events: a notice at each offset, a bare `thread.started` at offset 0.
 * Each is a batch of its own; the same damage gives the same bytes.
 */
function* standIns(threadId: string, range: LostRange): Generator<Uint8Array> {
  const ids = new DerivedEventIds(`repaired:${threadId}`);
  const message = `an event is lost here: ${damageWords(range.lost)}`;
  let lines: Uint8Array[] = [];
  for (let offset = range.from; offset <= range.to; offset++) {
    const place = { offset, id: ids.idOf(offset, Date.parse(range.at)), at: range.at };
    const event: RefoldEvent =
      offset === 0
        ? { ...place, type: "thread.started", data: bareThread(threadId) }
        : {
            ...place,
            type: "notice.logged",
            data: { level: "warning", kind: "repaired", message },
          };
    lines.push(encodeBatch([event]));
    if (lines.length < EVENTS_A_PART && offset < range.to) continue;
    yield Buffer.concat(lines);
    lines = [];
  }
}

function bareThread(threadId: string) {
  const source = { dialect: "refold", version: null };
  return { threadId, cwd: null, source, memoryMode: null, title: null };
}

/** `line 12, from byte 3400 on: 512 bytes (sum)`, for the first of several places. */
function damageWords(lost: readonly LogDamage[]): string {
  const [first] = lost;
  if (first === undefined) return "its line is missing";
  const bytes = lost.reduce((sum, place) => sum + place.bytes, 0);
  const reasons = [...new Set(lost.map(({ reason }) => reason))].join(", ");
  return `line ${first.line}, from byte ${first.byte} on: ${bytes} bytes left out (${reasons})`;
}
