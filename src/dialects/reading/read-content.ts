import type { ByteSource } from "../byte-source.js";
import { LineSplitter, type Line } from "../line-splitter.js";
import { TruncatedArchive } from "../truncated-archive.js";
import {
  readLine,
  type DamagedPlace,
  type ForeignObject,
  type LineContent,
} from "./object-reader.js";
import type { LineForm } from "./line-form.js";

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
export interface ContentReader {
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
    if (!(error instanceof TruncatedArchive)) throw error;
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
