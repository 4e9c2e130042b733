import type { RefoldError } from "../../errors.js";
import type { RefoldEvent } from "../../events/event.js";
import type { JsonObject, TruncationPolicy } from "../../events/primitives.js";
import { contentChanged, emptyRollout, mixedDialects, notARollout } from "../errors.js";
import { type ByteSource, firstBytesOf } from "./byte-source.js";
import type { ForeignDamage } from "./damage.js";
import { historyBefore } from "./joined-content.js";
import type { Line } from "./line-splitter.js";
import type { DamagedPlace, ForeignObject, Place, ReadLine } from "./object-reader.js";
import { CONTENT_START, findObject, readContent, type ReadingPlace } from "./read-content.js";
import { describeContent, dialectOf } from "./recognition.js";
import type { DecodedLine, DecoderOptions, LineDecoder, SessionForm } from "./session-form.js";

export interface ReadingOptions {
  /** How tool outputs are bounded, whatever the session says; absent: as it says. */
  readonly toolOutputLimit?: TruncationPolicy;
  /** Called for each damaged place, in the order of the file. */
  readonly onDamage?: (damage: ForeignDamage) => void;
  /** Called with the place in the content of what an event names by hash. */
  readonly onEvidence?: (hash: string, place: Place) => void;
}

/** Offsets, both inclusive; absent: the first, the newest. */
interface Range {
  readonly from?: number;
  readonly to?: number;
}

/**
 * Reads a session as events: one for each JSON object, in order; its offset is the object's ordinal.
 * Damage is reported and passed over. What is read is not kept, so that a file of any size can be
 * read; nothing is written.
 *
 * @param content not compressed (`openUnpacked`)
 * @throws {RefoldError} `empty-file`: there is nothing in it @throws {RefoldError} `not-a-rollout`: there is no object in it
 * @throws {RefoldError} `mixed-dialects`: it goes on in another dialect
 */
export async function* decodeSession(
  content: ByteSource,
  form: SessionForm,
  options: ReadingOptions & Range = {},
): AsyncGenerator<RefoldEvent, void, undefined> {
  for await (const run of decodeRuns(content, form, options)) {
    for (const event of run) yield event; // `yield*` would wait for each three times
  }
}

/** A run is no longer: the collector moves what is held, and a chunk has some hundred events. */
const RUN_EVENTS = 64;

/**
 * The same, several events of a chunk at a time; nothing after `to` is read. What was decoded before
 * an error is given before it.
 */
export async function* decodeRuns(
  content: ByteSource,
  form: SessionForm,
  { from = 0, to = Infinity, ...options }: ReadingOptions & Range = {},
): AsyncGenerator<readonly RefoldEvent[], void, undefined> {
  if (to < from) return;
  const reading = await ForeignReading.begin(content, form, options);
  for await (const lines of reading.lines()) {
    let run: RefoldEvent[] = [];
    try {
      for (const line of lines) {
        reading.begin(line);
        for (const object of line.objects) {
          const decoded = reading.decode(object);
          const { event } = decoded instanceof Promise ? await decoded : decoded;
          if (event.offset >= from) run.push(event);
          if (event.offset >= to) return;
          if (run.length < RUN_EVENTS) continue;
          const full = run;
          run = [];
          yield full;
        }
      }
    } finally {
      if (run.length > 0) yield run;
    }
  }
  await reading.end();
}

export type OnEvent = (event: RefoldEvent, place: Place) => void;

/** The same, each event handed on as it is made, with the place of its object: the quickest way. */
export async function visitSession(
  content: ByteSource,
  form: SessionForm,
  { onEvent, ...options }: ReadingOptions & { readonly onEvent: OnEvent },
): Promise<void> {
  const reading = await ForeignReading.begin(content, form, options);
  for await (const lines of reading.lines()) {
    for (const line of lines) {
      reading.begin(line);
      for (const object of line.objects) {
        const decoded = reading.decode(object);
        onEvent((decoded instanceof Promise ? await decoded : decoded).event, object);
      }
    }
  }
  await reading.end();
}

/** How many objects are between places that are remembered for reading again. */
const OBJECTS_BETWEEN_PLACES = 256;
/** So much is looked at ahead. */
const OPENING_BYTES = 1 << 18;
/** Bytes at the beginning that tell what a file without any object is. */
const LOOK_BYTES = 1 << 12;

/** One pass over a session's content: its decoder, and what the lines say besides events. */
export class ForeignReading {
  readonly #decoder: LineDecoder;
  readonly #places: ReadingPlace[] = [CONTENT_START];
  #damage: DamagedPlace[] = [];
  /** True while a file was begun whose history is not all that is before it. */
  #rewinds = false;
  /** The first line of each file that was begun. */
  readonly #partLines: number[] = [];
  /** What the lines so far are of; null: they do not tell. */
  #dialect: string | null = null;

  private constructor(
    private readonly content: ByteSource,
    private readonly form: SessionForm,
    private readonly options: ReadingOptions & Pick<Required<DecoderOptions>, "opening" | "own">,
  ) {
    const { toolOutputLimit = null, opening, own } = options;
    const recall = (line: number): Promise<JsonObject> => this.#recall(line);
    this.#decoder = form.decoder({ toolOutputLimit, recall, opening, own });
  }

  static async begin(
    content: ByteSource,
    form: SessionForm,
    options: ReadingOptions,
  ): Promise<ForeignReading> {
    const opening = await firstBytesOf(content, form.looksAhead ? OPENING_BYTES : 0);
    const own = await ownStart(content, form);
    return new ForeignReading(content, form, { ...options, opening, own });
  }

