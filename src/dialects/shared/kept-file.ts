import type { BlobReader } from "../../events/event-source.js";
import type { LogEvent } from "../../events/event.js";
import { isKnownEvent } from "../../events/known-event.js";
import { exportUnsupported, importDiverged, threadWentOn } from "../errors.js";
import { type ByteSource, unpackablePart } from "./byte-source.js";
import type { StoredEnd } from "./decode-kept.js";
import { DerivedEventIds } from "./derived-ids.js";
import { encodeObject } from "./foreign-form.js";
import { readKept, wholeKept } from "./kept-bytes.js";
import type { SessionForm } from "./session-form.js";

const LINE_FEED = Buffer.from("\n");

/**
 * Writes the events of an imported session as the file that they were read from, byte for byte.
 * @param blobs where the import put what the events name by hash
 * @returns the file's bytes, in parts
 * @throws {RefoldError} `export-unsupported`: an event has no form in the dialect
 */
export async function* encodeKept(
  events: AsyncIterable<LogEvent> | Iterable<LogEvent>,
  form: Pick<SessionForm, "plainObject">,
  blobs: BlobReader,
): AsyncGenerator<Uint8Array, void, undefined> {
  let trail: Buffer = Buffer.alloc(0);
  for await (const event of events) {
    if (!isKnownEvent(event)) throw exportUnsupported(event.type, event.offset);
    const { lead, raw, trail: after, rewind } = event.foreign ?? {};
    // What the line rewinds over is part of it.
    yield trail.subarray(0, Math.max(0, trail.length - (typeof rewind === "number" ? rewind : 0)));
    if (lead !== undefined) yield* readKept(lead, blobs);
    if (raw !== undefined) yield* readKept(raw, blobs);
    else yield Buffer.from(JSON.stringify(await encodeObject(event, form, blobs)), "utf8");
    trail = after === undefined ? LINE_FEED : await wholeKept(after, blobs);
  }
  yield trail;
}

/** A thread that was imported from a file. */
export interface StoredImport {
  readonly threadId: string;
  /** Its events, oldest first. */
  readonly events: AsyncIterable<LogEvent>;
  readonly blobs: BlobReader;
}

/**
 * How a file compares with what was imported from it: the same, grown since, or an older copy, which
 * ends before what was imported does.
 */
export interface Comparison extends StoredEnd {
  readonly kind: "same" | "grown" | "older";
  /** Events that the thread has of its own after the imported ones; the head is before them. */
  readonly ownEvents: number;
}

/**
 * Compares a session with the thread that it was imported as, byte for byte: the thread's events are
 * written as the file that they were read from, as far as they were imported. Both are streamed.
 *
 * @param content not compressed
 * @throws {RefoldError} `import-diverged`: the file's past changed
 * @throws {RefoldError} `thread-went-on`: it has grown, and the thread went on by itself
 */
export async function compareWithStored(
  content: ByteSource,
  form: SessionForm,
  { threadId, events, blobs }: StoredImport,
): Promise<Comparison> {
  const ids = new DerivedEventIds(threadId);
  const name = content.name;
  let [head, ownEvents, byte] = [0, 0, 0];
  let isOlder = false;
  const imported = async function* (): AsyncGenerator<LogEvent> {
    for await (const event of events) {
      if (ownEvents > 0 || !ids.isDerived(event)) ownEvents++;
      else {
        head = event.offset + 1;
        yield event;
      }
    }
  };
  const file = new ByteCursor(unpackablePart(content.stream()));
  try {
    for await (const part of encodeKept(imported(), form, blobs)) {
      const same = await file.passAlike(part);
      byte += same;
      if (same === part.length) continue;
      if (!(await file.isAtEnd())) throw importDiverged({ file: name, threadId, byte });
      isOlder = true; // the rest is read to be counted
    }
    const kind = isOlder ? "older" : (await file.isAtEnd()) ? "same" : "grown";
    if (kind === "grown" && ownEvents > 0) {
      throw threadWentOn({ file: name, threadId, offset: head, byte });
    }
    return { kind, head, ownEvents, byte };
  } finally {
    await file.close();
  }
}

/** Reads a stream as far as it is asked to. */
class ByteCursor {
  readonly #chunks: AsyncIterator<Uint8Array>;
  #chunk: Uint8Array = new Uint8Array();

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  /** Passes over bytes. @returns how many are the same up to a difference, or to the stream's end */
  async passAlike(part: Uint8Array): Promise<number> {
    let same = 0;
    while (same < part.length && !(await this.isAtEnd())) {
      const count = Math.min(this.#chunk.length, part.length - same);
      const difference = Buffer.compare(
        this.#chunk.subarray(0, count),
        part.subarray(same, same + count),
      );
      if (difference !== 0) {
        return same + this.#chunk.findIndex((byte, at) => byte !== part[same + at]);
      }
      this.#chunk = this.#chunk.subarray(count);
      same += count;
    }
    return same;
  }

  async isAtEnd(): Promise<boolean> {
    while (this.#chunk.length === 0) {
      const next = await this.#chunks.next();
      if (next.done === true) return true;
      this.#chunk = next.value;
    }
    return false;
  }

  async close(): Promise<void> {
    await this.#chunks.return?.();
  }
}
