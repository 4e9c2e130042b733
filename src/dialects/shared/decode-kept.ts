import type { Foreign, KeptBytes, KeptParts, RefoldEvent } from "../../events/event.js";
import { factsOf } from "../../reducers/reduce.js";
import type { ByteSource } from "./byte-source.js";
import { ForeignReading, type ReadingOptions } from "./decode-session.js";
import { outsourceTexts } from "./foreign-form.js";
import { type BlobSink, joinKept, keepBytes } from "./kept-bytes.js";
import type { Line } from "./line-splitter.js";
import type { ForeignObject, Place } from "./object-reader.js";
import type { DecodedLine, SessionForm } from "./session-form.js";

export interface KeepingOptions extends ReadingOptions {
  /** Where images, originals and long texts go, each before the event that names it. */
  readonly blobs: BlobSink;
  /** What a store holds of this content already; absent: nothing. */
  readonly stored?: StoredEnd;
}

/** Where a stored thread ends in the content: after so many events, and at this byte. */
export interface StoredEnd {
  readonly head: number;
  readonly byte: number;
}

/**
 * Reads a session as `decodeSession` does, for good: its events carry all that `encodeKept` needs
 * to write the file again byte for byte, damage included.
 *
 * @param content not compressed
 * @throws {RefoldError} `empty-file`
 * @throws {RefoldError} `not-a-rollout`
 */
export async function* decodeKept(
  content: ByteSource,
  form: SessionForm,
  { blobs, stored = { head: 0, byte: 0 }, ...options }: KeepingOptions,
): AsyncGenerator<RefoldEvent, void, undefined> {
  const reading = await ForeignReading.begin(content, form, options);
  const kept = new KeptLines(blobs, stored);
  for await (const lines of reading.lines()) {
    for (const read of lines) {
      const { line } = read;
      if (reading.isPartStart(line)) await kept.beginFile(content, line);
      reading.begin(read);
      let from = line.start;
      for (const object of read.objects) {
        await kept.addBytes(line, from, object.start);
        const encoded = isEncodedAs(object); // decoding takes it apart
        const decoded = await reading.decode(object);
        const before = await kept.add({ ...decoded, encoded }, object, line);
        if (before !== null) yield before;
        from = object.end;
      }
      await kept.addBytes(line, from, line.end);
    }
  }
  await reading.end();
  const last = await kept.end();
  if (last !== null) yield last;
}

interface KeptLine extends DecodedLine {
  /** Encoding the parsed object gives the bytes that the file holds. */
  readonly encoded: boolean;
}

/** The event of the newest object, until what is after it is known. */
interface HeldEvent {
  readonly event: RefoldEvent;
  readonly foreign: Foreign | undefined;
  /** Bytes after the object up to the line's end, or to the next object in the line. */
  trail: KeptParts | undefined;
}

/** More bytes than these are not held: they go to the blob store part by part. */
const HELD_BYTES = 8 * 1024 * 1024;

/**
 * Adds to the events of a session what is needed to write the file again byte for byte, and puts
 * what they name by hash into the blob store. An event is given out when the next one comes, because
 * bytes after the last object belong to it. Events that are stored already are passed over.
 */
class KeptLines {
  #held: HeldEvent | null = null;
  /** Bytes since the newest object, or since the newest that belongs to one. */
  #gap: Uint8Array[] = [];
  #gapBytes = 0;
  #kept: KeptBytes[] = [];
  /** Name of a file of the session's own that was begun, until its first object comes. */
  #file: string | null = null;

  constructor(
    private readonly blobs: BlobSink,
    private readonly stored: StoredEnd,
  ) {}

  /** Another file begins: what is before it belongs to the file before. */
  async beginFile({ parts }: ByteSource, { lineStart }: Line): Promise<void> {
    if (this.#held !== null) this.#held.trail = joined(this.#held.trail, await this.#takeGap());
    const part = parts?.find(({ start }) => start === lineStart);
    this.#file = part?.isOwn === true ? part.name.replace(/^.*[/\\]/, "") : null;
  }

  /**
   * Takes the next object.
   * @returns the event before, now that it is whole; null: none is waiting
   */
  async add(decoded: KeptLine, object: Place, line: Line): Promise<RefoldEvent | null> {
    const lead = await this.#takeGap();
    const before = this.#release();
    const file = this.#file;
    this.#file = null;
    const { event } = decoded;
    if (event.offset < this.stored.head) return before;
    const bytes = line.bytes.subarray(object.start - line.start, object.end - line.start);
    const form = await keptForm(decoded, bytes, this.blobs);
    const rewind = Math.max(0, this.stored.byte - object.start);
    const foreign = withLead(form, lead, rewind);
    this.#held = {
      event,
      foreign: file === null ? foreign : { ...foreign, file },
      trail: undefined,
    };
    return before;
  }

