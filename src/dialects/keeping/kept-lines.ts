import type { Foreign, KeptBytes, KeptParts, RefoldEvent } from "../../events/event.js";
import type { Line } from "../line-splitter.js";
import { ByteGap } from "./byte-gap.js";
import type { DecodedLine } from "../reading/session-form.js";
import type { BlobSink } from "./kept-bytes.js";
import { keptForm } from "./kept-form.js";
import type { ForeignObject } from "../reading/object-reader.js";

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
export class KeptLines {
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
