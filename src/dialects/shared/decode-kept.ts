import type { Foreign, KeptBytes, KeptParts, RefoldEvent } from "../../events/event.js";
import type { ImageBlob } from "../../events/item.js";
import { isJsonObject } from "../../events/json.js";
import type { JsonObject } from "../../events/primitives.js";
import { factsOf } from "../../reducers/reduce.js";
import type { ByteSource } from "./byte-source.js";
import { ForeignReading, nothingIn, type ReadingOptions } from "./decode-session.js";
import { type Evidence, moveImage } from "./evidence.js";
import { type ForeignHole, replaceAt } from "./foreign-form.js";
import { type BlobSink, ByteGap, INLINE_BYTES, keepBytes } from "./kept-bytes.js";
import type { Line } from "./line-splitter.js";
import type { ForeignObject } from "./object-reader.js";
import { CONTENT_START, readContent, type ReadLine } from "./read-content.js";
import type { DecodedLine, SessionForm } from "./session-form.js";

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

/** Where a stored thread ends in the content: behind so many events, and at this byte. */
export interface StoredEnd {
  readonly head: number;
  readonly byte: number;
}

/** The event of the newest object, until what stands behind it is known. */
interface HeldEvent {
  readonly event: RefoldEvent;
  readonly foreign: Foreign | undefined;
  /** Bytes behind the object up to the line's end, or to the next object in the line. */
  trail: KeptParts | undefined;
}

/**
 * Adds to the events of a rollout what is needed to write the file again byte for byte, and puts
 * what they name by hash into the blob store. An event is given out when the next one comes, for
 * bytes behind the last object belong to it. Events that are stored already are passed over.
 */
class KeptLines {
  readonly #gap: ByteGap;
  #held: HeldEvent | null = null;

  constructor(
    private readonly blobs: BlobSink,
    private readonly stored: StoredEnd,
  ) {
    this.#gap = new ByteGap(blobs);
  }

  /**
   * Takes the next object.
   * @param between from where on the line's bytes were not taken yet
   * @returns the event before, now that it is whole; null: none is waiting
   */
  async add(decoded: DecodedLine, object: ForeignObject, line: Line): Promise<RefoldEvent | null> {
    const lead = await this.#gap.take();
    const before = this.#release();
    const { event } = decoded;
    if (event.offset < this.stored.head) return before;
    const bytes = line.bytes.subarray(object.start - line.start, object.end - line.start);
    const form = await keptForm(decoded, { object, bytes }, this.blobs);
    const rewind = Math.max(0, this.stored.byte - object.start);
    this.#held = { event, foreign: withLead(form, lead, rewind), trail: undefined };
    return before;
  }

  /** Takes bytes that are no object's. @param behindObject in the same line */
  async addBytes(line: Line, from: number, to: number): Promise<void> {
    const start = Math.max(from, this.stored.byte);
    if (start >= to) return;
    await this.#gap.add(line.bytes.subarray(start - line.start, to - line.start));
  }

  /** What was taken since the newest object stands behind it in its line. */
  async closeTrail(): Promise<void> {
    if (this.#held !== null) this.#held.trail = await this.#gap.take();
  }

  /** The content is at its end. */
  async end(): Promise<RefoldEvent | null> {
    const rest = await this.#gap.take();
    const held = this.#held;
    if (held !== null && rest !== undefined) held.trail = joined(held.trail, rest);
    return this.#release();
  }

  #release(): RefoldEvent | null {
    const held = this.#held;
    this.#held = null;
    if (held === null) return null;
    const { event, foreign: form, trail = "" } = held;
    const foreign = trail === "\n" ? form : { ...form, trail };
    const whole = { ...event };
    delete whole.foreign;
    return foreign === undefined ? whole : { ...whole, foreign };
  }
}

function withLead(
  form: Foreign | undefined,
  lead: KeptParts | undefined,
  rewind: number,
): Foreign | undefined {
  if (lead === undefined && rewind === 0) return form;
  return { ...form, ...(lead !== undefined && { lead }), ...(rewind > 0 && { rewind }) };
}

function joined(first: KeptParts | undefined, second: KeptParts): KeptParts {
  if (first === undefined) return second;
  if (typeof first === "string" && typeof second === "string") return first + second;
  return [...partsOf(first), ...partsOf(second)];
}

