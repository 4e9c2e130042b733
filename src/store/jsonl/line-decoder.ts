import { isRefoldError, type LogDamage } from "../../errors.js";
import { randomBytes } from "node:crypto";
import { checkEvent, type CheckOptions } from "../../events/check-event.js";
import type { LogEvent } from "../../events/event.js";
import { isJsonObject, isTooDeep, parseAnyJson, parseJson } from "../../events/json.js";
import { type ChainedEvent, hexOfSum } from "../chain.js";
import { linkBytes, linkOf, restoreEnding, suffixBytes, sumOf } from "./line-ending.js";
import { closeList, listText, markedEndingOf, type MarkedLine, markEnding } from "./marked-list.js";

const comma = 0x2c;
const closingBrace = 0x7d;
const ignoreNewer: CheckOptions = { newer: "ignore" };
/** What this process draws for the ends of lines in lists. */
export const mark = randomBytes(4).toString("hex");
const markedEnding = markedEndingOf(mark);

/** What a line's bytes are: an event, or damage of one of the kinds that show in a single line. */
export type DecodedLine =
  | (ChainedEvent & { readonly damage?: never })
  | {
      readonly damage: Extract<LogDamage["reason"], "sum" | "json" | "schema">;
      readonly event?: never;
    };

/**
 * Reads one line, without its line feed. The event is the parsed object itself, with `left` and `sum` as
 * they are in the line and without `prev`, brought to the current version of its type.
 *
 * @param newer what becomes of events that only a newer version understands; default `ignore`, for
 *   those who look at places only
 * @throws {RefoldError} `needs-newer-version`: with `refuse`
 */
export function decodeLine(line: Buffer, newer: CheckOptions["newer"] = "ignore"): DecodedLine {
  const sum = sumOf(line);
  if (sum === null) return { damage: "sum" };
  const prev = linkOf(line);
  const endingBytes = prev === null ? suffixBytes : linkBytes + suffixBytes;
  const value = parseJson(textUpTo(line, line.length - endingBytes));
  if (value === undefined) return { damage: "json" };
  if (!isMembers(value)) return { damage: "schema" };
  value.sum = mark; // what a line ends with has its form: to see that again takes half of the checks
  try {
    const event = checkEvent(value, optionsFor(newer));
    event.sum = hexOfSum(sum);
    return { event, sum, prev };
  } catch (error) {
    if (isRefoldError(error, "invalid-event")) return { damage: "schema" };
    throw error;
  }
}

/**
 * The text of a line's object up to a comma, which is its brace meanwhile: a text put together of parts
 * would be copied once more.
 */
function textUpTo(line: Buffer, commaByte: number): string {
  line[commaByte] = closingBrace;
  const text = line.toString("utf8", 0, commaByte + 1);
  line[commaByte] = comma;
  return text;
}

/**
 * Reads lines as `decodeLine` reads each, parsed at one stroke, which takes a tenth less. What is in
 * their bytes then is not what was, unless it gives null.
 *
 * @param lines one after another in memory, a byte apart, and a byte before them that is free
 * @returns null: one of them is damaged, names no line before it, or is of a newer version, or there is
 *   one alone: to be read one by one
 */
export function decodeLines(
  lines: readonly Buffer[],
  newer: CheckOptions["newer"] = "ignore",
): readonly ChainedEvent[] | null {
  if (lines.length < 2) return null;
  const endings: Ending[] = [];
  for (const line of lines) {
    const ending = takeEnding(line);
    if (ending === null) break;
    endings.push(ending);
  }
  const isWhole = endings.length === lines.length;
  const read = isWhole ? decodeList(textOfLines(lines), endings, newer) : null;
  if (read === null) for (const { line, sum, prev } of endings) restoreEnding(line, sum, prev);
  return read;
}

interface Ending extends MarkedLine {
  readonly line: Buffer;
}

/** @returns null: the line is damaged, or names none before it; then it is as it was */
function takeEnding(line: Buffer): Ending | null {
  const sum = sumOf(line);
  const prev = sum === null ? null : linkOf(line);
  if (sum === null || prev === null) return null;
  markEnding(line, markedEnding);
  return { line, sizeBytes: line.length, sum, prev };
}

/** @param text of a list of lines with this process's mark @returns as `decodeLines` */
export function decodeList(
  text: string,
  lines: readonly MarkedLine[],
  newer: CheckOptions["newer"] = "ignore",
): readonly ChainedEvent[] | null {
  const values = parseAnyJson(text);
  if (!Array.isArray(values) || values.length !== lines.length) return null;
  const read: ChainedEvent[] = [];
  for (const [index, { sizeBytes, sum, prev }] of lines.entries()) {
    const value: unknown = values[index];
    if (!isMembers(value) || value.sum !== mark || isTooDeep(sizeBytes, value)) return null;
    const event = eventOf(value, newer);
    if (event === null) return null;
    event.sum = hexOfSum(sum);
    read.push({ event, sum, prev });
  }
  return read;
}

/** @returns null: it is none, or one of a newer version */
function eventOf(value: unknown, newer: CheckOptions["newer"]): LogEvent | null {
  try {
    return checkEvent(value, optionsFor(newer));
  } catch (error) {
    if (isRefoldError(error)) return null;
    throw error;
  }
}

function textOfLines(lines: readonly Buffer[]): string {
  const [first, last] = [lines[0], lines.at(-1)];
  if (first === undefined || last === undefined) return "[]";
  const bytes = last.byteOffset + last.length - first.byteOffset + 1;
  const list = Buffer.from(first.buffer, first.byteOffset - 1, bytes);
  closeList(list, 0, bytes);
  return listText(list, 0, bytes);
}

function isMembers(value: unknown): value is { sum?: unknown } {
  return isJsonObject(value);
}

function optionsFor(newer: CheckOptions["newer"]): CheckOptions | undefined {
  return newer === "ignore" ? ignoreNewer : undefined;
}
