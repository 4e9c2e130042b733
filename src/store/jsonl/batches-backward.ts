import type { RefoldError, LogDamage } from "../../errors.js";
import { damagedLog } from "../errors.js";
import type { CheckOptions } from "../../events/check-event.js";
import type { LogEvent } from "../../events/event.js";
import { beginsLog } from "../fork-thread.js";
import { continuesBatch, cutsBatch } from "./find-batch.js";
import { damageAt, decodeRawLine, endOf, linesBackward, type RawLine } from "./lines.js";
import type { LogFile } from "./log-file.js";

interface StoredBatch {
  /** Newest first. */
  readonly events: readonly LogEvent[];
  /** The byte after its last line. */
  readonly endByte: number;
}

/**
 * The whole batches of a log, last first, without a torn tail: lines after the last with none left.
 * Reads what it yields, and the line before it, which shows that the batch is whole.
 *
 * @throws {RefoldError} `damaged-log`: where damage is met
 * @throws {RefoldError} `needs-newer-version`: with `refuse`
 */
export function* batchesBackward(
  log: LogFile,
  newer?: CheckOptions["newer"],
): Generator<StoredBatch, void, undefined> {
  let events: LogEvent[] = [];
  let endByte = 0;
  let behind: RawLine | undefined;
  for (const line of linesBackward(log)) {
    const { event, damage } = decodeRawLine(line, newer);
    const after = events.at(-1);
    if (after === undefined) {
      if (event === undefined || event.left !== undefined) {
        if (!log.isSealed) continue; // torn
        throw damagedBefore(log, { line, after, reason: damage ?? "batch" });
      }
    } else if (event === undefined) {
      throw damagedBefore(log, { line, after, reason: damage });
    } else if (continuesBatch(event, after)) {
      events.push(event);
      behind = line;
      continue;
    } else {
      const reason = breakBetween(event, after);
      if (reason === "batch") throw damagedBefore(log, { line, after, reason });
      if (reason !== null) throw misplaced(log, behind ?? line, { before: event, after, reason });
      yield { events, endByte };
    }
    events = [event];
    endByte = endOf(line);
    behind = line;
  }
  const first = events.at(-1);
  if (first === undefined) return;
  if (!beginsLog(first)) {
    const line = { start: 0, bytes: Buffer.alloc(0), sizeBytes: -1 };
    throw damagedBefore(log, { line, after: first, reason: "offset-gap" });
  }
  yield { events, endByte };
}

/** Why an event cannot end the batch that is before another; null: it does. */
function breakBetween(event: LogEvent, after: LogEvent): Misplaced["reason"] | "batch" | null {
  if (event.offset >= after.offset) return "offset-repeat";
  if (event.offset < after.offset - 1) return "offset-gap";
  return event.left === undefined || cutsBatch(event, after) ? null : "batch";
}

interface Misplaced {
  readonly before: LogEvent;
  readonly after: LogEvent;
  readonly reason: "offset-gap" | "offset-repeat";
}

/** What is wrong shows at the newer of the two lines, as for who reads forward. */
function misplaced(
  log: LogFile,
  line: RawLine,
  { before, after, reason }: Misplaced,
): RefoldError<"damaged-log"> {
  const isGap = reason === "offset-gap";
  const offset = isGap ? before.offset + 1 : after.offset;
  const damage = damageAt(log, line, { reason, offset });
  return damagedLog(isGap ? { ...damage, bytes: 0 } : damage);
}

interface DamageBefore {
  readonly line: RawLine;
  /** Undefined: at the end of a log that is sealed. */
  readonly after: LogEvent | undefined;
  readonly reason: LogDamage["reason"];
}

function damagedBefore(
  log: LogFile,
  { line, after, reason }: DamageBefore,
): RefoldError<"damaged-log"> {
  const offset = after === undefined ? null : after.offset - 1;
  const isLost = log.findLost(line.start, endOf(line)) !== null;
  return damagedLog(damageAt(log, line, { reason: isLost ? "archive" : reason, offset }));
}

interface LogTail {
  /** The offset that the next event gets; null: the file holds no whole batch. */
  readonly head: number | null;
  /** Bytes of whole batches; what follows is torn. */
  readonly endByte: number;
}

/**
 * Finds the end of the last whole batch, from the end of the file: costs what the tail costs. What
 * follows that batch is a torn tail.
 *
 * @throws {RefoldError} `damaged-log`: before the last batch is damage: bytes that a cut would
 *   not set aside
 */
export function findLogTail(log: LogFile): LogTail {
  for (const { events, endByte } of batchesBackward(log)) {
    return { head: (events[0]?.offset ?? -1) + 1, endByte };
  }
  return { head: null, endByte: 0 };
}
