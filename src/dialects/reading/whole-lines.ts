import type { ByteSource } from "../byte-source.js";
import type { ForeignObject } from "./object-reader.js";
import { CONTENT_START, readContent, type ReadLine } from "./read-content.js";
import type { SessionForm } from "./session-form.js";

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
