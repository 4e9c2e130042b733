import { crc32 } from "node:zlib";
import type { LogEvent } from "../events/event.js";
import { isJsonObject } from "../events/json.js";
import { beginsLog, forkPoint } from "./fork-thread.js";

/**
 * An event and what its line says of the line before it: the chain of sums (docs/file-format.md#the-chain).
 */
export interface ChainedEvent {
  readonly event: LogEvent;
  /** The line's own checksum. */
  readonly sum: number;
  /** The checksum of the line before, as the line names it; null: it was written before lines did. */
  readonly prev: number | null;
}

/**
 * What the first line of a log names: of a fork the parent's sum at the fork point, else a checksum of the
 * thread's id. Null: no log begins with this event.
 */
export function rootSum(first: LogEvent): number | null {
  if (!beginsLog(first)) return null;
  const from = forkPoint(first);
  return from === undefined ? crc32(threadIdIn(first)) : sumOfHex(from.sum);
}

/** What the line after this event names; undefined: the event was not read from a log. */
export function sumToLink({ replaces, sum }: LogEvent): number | undefined {
  const hex = replaces ?? sum;
  return hex === undefined ? undefined : sumOfHex(hex);
}

/** Whether `next` was written after `before`. Up to where the chain begins, no line says so. */
export function isLinked(before: ChainedEvent, next: ChainedEvent): boolean {
  if (next.prev === null) return before.prev === null;
  const { event, sum } = before;
  return next.prev === (event.replaces === undefined ? sum : sumToLink(event));
}

/** Why a line cannot be the one before another; null: it can. */
export function linkFault(
  before: ChainedEvent,
  next: ChainedEvent,
): "offset-repeat" | "offset-gap" | "chain" | "batch" | null {
  const [event, after] = [before.event, next.event];
  if (event.offset >= after.offset) return "offset-repeat";
  if (event.offset < after.offset - 1) return "offset-gap";
  if (!isLinked(before, next)) return "chain";
  const isWhole = event.left === undefined || continuesBatch(event, after);
  return isWhole || cutsBatch(event, after) ? null : "batch";
}

/** Whether `next` is the line that a batch goes on with after `event`. */
export function continuesBatch(event: LogEvent, next: LogEvent): boolean {
  return event.left === (next.left ?? 0) + 1 && next.offset === event.offset + 1;
}

/**
 * Whether `next` cuts the batch of `event` short: in a fork with a copied prefix the parent's lines
 * end, mid-batch maybe, with the one that `thread.forked` names by id and sum.
 */
export function cutsBatch(event: LogEvent, next: LogEvent): boolean {
  const from = forkPoint(next);
  return (
    from?.offset === event.offset &&
    next.offset === event.offset + 1 &&
    from.id === event.id &&
    from.sum === event.sum
  );
}

/** The offset after a batch, as any of its lines tells it. */
export function batchEnd(event: LogEvent): number {
  return event.offset + (event.left ?? 0) + 1;
}

/** Whether a log may begin with this line, as far as the chain shows. */
export function isRooted({ event, prev }: ChainedEvent): boolean {
  return prev === null || prev === rootSum(event);
}

/** @param hex 8 digits, as lines have them */
function sumOfHex(hex: string): number {
  return Number.parseInt(hex, 16);
}

const hexDigits = Array.from("0123456789abcdef", (digit) => digit.charCodeAt(0));

/** 8 lower-case hex digits. Each line that is read has one: a text made of codes costs a tenth of a padded one. */
export function hexOfSum(sum: number): string {
  return String.fromCharCode(
    digitOf(sum >>> 28),
    digitOf(sum >>> 24),
    digitOf(sum >>> 20),
    digitOf(sum >>> 16),
    digitOf(sum >>> 12),
    digitOf(sum >>> 8),
    digitOf(sum >>> 4),
    digitOf(sum),
  );
}

function digitOf(bits: number): number {
  return hexDigits[bits & 15] ?? 0;
}

/** The thread that an event begins; null: it begins none. */
export function threadBegunBy(event: LogEvent): string | null {
  const isBeginning = event.type === "thread.started" || event.type === "thread.forked";
  return isBeginning ? threadIdIn(event) : null;
}

function threadIdIn({ data }: LogEvent): string {
  return isJsonObject(data) && typeof data.threadId === "string" ? data.threadId : "";
}
