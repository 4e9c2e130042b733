import { RefoldError, isRefoldError, type ErrorDetails } from "../../errors.js";
import { importDiverged } from "../errors.js";
import type { LogEvent } from "../../events/event.js";
import type { ByteSource } from "./byte-source.js";
import type { StoredEnd } from "./decode-kept.js";
import { DerivedEventIds } from "./derived-ids.js";
import { encodeKept } from "./encode-kept.js";
import type { BlobReader } from "./kept-bytes.js";
import type { SessionForm } from "./session-form.js";

/** A thread that was imported from a file. */
export interface StoredImport {
  readonly threadId: string;
  /** Its events, oldest first. */
  readonly events: AsyncIterable<LogEvent>;
  readonly blobs: BlobReader;
}

/** How a file compares with what was imported from it: the same, or grown since. */
export interface Comparison extends StoredEnd {
  readonly kind: "same" | "grown";
  /** Events that the thread has of its own behind the imported ones; the head is before them. */
  readonly ownEvents: number;
}

/**
 * Compares a session with the thread that it was imported as, byte for byte: the thread's events are
 * written as the file that they were read from, as far as they were imported. Both are streamed.
 *
 * @param content not compressed
 * @throws {RefoldError} `import-diverged`: the file's past changed, or it became shorter
 * @throws {RefoldError} `thread-went-on`: it has grown, and the thread went on by itself
 */
export async function compareWithStored(
  content: ByteSource,
  form: SessionForm,
  stored: StoredImport,
): Promise<Comparison> {
  const imported = new ImportedEvents(stored);
  const file = new ByteCursor(unpackable(content.stream()));
  let byte = 0;
  try {
    for await (const part of encodeKept(imported.events(), form, stored.blobs)) {
      const difference = await file.differsFrom(part);
      if (difference !== null) throw diverged(content.name, stored.threadId, byte + difference);
      byte += part.length;
    }
    const kind = (await file.isAtEnd()) ? "same" : "grown";
    const { head, ownEvents } = imported;
    if (kind === "grown" && ownEvents > 0) {
      throw threadWentOn({ file: content.name, threadId: stored.threadId, offset: head, byte });
    }
    return { kind, head, ownEvents, byte };
  } finally {
    await file.close();
  }
}

function diverged(file: string, threadId: string, byte: number): RefoldError<"import-diverged"> {
  return importDiverged({ file, threadId, byte });
}

/** Gives out the events that an import made, and counts those that stand behind them. */
class ImportedEvents {
  head = 0;
  ownEvents = 0;

  constructor(private readonly stored: StoredImport) {}

  async *events(): AsyncGenerator<LogEvent> {
    const ids = new DerivedEventIds(this.stored.threadId);
    for await (const event of this.stored.events) {
      const isImported = event.id === ids.idOf(event.offset, Date.parse(event.at));
      if (!isImported || this.ownEvents > 0) this.ownEvents++;
      else {
        this.head = event.offset + 1;
        yield event;
      }
    }
  }
}

/** Of an archive that is cut short what can be unpacked: that is what an import reads. */
async function* unpackable(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* chunks;
  } catch (error) {
    if (!isRefoldError(error, "truncated-archive")) throw error;
  }
}

/** Reads a stream as far as it is asked to. */
class ByteCursor {
  readonly #chunks: AsyncIterator<Uint8Array>;
  #chunk: Buffer = Buffer.alloc(0);

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  /** @returns how many bytes are the same where they differ, or where the stream ends; null: all */
  async differsFrom(part: Uint8Array): Promise<number | null> {
    let same = 0;
    while (same < part.length) {
      if (!(await this.#fill())) return same;
      const count = Math.min(this.#chunk.length, part.length - same);
      if (this.#chunk.compare(part, same, same + count, 0, count) !== 0) {
        while (this.#chunk[0] === part[same]) {
          this.#chunk = this.#chunk.subarray(1);
          same++;
        }
        return same;
      }
      this.#chunk = this.#chunk.subarray(count);
      same += count;
    }
    return null;
  }

  async isAtEnd(): Promise<boolean> {
    return !(await this.#fill());
  }

  async close(): Promise<void> {
    await this.#chunks.return?.();
  }

  /** @returns false at the end */
  async #fill(): Promise<boolean> {
    while (this.#chunk.length === 0) {
      const next = await this.#chunks.next();
      if (next.done === true) return false;
      const { value } = next;
      this.#chunk = Buffer.from(value.buffer, value.byteOffset, value.byteLength);
    }
    return true;
  }
}

/**
 * A thread that was imported from a file has events of its own behind the imported ones, and the file
 * has grown too: two ways from one place, and a log has one.
 */
function threadWentOn(imported: ErrorDetails["thread-went-on"]): RefoldError<"thread-went-on"> {
  const { file, threadId, offset, byte } = imported;
  return new RefoldError("thread-went-on", imported, {
    message:
      `${file} has grown from byte ${byte} on, and thread ${threadId} that was imported from it ` +
      `diverged at offset ${offset}`,
    remedy:
      "import the file into another home, or write the thread out (export) and delete it first; " +
      "to have both from the start, go on in a fork of the imported thread",
  });
}