  /** The lines of each chunk; each is to be begun, then its objects decoded, in order. */
  lines(): AsyncGenerator<Iterable<ReadLine>> {
    const onDamage = (place: DamagedPlace): void => void this.#damage.push(place);
    return readContent(this.content, CONTENT_START, { lines: this.form.lines, onDamage });
  }

  begin({ line, objects, damage }: ReadLine): void {
    const ordinal = this.#decoder.head;
    const newest = this.#places.at(-1)?.ordinal ?? 0;
    if (ordinal - newest >= OBJECTS_BETWEEN_PLACES) {
      this.#places.push({ byte: line.lineStart, line: line.number, ordinal });
    }
    if (this.isPartStart(line)) {
      this.#rewinds = this.content.parts?.[this.#partLines.length]?.historyEnd !== undefined;
      this.#partLines.push(line.number);
    }
    if (damage.length === 0 && this.#damage.length === 0) return;
    for (const one of damage) this.#damage.push(one);
    if (objects.length > 0) this.#reportDamage(ordinal);
  }

  /** Whether another file of the content begins with a line that is not begun yet. */
  isPartStart({ lineStart }: Line): boolean {
    return this.content.parts?.[this.#partLines.length]?.start === lineStart;
  }

  /** @throws {RefoldError} `mixed-dialects`: the object is a line of another dialect than those before it */
  decode(object: ForeignObject): DecodedLine | Promise<DecodedLine> {
    this.#noteDialect(object);
    if (this.#rewinds) {
      this.#rewinds = false;
      return this.#rewind().then(() => this.decode(object));
    }
    const decoded = this.#decoder.decode(object);
    if (decoded instanceof Promise) return decoded.then((line) => this.#tell(line, object));
    return this.#tell(decoded, object);
  }

  /** @throws {RefoldError} `empty-file`: @throws {RefoldError} `not-a-rollout`: the content gave no event at all */
  async end(): Promise<void> {
    this.#reportDamage(null);
    if (this.#decoder.head > 0) return;
    throw refusal(this.content.name, await this.content.slice(0, LOOK_BYTES));
  }

  #noteDialect({ value, line }: ForeignObject): void {
    const { name } = this.form;
    const isOwn = this.form.isOwn(value);
    if (isOwn && this.#dialect === name) return;
    const dialect = isOwn ? name : dialectOf(value);
    if (dialect === null || dialect === this.#dialect) return;
    if (this.#dialect !== null) {
      throw mixedDialects(this.content.name, line, [this.#dialect, dialect]);
    }
    this.#dialect = dialect;
  }

  #tell(line: DecodedLine, object: ForeignObject): DecodedLine {
    for (const { hash } of line.evidence) this.options.onEvidence?.(hash, object);
    return line;
  }

  #reportDamage(ordinal: number | null): void {
    for (const { line, byte, bytes, reason, objectsBefore } of this.#damage) {
      const offset = ordinal === null ? null : ordinal + objectsBefore;
      this.options.onDamage?.({ ...this.#placeOf(line, byte), bytes, offset, reason });
    }
    this.#damage = [];
  }

  /** Reads again what the history of the newest file consists of. */
  async #rewind(): Promise<void> {
    const { content, form } = this;
    const history = historyBefore(content.parts ?? [], this.#partLines.length - 1);
    const head = this.#decoder.head;
    const earlier = async function* (): AsyncGenerator<JsonObject | null> {
      let left = head;
      for await (const lines of readContent(content, CONTENT_START, { lines: form.lines })) {
        for (const { value, start: byte } of [...lines].flatMap(({ objects }) => objects)) {
          if (left-- === 0) return;
          yield history.some(({ start, end }) => start <= byte && byte < end) ? value : null;
        }
      }
    };
    await this.#decoder.rewind?.(earlier());
  }

  /** A line and byte of the content, in the file that holds them. */
  #placeOf(line: number, byte: number): Pick<ForeignDamage, "line" | "byte" | "file"> {
    const { name, parts = [] } = this.content;
    const index = parts.findLastIndex(({ start }) => start <= byte);
    const part = parts[index];
    if (part === undefined) return { line, byte };
    const place = { line: line + 1 - (this.#partLines[index] ?? 1), byte: byte - part.start };
    return part.name === name ? place : { ...place, file: part.name };
  }

  async #recall(ordinal: number): Promise<JsonObject> {
    const from = this.#places.findLast((place) => place.ordinal <= ordinal) ?? CONTENT_START;
    const { lines } = this.form;
    const object = await findObject(this.content, from, { ordinal, lines });
    if (object === null) throw contentChanged(this.content.name, ordinal);
    return object.value;
  }
}

/** The first object of the session's own file; null: nothing of another is before it. */
async function ownStart(
  content: ByteSource,
  { lines }: SessionForm,
): Promise<ForeignObject | null> {
  const start = content.parts?.find(({ isOwn }) => isOwn)?.start;
  if (start === undefined) return null;
  return findObject(content, { ...CONTENT_START, byte: start }, { ordinal: 0, lines });
}

/** What a file is whose first bytes are of no session. */
export function refusal(name: string, firstBytes: Uint8Array): RefoldError {
  const text = Buffer.from(firstBytes).toString("utf8");
  const isBlank = text.replace(/^\ufeff/, "").trim() === "";
  return isBlank ? emptyRollout(name) : notARollout(name, describeContent(firstBytes));
}