  /** Takes bytes that are no object's; those after an object in its line are its trail. */
  async addBytes(line: Line, from: number, to: number): Promise<void> {
    const start = Math.max(from, this.stored.byte);
    if (start < to) await this.#addToGap(line.bytes.subarray(start - line.start, to - line.start));
    if (from > line.start && this.#held !== null) this.#held.trail = await this.#takeGap();
  }

  /** The content is at its end. */
  async end(): Promise<RefoldEvent | null> {
    const rest = await this.#takeGap();
    if (this.#held !== null) this.#held.trail = joined(this.#held.trail, rest);
    return this.#release();
  }

  #release(): RefoldEvent | null {
    if (this.#held === null) return null;
    const { event, foreign: form, trail = "" } = this.#held;
    this.#held = null;
    const foreign = trail === "\n" ? form : { ...form, trail };
    if (foreign !== undefined) return { ...event, foreign }; // it is the last member, if it is one
    const plain = { ...event };
    delete plain.foreign;
    return plain;
  }

  async #addToGap(bytes: Uint8Array): Promise<void> {
    this.#gap.push(Uint8Array.from(bytes)); // a line's bytes are valid for a short time only
    this.#gapBytes += bytes.length;
    if (this.#gapBytes >= HELD_BYTES) await this.#keepGap();
  }

  /** Undefined: there were no bytes. */
  async #takeGap(): Promise<KeptParts | undefined> {
    if (this.#gapBytes > 0) await this.#keepGap();
    const kept = this.#kept;
    this.#kept = [];
    return kept.length > 1 ? kept : kept[0];
  }

  async #keepGap(): Promise<void> {
    const bytes = Buffer.concat(this.#gap);
    this.#gap = [];
    this.#gapBytes = 0;
    this.#kept.push(await keepBytes(bytes, this.blobs));
  }
}

function joined(one: KeptParts | undefined, other: KeptParts | undefined): KeptParts | undefined {
  return other === undefined ? one : joinKept(one, other);
}

function withLead(
  form: Foreign | undefined,
  lead: KeptParts | undefined,
  rewind: number,
): Foreign | undefined {
  if (lead === undefined && rewind === 0) return form;
  return { ...form, ...(lead !== undefined && { lead }), ...(rewind > 0 && { rewind }) };
}

/**
 * What an event needs so that its line can be written again: nothing, its object, or the line's own
 * bytes where encoding the object again would give others.
 * @param bytes of the object in the file
 */
async function keptForm(
  { event, evidence, encoded }: KeptLine,
  bytes: Uint8Array,
  blobs: BlobSink,
): Promise<Foreign | undefined> {
  for (const one of evidence) await blobs.put(one.bytes());
  if (!encoded || losesOriginal(event, evidence)) {
    return { raw: await keepBytes(bytes, blobs) };
  }
  return event.foreign === undefined ? undefined : outsourceTexts(event.foreign, blobs);
}

/** True if encoding the parsed object gives the bytes that the file holds. */
function isEncodedAs({ value, text, exact }: ForeignObject): boolean {
  return exact && JSON.stringify(value) === text;
}

const REPLACEMENT_CHARACTER = Buffer.from("\ufffd", "utf8");

/** A lone surrogate cannot be in a blob: the original of such an output would come back changed. */
function losesOriginal(event: RefoldEvent, evidence: DecodedLine["evidence"]): boolean {
  return factsOf(event).some((fact) => {
    if (fact.type !== "item.recorded" || fact.data.bounded === undefined) return false;
    const { original } = fact.data.bounded;
    const kept = evidence.find(({ hash }) => hash === original)?.bytes();
    return kept === undefined || Buffer.from(kept).includes(REPLACEMENT_CHARACTER);
  });
}