function partsOf(kept: KeptParts): readonly KeptBytes[] {
  return Array.isArray(kept) ? kept : [kept];
}

/**
 * What an event needs so that its line can be written again: nothing, its object, or the line's own
 * bytes where encoding the object again would give others.
 * @param bytes of the object in the file
 */
async function keptForm(
  { event, evidence }: DecodedLine,
  { object, bytes }: { readonly object: ForeignObject; readonly bytes: Uint8Array },
  blobs: BlobSink,
): Promise<Foreign | undefined> {
  for (const one of evidence) await blobs.put(one.bytes());
  if (!isEncodedAs(object) || losesOriginal(event, evidence)) {
    return { raw: await keepBytes(bytes, blobs) };
  }
  return event.foreign === undefined ? undefined : outsourceTexts(event.foreign, blobs);
}

/** True when encoding the parsed object gives the bytes that the file holds. */
function isEncodedAs({ value, text, exact }: ForeignObject): boolean {
  if (!exact) return false;
  try {
    return JSON.stringify(value) === text;
  } catch (error) {
    if (error instanceof RangeError) return false; // nested too deeply to be written
    throw error;
  }
}

const REPLACEMENT_CHARACTER = Buffer.from("\ufffd", "utf8");

/** A lone surrogate cannot stand in a blob: the original of such an output would come back changed. */
function losesOriginal(event: RefoldEvent, evidence: DecodedLine["evidence"]): boolean {
  return factsOf(event).some((fact) => {
    if (fact.type !== "item.recorded" || fact.data.bounded === undefined) return false;
    const { original } = fact.data.bounded;
    const kept = evidence.find(({ hash }) => hash === original)?.bytes();
    return kept === undefined || Buffer.from(kept).includes(REPLACEMENT_CHARACTER);
  });
}

/** A text that stands in the blob store: as it is, or as the image whose data URL it was. */
type OutsourcedText =
  { readonly blob: string; readonly bytes: number } | { readonly image: ImageBlob };

/** Where an event holds them: a member of `foreign` of this dialect's own. */
export const OUTSOURCED = "texts";

const LONE_SURROGATE = /\p{Surrogate}/u;
/** A unit of UTF-16 is at most so many bytes of UTF-8. */
const BYTES_PER_UNIT = 3;

/** Moves the long texts of a line's own object to the blob store; holes tell where they stood. */
async function outsourceTexts(foreign: Foreign, blobs: BlobSink): Promise<Foreign> {
  const { object } = foreign;
  if (object === undefined) return foreign;
  const paths = [...longTexts(object, [])];
  if (paths.length === 0) return foreign;
  const texts: OutsourcedText[] = [];
  const holes: ForeignHole[] = [];
  let punched: JsonObject = object;
  for (const { path, text } of paths) {
    holes.push([path, ["foreign", OUTSOURCED, String(texts.length)]]);
    texts.push(await outsource(text, blobs));
    punched = replaceAt(punched, path, null);
  }
  const added = holes.map(([a, b]): [string[], string[]] => [[...a], [...b]]);
  return {
    ...foreign,
    object: punched,
    holes: [...(foreign.holes ?? []), ...added],
    [OUTSOURCED]: texts,
  };
}

async function outsource(text: string, blobs: BlobSink): Promise<OutsourcedText> {
  const kept: Evidence[] = [];
  const image = moveImage(text, (one) => kept.push(one));
  for (const one of kept) await blobs.put(one.bytes());
  if (image !== null) return { image };
  const bytes = Buffer.from(text, "utf8");
  return { blob: await blobs.put(bytes), bytes: bytes.length };
}

function* longTexts(
  value: unknown,
  path: readonly string[],
): Generator<{ readonly path: readonly string[]; readonly text: string }> {
  if (typeof value === "string") {
    if (isLong(value) && !LONE_SURROGATE.test(value)) yield { path, text: value };
  } else if (Array.isArray(value)) {
    for (const [index, entry] of value.entries()) yield* longTexts(entry, [...path, String(index)]);
  } else if (isJsonObject(value)) {
    for (const [key, entry] of Object.entries(value)) yield* longTexts(entry, [...path, key]);
  }
}

function isLong(text: string): boolean {
  if (text.length * BYTES_PER_UNIT <= INLINE_BYTES) return false;
  return Buffer.byteLength(text, "utf8") > INLINE_BYTES;
}
