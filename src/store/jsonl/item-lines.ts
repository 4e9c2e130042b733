import type { LogEvent } from "../../events/event.js";
import { isFactType, isKnownEvent } from "../../events/known-event.js";
import { hexOfSum } from "../chain.js";
import { decodeLine } from "./line-decoder.js";
import { lastSum } from "./line-ending.js";
import { endOf, linesForward, peekHead, type RawLine } from "./lines.js";
import type { LogFile } from "./log-file.js";
import { type ItemPlace, tailBytes } from "./state-file.js";

/** A line that may record items. */
interface ItemLine extends Omit<ItemPlace, "index"> {
  readonly holdsItems: boolean;
}

/** The lines of a log from some byte on, for who keeps a state at their end. */
export interface ItemLines {
  /** Of the last line. */
  readonly offset: number;
  readonly endByte: number;
  readonly sum: string;
  /** Lines that record items, by their offsets. */
  readonly items: ReadonlyMap<number, ItemLine>;
}

/** @returns null: there is no line, or one after which an item may be another than its line says */
export function readItemLines(log: LogFile, fromByte: number): ItemLines | null {
  const items = new Map<number, ItemLine>();
  let last: ItemLine | null = null;
  for (const line of linesForward(log, fromByte)) {
    last = lineOf(line);
    if (last === null) return null;
    if (last.holdsItems) items.set(last.offset, last);
  }
  return last && endingWith(last, items);
}

function endingWith(last: ItemLine, items: ReadonlyMap<number, ItemLine>): ItemLines {
  return { offset: last.offset, endByte: endOf(last), sum: hexOfSum(last.sum), items };
}

/** So many are remembered of a thread that nobody keeps a state of. */
const MOST_LINES = 4096;
const LINE_FEED = 0x0a;
const DATA = Buffer.from(',"data":');

/**
 * What `readItemLines` would find of the lines that a writer has added: to read them again takes a tenth
 * of the time in which they were driven and written.
 */
export class AddedLines {
  #fromByte: number;
  #items = new Map<number, ItemLine>();
  #last: ItemLine | null = null;
  /** After one of them an item may be another than its line says. */
  #isRewritten = false;

  /** @param fromByte where the first will be */
  constructor(fromByte: number) {
    this.#fromByte = fromByte;
  }

  /** @param bytes the lines of the events, the first of which is at `startByte` */
  add(bytes: Buffer, events: readonly LogEvent[], startByte: number): void {
    if (this.#isRewritten) return;
    if (this.#items.size + events.length > MOST_LINES) this.forget();
    let start = 0;
    for (const event of events) {
      const isOnly = events.length === 1;
      const line = isOnly ? bytes : bytes.subarray(start, bytes.indexOf(LINE_FEED, start) + 1);
      // Once a line is chained, all after it are.
      const isPlain = this.#last === null && !isChained(line, line.length - 1);
      this.#isRewritten ||= isPlain || isRewriting(event);
      if (this.#isRewritten) {
        this.forget();
        return;
      }
      this.#last = addedLine(event, line, startByte + start);
      if (this.#last.holdsItems) this.#items.set(event.offset, this.#last);
      start += line.length;
    }
  }

  /** @returns undefined: not all of them are known; null as above */
  since(fromByte: number): ItemLines | null | undefined {
    if (fromByte < this.#fromByte) return undefined;
    return this.#isRewritten || this.#last === null ? null : endingWith(this.#last, this.#items);
  }

  /** A state was kept at their end. */
  forget(): void {
    if (this.#last !== null) this.#fromByte = endOf(this.#last);
    this.#items = new Map();
    this.#last = null;
  }
}

function isRewriting({ type, derived, foreign }: LogEvent): boolean {
  return REWRITING.has(type) || derived !== undefined || foreign !== undefined;
}

/** @param line with its line feed */
function addedLine({ offset, type }: LogEvent, line: Buffer, start: number): ItemLine {
  const holdsItems = HOLDING.has(type);
  const dataByte = holdsItems ? line.indexOf(DATA) : 0;
  return { offset, start, sizeBytes: line.length - 1, dataByte, sum: lastSum(line), holdsItems };
}

/** They put other items in the place of recorded ones. */
const REWRITING: ReadonlySet<string> = new Set([
  "history.compacted",
  "outputs.cleared",
  "images.replaced",
]);
const HOLDING: ReadonlySet<string> = new Set(["item.recorded", "context.injected"]);
const LINK = ',"prev":"';
/** Members that an imported line has after its data. In a text the quotation marks would be escaped. */
const IMPORTED = [',"derived":[', ',"foreign":{'].map((text) => Buffer.from(text));
/** `xxxxxxxx"}` */
const SUM_BYTES = 10;

function lineOf(line: RawLine): ItemLine | null {
  const { bytes, start, sizeBytes } = line;
  if (bytes.length < sizeBytes || IMPORTED.some((member) => bytes.includes(member))) return null;
  if (!isChained(bytes, sizeBytes)) return null;
  const sum = Number.parseInt(bytes.toString("latin1", sizeBytes - SUM_BYTES), 16);
  const head = peekHead(bytes);
  if (head === null || !isFactType(head.type)) {
    // Of a type that is led around the reducers.
    const { event } = decodeLine(bytes);
    if (event === undefined || isKnownEvent(event)) return null;
    return { offset: event.offset, start, sizeBytes, dataByte: 0, sum, holdsItems: false };
  }
  if (REWRITING.has(head.type)) return null;
  const { offset, dataByte } = head;
  return { offset, start, sizeBytes, dataByte, sum, holdsItems: HOLDING.has(head.type) };
}

/** Whether a line names the one before it. @param sizeBytes without its line feed */
function isChained(line: Buffer, sizeBytes: number): boolean {
  const tail = sizeBytes - tailBytes;
  return line.toString("latin1", tail, tail + LINK.length) === LINK;
}
