import { RefoldError } from "../../errors.js";
import { notARollout } from "../errors.js";
import type { RefoldEvent } from "../../events/event.js";
import type { JsonObject, TruncationPolicy } from "../../events/primitives.js";
import { type ByteSource, firstBytesOf } from "./byte-source.js";
import type { ForeignDamage } from "./damage.js";
import type { DamagedPlace, ForeignObject } from "./object-reader.js";
import {
  CONTENT_START,
  findObject,
  readContent,
  type ReadingPlace,
  type ReadLine,
} from "./read-content.js";
import { describeContent, dialectOf } from "./recognition.js";
import type { DecodedLine, LineDecoder, SessionForm } from "./session-form.js";

/** Bytes at the beginning that tell what a file without any object is. */
const LOOK_BYTES = 1 << 12;

/**
 * Reads a session as events: one for each JSON object, in order; its offset is the object's ordinal.
 * Damage is reported and passed over. What is read is not kept, so that a file of any size can be
 * read; nothing is written.
 *
 * @param content not compressed (`openUnpacked`)
 * @throws {RefoldError} `empty-file`: there is nothing in it
 * @throws {RefoldError} `not-a-rollout`: there is no object in it
 * @throws {RefoldError} `mixed-dialects`: it goes on in another dialect
 */
export async function* decodeSession(
  content: ByteSource,
  form: SessionForm,
  options: ReadingOptions = {},
): AsyncGenerator<RefoldEvent, void, undefined> {
  for await (const chunk of decodedChunks(content, form, options)) {
    for (const decoded of chunk) {
      yield (decoded instanceof Promise ? await decoded : decoded).event;
    }
  }
}

/**
 * The same, each event handed on as it is made: to be waited for once an event costs about as much as
 * decoding it, which tells where thousands of files are read.
 */
export async function visitSession(
  content: ByteSource,
  form: SessionForm,
  { onEvent, ...options }: ReadingOptions & { readonly onEvent: (event: RefoldEvent) => void },
): Promise<void> {
  for await (const chunk of decodedChunks(content, form, options)) {
    for (const decoded of chunk) {
      onEvent((decoded instanceof Promise ? await decoded : decoded).event);
    }
  }
}

/**
 * The same, those of a chunk at a time: of offsets `from` to `to`, and nothing is looked at behind them.
 * What was decoded before something that cannot be is given before the error.
 */
export async function* decodeRuns(
  content: ByteSource,
  form: SessionForm,
  { from = 0, to = Infinity, ...options }: ReadingOptions & Range = {},
): AsyncGenerator<readonly RefoldEvent[], void, undefined> {
  if (to < from) return;
  for await (const chunk of decodedChunks(content, form, options)) {
    const run: RefoldEvent[] = [];
    try {
      for (const decoded of chunk) {
        const { event } = decoded instanceof Promise ? await decoded : decoded;
        if (event.offset >= from) run.push(event);
        if (event.offset >= to) return;
      }
    } finally {
      if (run.length > 0) yield run;
    }
  }
}

/** Offsets, both inclusive; absent: the first, the newest. */
interface Range {
  readonly from?: number;
  readonly to?: number;
}

type Decoded = DecodedLine | Promise<DecodedLine>;

/** What the lines of each chunk are decoded to, when it is asked for, one after the other. */
async function* decodedChunks(
  content: ByteSource,
  form: SessionForm,
  options: ReadingOptions,
): AsyncGenerator<Iterable<Decoded>, void, undefined> {
  const reading = await ForeignReading.begin(content, form, options);
  const reader = { lines: form.lines, onDamage: reading.damaged.bind(reading) };
  for await (const lines of readContent(content, CONTENT_START, reader)) {
    yield decodeLines(lines, reading);
  }
  reading.end();
  if (reading.head === 0) throw await nothingIn(content);
}

function* decodeLines(lines: Iterable<ReadLine>, reading: ForeignReading): Generator<Decoded> {
  for (const line of lines) {
    reading.begin(line);
    for (const object of line.objects) yield reading.decode(object);
  }
}

/** Why a file gave no event at all. */
export async function nothingIn(
  content: ByteSource,
): Promise<RefoldError<"empty-file"> | RefoldError<"not-a-rollout">> {
  return refusal(content.name, await content.slice(0, LOOK_BYTES));
}

/** What a file is whose first bytes are of no session. */
export function refusal(
  name: string,
  firstBytes: Uint8Array,
): RefoldError<"empty-file"> | RefoldError<"not-a-rollout"> {
  const text = Buffer.from(firstBytes).toString("utf8");
  const isBlank = text.replace(/^\ufeff/, "").trim() === "";
  return isBlank ? emptyRollout(name) : notARollout(name, describeContent(firstBytes));
}

