import { basename } from "node:path";
import { openForeign } from "../dialects/dialects.js";
import type { ByteSource } from "../dialects/shared/byte-source.js";
import { DerivedEventIds, derivedUlid } from "../dialects/shared/derived-ids.js";
import { invalidArgument, type LogDamage } from "../errors.js";
import type { LogEvent, RefoldEvent } from "../events/event.js";
import { isUlid } from "../events/ids.js";
import { type ChainedEvent, hexOfSum, sumToLink } from "../store/chain.js";
import { damagedLog } from "../store/errors.js";
import { beginsLog } from "../store/fork-thread.js";
import { encodeBatch } from "../store/jsonl/line-encoder.js";
import { lastSum } from "../store/jsonl/line-ending.js";
import { decodeRawLine, lineNumber, linesForward } from "../store/jsonl/lines.js";
import type { LogFile } from "../store/jsonl/log-file.js";
import { readRuns } from "../store/jsonl/read-runs.js";
import { fileBytes, type FileBytesOptions } from "./file-bytes.js";
import { endOfRuns, logIn } from "./own-logs.js";
import { recogniseFile } from "./open-session.js";
import type { SessionDamage } from "./session.js";

/** A clean copy of a damaged rollout, to be written. */
export interface Repair {
  /** `refold`, `codex`, … */
  readonly form: string;
  /** Events that the copy holds, stand-ins included. */
  readonly events: number;
  /** Events in the place of lost ones, so that offsets stay what they were (own rollouts only). */
  readonly standIns: number;
  /**
   * What the copy does not hold, in the order of the file: damage, and a tail that was never whole
   * (`torn`). Of 0 bytes: lines are missing, or their content was kept in another form.
   */
  readonly leftOut: readonly SessionDamage[];
  /** The copy's bytes; the file is read once more for them. */
  readonly parts: () => AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

/**
 * Makes a clean copy of a rollout, of our own form or another tool's, out of everything that can be
 * read around its damage. The file itself is only read.
 *
 * @see docs/file-format.md, "Repair"
 * @throws {RefoldError} `damaged-log`: no event of it can be read, or too many are missing
 * @throws {RefoldError} `file-not-found`, `not-a-file`, `no-permission`, `empty-file`,
 *   `not-a-rollout`, `mixed-dialects`
 * @throws {RefoldError} `invalid-argument`: it is a bundle
 */
export async function repairFile(path: string, options: FileBytesOptions = {}): Promise<Repair> {
  const bytes = await fileBytes(path, options);
  const kind = await recogniseFile(bytes);
  if (kind === "bundle") {
    throw invalidArgument(
      `${path} is a bundle, which is whole or refused`,
      "import it; one that is damaged has to be fetched or exported again",
    );
  }
  if (kind === "foreign") return repairForeign(bytes);
  const { events, standIns, leftOut, ...survey } = surveyLog(path);
  return { form: "refold", events, standIns, leftOut, parts: () => copyParts(path, survey) };
}

/** Every whole object of another tool's session, on a line of its own where its line was damaged. */
async function repairForeign(bytes: ByteSource): Promise<Repair> {
  const { dialect, rollout } = await openForeign(bytes);
  const ownStart = rollout.content.parts?.at(-1)?.start ?? 0;
  let events = 0;
  await rollout.visit((_, { start }) => (events += start < ownStart ? 0 : 1));
  const leftOut = rollout
    .damage()
    .filter(({ file }) => file === undefined)
    .map((place) => (place.reason === "glued" ? { ...place, bytes: 0 } : place));
  const parts = () => dialect.wholeLines(rollout.own);
  return { form: dialect.name, events, standIns: 0, leftOut, parts };
}

/** More missing events than this are another file rather than damage. */
const MAX_STAND_INS = 1_000_000;
const NOTHING_LEFT =
  "too little of it can be read for a copy: restore it from a backup, or move it away and import the session's own file again";

interface Survey {
  readonly threadId: string;
  readonly damage: readonly LogDamage[];
  readonly endByte: number;
}

function surveyLog(path: string): Survey & Omit<Repair, "form" | "parts"> {
  using log = logIn(path);
  const damage: LogDamage[] = [];
  const onDamage = (place: LogDamage): number => damage.push(place);
  const { endByte } = endOfRuns(readRuns(log, { newer: "ignore", onDamage }));
  damage.sort((one, other) => one.byte - other.byte);
  let [events, standIns] = [0, 0];
  let first: LogEvent | null = null;
  for (const { event, from } of keptLines(log, { damage, endByte })) {
    first ??= event;
    const gap = event.offset - from;
    if (gap > MAX_STAND_INS) {
      const place = { file: log.path, line: 0, byte: 0, bytes: 0, offset: from };
      throw damagedLog({ ...place, reason: "offset-gap" }, NOTHING_LEFT);
    }
    standIns += gap;
    events += gap + 1;
  }
  if (first === null) {
    const whole = { file: log.path, line: 1, byte: 0, offset: null, bytes: log.sizeBytes };
    throw damagedLog(damage[0] ?? { ...whole, reason: "batch" }, NOTHING_LEFT);
  }
  const name = basename(log.path, ".jsonl");
  return {
    threadId: isUlid(name) ? name : derivedUlid(`repaired:${first.id}`),
    ...{ damage, endByte, events, standIns },
    leftOut: [...damage.map(({ file: _, ...place }) => place), ...tornRanges(log, damage, endByte)],
  };
}

/**
 * The sound lines of a rollout of our own, byte for byte. Where events are lost between them, events
 * that say so stand in, for an offset never moves.
 */
function* copyParts(path: string, survey: Survey): Generator<Uint8Array> {
  using log = logIn(path);
  let before: ChainedEvent | null = null;
  let written = 0;
  for (const next of keptLines(log, survey)) {
    const range = { ...next, before, next, room: next.start - written };
    for (const part of standIns(survey.threadId, range)) {
      written += part.length;
      yield part;
    }
    yield Buffer.concat([next.bytes, Buffer.from("\n")]);
    written += next.bytes.length + 1;
    before = next;
  }
}

interface KeptLine extends ChainedEvent {
  /** Byte offset of the line. */
  readonly start: number;
  /** The offset that was due: events from there up to this one are lost. */
  readonly from: number;
  /** Valid until the next line is asked for. */
  readonly bytes: Buffer;
  /** What was damaged since the line before. */
  readonly lost: readonly LogDamage[];
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
    for (let place = damage[next]; place && place.byte <= line.start; place = damage[++next]) {
      lost.push(place);
    }
    const newest = lost.findLast(({ bytes }) => bytes > 0);
    if (newest !== undefined && line.start < newest.byte + newest.bytes) continue;
    const read = decodeRawLine(line);
    if (read.damage !== undefined) continue; // reported as damage, or it would have been read
    const { event } = read;
    const { start, bytes } = line;
    yield { ...read, start, from: due ?? (beginsLog(event) ? event.offset : 0), bytes, lost };
    due = event.offset + 1;
    lost = [];
  }
}

