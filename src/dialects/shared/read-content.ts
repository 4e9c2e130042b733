import { isRefoldError } from "../../errors.js";
import type { ByteSource } from "./byte-source.js";
import type { LineForm } from "./damage.js";
import { type Line, LineSplitter } from "./line-splitter.js";
import {
  type DamagedPlace,
  type ForeignObject,
  type LineContent,
  readLine,
} from "./object-reader.js";
import type { SessionForm } from "./session-form.js";

/** Where reading can begin in the middle: at the start of a line. */
export interface ReadingPlace {
  readonly byte: number;
  readonly line: number;
  /** Ordinal of the line's first object. */
  readonly ordinal: number;
}

export const CONTENT_START: ReadingPlace = { byte: 0, line: 1, ordinal: 0 };

/** A line as it was read. */
export interface ReadLine extends LineContent {
  readonly line: Line;
}

/** Who reads. */
interface ContentReader {
  readonly lines: LineForm;
  /** Told of an archive that ends early. */
  readonly onDamage: (place: DamagedPlace) => void;
}

/**
 * The lines of a rollout with their objects, those of one chunk at a time. Where an archive ends
 * early, what could be unpacked is read.
 */
export async function* readContent(
  content: ByteSource,
  from: ReadingPlace,
  { lines: form, onDamage }: ContentReader,
): AsyncGenerator<Iterable<ReadLine>> {
  const splitter = new LineSplitter(from);
  let byte = from.byte;
  try {
    for await (const chunk of content.stream(from.byte)) {
      byte += chunk.length;
      yield readLines(splitter.push(chunk), form);
    }
  } catch (error) {
    if (!isRefoldError(error, "truncated-archive")) throw error;
    const { nextLine: line } = splitter;
    yield readLines(splitter.end(), form);
    onDamage({ line, byte, bytes: 0, reason: "truncated-archive", objectsBefore: 0 });
    return;
  }
  yield readLines(splitter.end(), form);
}

/** The object with an ordinal, found from a place before it; null: the content has changed. */
export async function findObject(
  content: ByteSource,
  from: ReadingPlace,
  { ordinal, lines: form }: { readonly ordinal: number; readonly lines: LineForm },
): Promise<ForeignObject | null> {
  let next = from.ordinal;
  for await (const lines of readContent(content, from, { lines: form, onDamage: ignoreDamage })) {
    for (const { objects } of lines) {
      const found = objects[ordinal - next];
      if (found !== undefined) return found;
      next += objects.length;
    }
  }
  return null;
}

/** Whoever reads again has been told before. */
function ignoreDamage(): void {}

function* readLines(lines: Iterable<Line>, form: LineForm): Generator<ReadLine> {
  for (const line of lines) yield { line, ...readLine(line, form) };
}

const LINE_FEED = Buffer.from("\n");

/**
 * A session's lines without what is damaged in them. A line that is whole keeps its bytes, blanks
 * included; of a damaged one each whole object stands on a line of its own, with its own bytes where
 * they are text, else as it was read (U+FFFD for bytes that are no text, a blank for NUL).
 *
 * @returns the bytes in parts, each valid until the next is asked for
 */
export async function* wholeLines(
  content: ByteSource,
  { lines: form }: Pick<SessionForm, "lines">,
): AsyncGenerator<Uint8Array, void, undefined> {
  const reader = { lines: form, onDamage: () => undefined }; // whoever asks for this has been told
  for await (const lines of readContent(content, CONTENT_START, reader)) {
    for (const read of lines) {
      if (read.damage.length > 0) yield* objectLines(read);
      else if (read.line.extent === "whole") yield read.line.bytes;
    }
  }
}

function* objectLines({ line, objects }: ReadLine): Generator<Uint8Array> {
  for (const object of objects) {
    yield ownBytes(object, line);
    yield LINE_FEED;
  }
}

function ownBytes({ exact, start, end, text }: ForeignObject, line: ReadLine["line"]): Uint8Array {
  if (!exact) return Buffer.from(text, "utf8");
  return line.bytes.subarray(start - line.start, end - line.start);
}