export interface ReadingOptions {
  /** How tool outputs are bounded, whatever the session says; absent: as it says. */
  readonly toolOutputLimit?: TruncationPolicy;
  /** Told of each damaged place, in the order of the file. */
  readonly onDamage?: (damage: ForeignDamage) => void;
  /** Told of each object right before its event is given. */
  readonly onObject?: (place: Pick<ForeignObject, "start" | "end">) => void;
  /** Told where in the content stands what an event names by hash. */
  readonly onEvidence?: (hash: string, place: Pick<ForeignObject, "start" | "end">) => void;
}

/** How many objects lie between places that are remembered for reading again. */
const OBJECTS_BETWEEN_PLACES = 256;
/** So much is looked at ahead. */
const OPENING_BYTES = 1 << 18;
const NO_BYTES = new Uint8Array();

/** One pass over a session's content: its decoder, and what the lines say besides events. */
export class ForeignReading {
  readonly #decoder: LineDecoder;
  readonly #places: ReadingPlace[] = [CONTENT_START];
  private readonly options: ReadingOptions;
  #damage: DamagedPlace[] = [];
  /** What the lines so far are of; null: they do not tell. */
  #dialect: string | null = null;

  private constructor(
    private readonly content: ByteSource,
    private readonly form: SessionForm,
    { opening, ...options }: ReadingOptions & { readonly opening: Uint8Array },
  ) {
    const { toolOutputLimit = null } = options;
    this.options = options;
    const recall = (line: number): Promise<JsonObject> => this.#recall(line);
    this.#decoder = form.decoder({ toolOutputLimit, recall, opening });
  }

  static async begin(
    content: ByteSource,
    form: SessionForm,
    options: ReadingOptions,
  ): Promise<ForeignReading> {
    const opening = form.looksAhead ? await firstBytesOf(content, OPENING_BYTES) : NO_BYTES;
    return new ForeignReading(content, form, { ...options, opening });
  }

  get head(): number {
    return this.#decoder.head;
  }

  /** Takes a line; its objects are to be decoded then, in order. */
  begin({ line, objects, damage }: ReadLine): void {
    const ordinal = this.head;
    const newest = this.#places.at(-1)?.ordinal ?? 0;
    if (ordinal - newest >= OBJECTS_BETWEEN_PLACES) {
      this.#places.push({ byte: line.lineStart, line: line.number, ordinal });
    }
    if (damage.length === 0 && this.#damage.length === 0) return;
    this.#damage.push(...damage);
    if (objects.length > 0) this.#reportDamage(ordinal);
  }

  /** @throws {RefoldError} `mixed-dialects`: the object is a line of another dialect than those before it */
  decode(object: ForeignObject): DecodedLine | Promise<DecodedLine> {
    this.#note(object);
    this.options.onObject?.(object);
    const decoded = this.#decoder.decode(object);
    if (decoded instanceof Promise) return decoded.then((line) => this.#tell(line, object));
    return this.#tell(decoded, object);
  }

  damaged(place: DamagedPlace): void {
    this.#damage.push(place);
  }

  /** The content is at its end: no event follows the damage that was not told yet. */
  end(): void {
    this.#reportDamage(null);
  }

  #note({ value, line }: ForeignObject): void {
    const isOwn = this.form.isOwn(value);
    if (isOwn && this.#dialect === this.form.name) return;
    const dialect = isOwn ? this.form.name : dialectOf(value);
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
      this.options.onDamage?.({ line, byte, bytes, offset, reason });
    }
    this.#damage = [];
  }

  async #recall(ordinal: number): Promise<JsonObject> {
    const from = this.#places.findLast((place) => place.ordinal <= ordinal) ?? CONTENT_START;
    const { lines } = this.form;
    const object = await findObject(this.content, from, { ordinal, lines });
    if (object === null) throw contentChanged(this.content.name, ordinal);
    return object.value;
  }
}

/** A file holds nothing, or nothing but blanks. */
function emptyRollout(file: string): RefoldError<"empty-file"> {
  return new RefoldError(
    "empty-file",
    { path: file },
    {
      message: `${file} is empty: no session was recorded in it`,
      remedy: "give a file that a session was recorded in",
    },
  );
}

/** A file holds sessions of two tools: whichever it was read as, the rest would be lost. */
function mixedDialects(
  file: string,
  line: number,
  dialects: readonly [before: string, after: string],
): RefoldError<"mixed-dialects"> {
  const [before, after] = dialects;
  return new RefoldError(
    "mixed-dialects",
    { file, line, dialects },
    {
      message: `${file} changes from ${before} to ${after} at line ${line}`,
      remedy: `split the file before line ${line}`,
    },
  );
}

/** A file's content is no longer what it was when its reading began. */
function contentChanged(file: string, offset: number): RefoldError<"head-regressed"> {
  return new RefoldError(
    "head-regressed",
    { file, offset },
    {
      message: `${file} changed while it was read: event ${offset} is no longer there`,
      remedy: "read the file again once nobody rewrites it",
    },
  );
}
