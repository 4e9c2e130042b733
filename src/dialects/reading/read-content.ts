import type { ByteSource } from "../byte-source.js";
import { LineSplitter, type Line } from "../line-splitter.js";
import { TruncatedArchive } from "../truncated-archive.js";
import {
  readLine,
  type DamagedPlace,
  type ForeignObject,
  type LineContent,
} from "./object-reader.js";

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

/**
 * The lines of a rollout with their objects, those of one chunk at a time. Where an archive ends
 * early, what could be unpacked is read.
 * @param onDamage told of an archive that ends early
 */
export async function* readContent(
  content: ByteSource,
  from: ReadingPlace,
  onDamage: (place: DamagedPlace) => void,
): AsyncGenerator<Iterable<ReadLine>> {
  const splitter = new LineSplitter(from);
  let byte = from.byte;
  try {
    for await (const chunk of content.stream(from.byte)) {
      byte += chunk.length;
      yield readLines(splitter.push(chunk));
    }
  } catch (error) {
    if (!(error instanceof TruncatedArchive)) throw error;
    const { nextLine: line } = splitter;
    yield readLines(splitter.end());
    onDamage({ line, byte, bytes: 0, reason: "truncated-archive", objectsBefore: 0 });
    return;
  }
  yield readLines(splitter.end());
}

/** The object with an ordinal, found from a place before it; null: the content has changed. */
export async function findObject(
  content: ByteSource,
  from: ReadingPlace,
  ordinal: number,
): Promise<ForeignObject | null> {
  let next = from.ordinal;
  for await (const lines of readContent(content, from, () => undefined)) {
    for (const { objects } of lines) {
      const found = objects[ordinal - next];
      if (found !== undefined) return found;
      next += objects.length;
    }
  }
  return null;
}

function* readLines(lines: Iterable<Line>): Generator<ReadLine> {
  for (const line of lines) yield { line, ...readLine(line) };
}
