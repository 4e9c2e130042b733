import type { RefoldError, LogDamage } from "../../errors.js";
import { damagedLog } from "../errors.js";
import type { CheckOptions } from "../../events/check-event.js";
import type { LogEvent } from "../../events/event.js";
import { type ChainedEvent, isLinked, isRooted, sumToLink, threadBegunBy } from "../chain.js";
import { beginsLog } from "../fork-thread.js";
import { continuesBatch, cutsBatch } from "./find-batch.js";
import { damageAt, decodeRawLine, endOf, linesBackward, type RawLine } from "./lines.js";
import type { LogFile } from "./log-file.js";

interface BackwardReading {
  readonly newer?: CheckOptions["newer"];
  /** Whose log it is; absent: whoever it names. */
  readonly threadId?: string;
}

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
  { newer, threadId }: BackwardReading = {},
): Generator<StoredBatch, void, undefined> {
  let events: LogEvent[] = [];
  let endByte = 0;
  let named: string | null = null; // the thread that began last
  let behind: (ChainedEvent & { readonly line: RawLine }) | undefined;
  for (const line of linesBackward(log)) {
    const read = decodeRawLine(line, newer);
    const { event, damage } = read;
    const after = behind?.event;
    if (behind === undefined || after === undefined) {
      if (event === undefined || event.left !== undefined) {
        if (!log.isSealed) continue; // torn
        throw damagedBefore(log, { line, after, reason: damage ?? "batch" });
      }
    } else if (event === undefined) {
      throw damagedBefore(log, { line, after, reason: damage });
    } else {
      named ??= threadBegunBy(after);
      const reason = isOther(named, threadId) ? "chain" : breakBetween(read, behind);
      if (reason === "batch") throw damagedBefore(log, { line, after, reason });
      if (reason !== null) throw misplaced(log, behind.line, { before: event, after, reason });
      if (continuesBatch(event, after)) {
        events.push(event);
        behind = { ...read, line };
        continue;
      }
      yield { events, endByte };
    }
    events = [event];
    endByte = endOf(line);
    behind = { ...read, line };
  }
  if (behind === undefined) return;
  if (!beginsLog(behind.event)) {
    const line = { start: 0, bytes: Buffer.alloc(0), sizeBytes: -1 };
    throw damagedBefore(log, { line, after: behind.event, reason: "offset-gap" });
  }
  named ??= threadBegunBy(behind.event);
  if (!isRooted(behind) || isOther(named, threadId)) {
    const { offset } = behind.event;
    throw damagedLog(damageAt(log, behind.line, { reason: "chain", offset }));
  }
  yield { events, endByte };
}

/** @param threadId whose log it is; undefined: whoever it names */
function isOther(named: string | null, threadId: string | undefined): boolean {
  return threadId !== undefined && named !== null && named !== threadId;
}

/** Why a line cannot be the one before another; null: it can. */
function breakBetween(
  read: ChainedEvent,
  behind: ChainedEvent,
): Misplaced["reason"] | "batch" | null {
  const [event, after] = [read.event, behind.event];
  if (event.offset >= after.offset) return "offset-repeat";
  if (event.offset < after.offset - 1) return "offset-gap";
  if (!isLinked(read, behind)) return "chain";
  const isWhole = event.left === undefined || continuesBatch(event, after);
  return isWhole || cutsBatch(event, after) ? null : "batch";
}

interface Misplaced {
  readonly before: LogEvent;
  readonly after: LogEvent;
  readonly reason: "chain" | "offset-gap" | "offset-repeat";
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
  /** What the next line names as the sum before it; undefined as above. */
  readonly sum: number | undefined;
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
    const [last] = events;
    return { head: (last?.offset ?? -1) + 1, sum: last && sumToLink(last), endByte };
  }
  return { head: null, sum: undefined, endByte: 0 };
}