/** What is after the last whole batch and is not reported as damage. */
function tornRanges(
  log: LogFile,
  damage: readonly LogDamage[],
  endByte: number,
): readonly SessionDamage[] {
  const torn: SessionDamage[] = [];
  const tear = (byte: number, to: number): void => {
    if (to <= byte) return;
    const place = { line: lineNumber(log, byte), byte, bytes: to - byte };
    torn.push({ ...place, offset: null, reason: "torn" });
  };
  let byte = endByte;
  for (const place of damage.filter(({ byte: start }) => start >= endByte)) {
    tear(byte, place.byte);
    byte = Math.max(byte, place.byte + place.bytes);
  }
  tear(byte, log.sizeBytes);
  return torn;
}

/** Events that could not be read, and what was damaged where they should have stood. */
interface LostRange {
  /** The first lost offset; that of `next` when nothing is lost. */
  readonly from: number;
  /** The events that were read before and after them. */
  readonly before: ChainedEvent | null;
  readonly next: ChainedEvent;
  readonly lost: readonly LogDamage[];
  /** Bytes from the end of the copy so far to where `next` is in the log. */
  readonly room: number;
}

/** Lines are gathered up to this many events. */
const EVENTS_A_PART = 256;

/**
 * Lines that stand in for lost events: a notice at each offset, a bare `thread.started` at offset 0.
 * Each is a batch of its own; the same damage gives the same bytes. The newest one also stands for the sum
 * that the next line names, so that a state that was kept at a later line has that line's sum: that it is of
 * another log shows by the line's place, which is never where it was.
 */
function* standIns(
  threadId: string,
  { from, before, next, lost, room }: LostRange,
): Generator<Uint8Array, void, undefined> {
  const ids = new DerivedEventIds(`repaired:${threadId}`);
  const message = `an event is lost here: ${damageWords(lost)}`;
  const source = { dialect: "refold", version: null };
  const started = { threadId, cwd: null, source, memoryMode: null, title: null };
  const { at } = (before ?? next).event;
  let after = sumForStandIn(before, next);
  let left = room;
  let lines: Uint8Array[] = [];
  for (let offset = from; offset < next.event.offset; offset++) {
    const isNewest = offset === next.event.offset - 1;
    const place = { offset, id: ids.idOf(offset, Date.parse(at)), at };
    const notice = { level: "warning" as const, kind: "repaired", message };
    const fact =
      offset === 0
        ? { type: "thread.started" as const, data: started }
        : { type: "notice.logged" as const, data: notice };
    const link = isNewest && next.prev !== null ? { replaces: hexOfSum(next.prev) } : {};
    const event: RefoldEvent = { ...place, ...fact, ...link };
    let bytes = encodeBatch([event], { after });
    if (isNewest && bytes.length === left) bytes = encodeBatch([{ ...event, moves: 1 }], { after });
    left -= bytes.length;
    if (after !== null) after = lastSum(bytes);
    lines.push(bytes);
    if (lines.length < EVENTS_A_PART && !isNewest) continue;
    yield Buffer.concat(lines);
    lines = [];
  }
}

/** What the first stand-in names as the sum before it; null: the lines around it name none. */
function sumForStandIn(before: ChainedEvent | null, next: ChainedEvent): number | null | undefined {
  if ((before ?? next).prev === null) return null;
  return before === null ? undefined : sumToLink(before.event);
}

/** `line 12, from byte 3400 on: 512 bytes (sum)`, for the first of several places. */
function damageWords(lost: readonly LogDamage[]): string {
  const [first] = lost;
  if (first === undefined) return "its line is missing";
  const bytes = lost.reduce((sum, place) => sum + place.bytes, 0);
  const reasons = [...new Set(lost.map(({ reason }) => reason))].join(", ");
  return `line ${first.line}, from byte ${first.byte} on: ${bytes} bytes left out (${reasons})`;
}
