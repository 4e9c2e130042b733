import { isRefoldError } from "../../errors.js";
import type { ByteSource } from "./byte-source.js";
import type { LineForm } from "./damage.js";
import { iterate, type Line, LineSplitter } from "./line-splitter.js";
import { type DamagedPlace, type ForeignObject, readLine, type ReadLine } from "./object-reader.js";

/** Where reading can begin in the middle: at the start of a line. */
export interface ReadingPlace {
  readonly byte: number;
  readonly line: number;
  /** Ordinal of the line's first object. */
  readonly ordinal: number;
}

export const CONTENT_START: ReadingPlace = { byte: 0, line: 1, ordinal: 0 };

export interface ContentReader {
  readonly lines: LineForm;
  /** Called for an archive that ends early; absent: it has been reported before. */
  readonly onDamage?: (place: DamagedPlace) => void;
}

/**
 * The lines of a session with their objects, those of one chunk at a time. Of an archive that ends
 * early, what could be unpacked is read.
 */
export async function* readContent(
  content: ByteSource,
  from: ReadingPlace,
  { lines: form, onDamage }: ContentReader,
): AsyncGenerator<Iterable<ReadLine>> {
  const splitter = new LineSplitter(from);
  let byte = from.byte;
  let truncatedAt: number | null = null;
  try {
    for await (const chunk of content.stream(from.byte)) {
      // A file that ends within a line ends it.
      if (content.parts?.some(({ start }) => start === byte)) yield readLines(splitter.end(), form);
      byte += chunk.length;
      yield readLines(splitter.push(chunk), form);
    }
  } catch (error) {
    if (!isRefoldError(error, "truncated-archive")) throw error;
    truncatedAt = splitter.nextLine;
  }
  yield readLines(splitter.end(), form);
  if (truncatedAt === null) return;
  onDamage?.({ line: truncatedAt, byte, bytes: 0, reason: "truncated-archive", objectsBefore: 0 });
}

function readLines(lines: Iterable<Line>, form: LineForm): Iterable<ReadLine> {
  const each = lines[Symbol.iterator]();
  return iterate(() => {
    const next = each.next();
    return next.done === true ? null : readLine(next.value, form);
  });
}

/** The objects of the lines that end among some bytes. */
export function* objectsIn(bytes: Uint8Array, form: LineForm): Generator<ForeignObject> {
  const splitter = new LineSplitter();
  for (const line of splitter.push(bytes)) yield* readLine(line, form).objects;
}

/** The object with an ordinal, searched from a place before it; null: the content has changed. */
export async function findObject(
  content: ByteSource,
  from: ReadingPlace,
  wanted: WantedObject,
): Promise<ForeignObject | null> {
  return (await placeObject(content, wanted, from))?.object ?? null;
}

interface WantedObject {
  readonly ordinal: number;
  readonly lines: LineForm;
}

/** The same with the first line of the file that it is in. @param from at the start of a file, for that line */
export async function placeObject(
  content: ByteSource,
  { ordinal, lines }: WantedObject,
  from = CONTENT_START,
): Promise<{ readonly object: ForeignObject; readonly firstLine: number } | null> {
  let next = from.ordinal;
  let firstLine = from.line;
  for await (const chunk of readContent(content, from, { lines })) {
    for (const { line, objects } of chunk) {
      if (content.parts?.some(({ start }) => start === line.lineStart)) firstLine = line.number;
      const object = objects[ordinal - next];
      if (object !== undefined) return { object, firstLine };
      next += objects.length;
    }
  }
  return null;
}

const END_OF_LINE = Buffer.from("\n");

/**
 * A session's lines without what is damaged in them. A line that is whole keeps its bytes, blanks
 * included; of a damaged one each whole object is on a line of its own, with its own bytes where
 * they are text, else as it was read (U+FFFD for bytes that are no text, a blank for NUL).
 *
 * @returns the bytes in parts, each valid until the next is asked for
 */
export async function* wholeLines(
  content: ByteSource,
  lines: LineForm,
): AsyncGenerator<Uint8Array, void, undefined> {
  for await (const chunk of readContent(content, CONTENT_START, { lines })) {
    for (const { line, objects, damage } of chunk) {
      if (damage.length === 0) {
        if (line.extent === "whole") yield line.bytes;
        continue;
      }
      for (const { exact, start, end, text } of objects) {
        yield exact ? line.bytes.subarray(start - line.start, end - line.start) : Buffer.from(text);
        yield END_OF_LINE;
      }
    }
  }
}
