import type { RefoldEvent } from "../../events/event.js";
import type { ByteSource } from "../byte-source.js";
import { ForeignReading, type ReadingOptions } from "../reading/foreign-reading.js";
import { nothingIn } from "../reading/decode-session.js";
import type { BlobSink } from "./kept-bytes.js";
import type { SessionForm } from "../reading/session-form.js";
import { KeptLines, type StoredEnd } from "./kept-lines.js";
import { CONTENT_START, readContent, type ReadLine } from "../reading/read-content.js";

export interface KeepingOptions extends ReadingOptions {
  /** Where images, originals and long texts go, each before the event that names it. */
  readonly blobs: BlobSink;
  /** What a store holds of this content already; absent: nothing. */
  readonly stored?: StoredEnd;
}

/**
 * Reads a session as `decodeSession` does, for good: its events carry all that `encodeKept` needs
 * to write the file again byte for byte, damage included.
 *
 * @param content not compressed
 * @throws {EmptyRollout} @throws {NotARollout}
 */
export async function* decodeKept(
  content: ByteSource,
  form: SessionForm,
  { blobs, stored = { head: 0, byte: 0 }, ...options }: KeepingOptions,
): AsyncGenerator<RefoldEvent, void, undefined> {
  const reading = await ForeignReading.begin(content, form, options);
  const kept = new KeptLines(blobs, stored);
  const reader = { lines: form.lines, onDamage: reading.damaged.bind(reading) };
  for await (const lines of readContent(content, CONTENT_START, reader)) {
    for (const line of lines) {
      reading.begin(line);
      yield* keepLine(line, reading, kept);
    }
  }
  reading.end();
  const last = await kept.end();
  if (last !== null) yield last;
  if (reading.head === 0) throw await nothingIn(content);
}

async function* keepLine(
  { line, objects }: ReadLine,
  reading: ForeignReading,
  kept: KeptLines,
): AsyncGenerator<RefoldEvent> {
  let from = line.start;
  for (const object of objects) {
    await kept.addBytes(line, from, object.start);
    if (from > line.start) await kept.closeTrail();
    const before = await kept.add(await reading.decode(object), object, line);
    if (before !== null) yield before;
    from = object.end;
  }
  await kept.addBytes(line, from, line.start + line.bytes.length);
  if (from > line.start) await kept.closeTrail();
}
