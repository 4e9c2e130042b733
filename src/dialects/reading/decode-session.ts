import type { RefoldEvent } from "../../events/event.js";
import type { ByteSource } from "../byte-source.js";
import { EmptyRollout } from "./empty-rollout.js";
import { ForeignReading, type ReadingOptions } from "./foreign-reading.js";
import { describeContent } from "./looks-like.js";
import { NotARollout } from "./not-a-rollout.js";
import { CONTENT_START, readContent, type ReadLine } from "./read-content.js";
import type { DecodedLine, SessionForm } from "./session-form.js";

/** Bytes at the beginning that tell what a file without any object is. */
const LOOK_BYTES = 1 << 12;

/**
 * Reads a session as events: one for each JSON object, in order; its offset is the object's ordinal.
 * Damage is reported and passed over. What is read is not kept, so that a file of any size can be
 * read; nothing is written.
 *
 * @param content not compressed (`openUnpacked`)
 * @throws {EmptyRollout} there is nothing in it @throws {NotARollout} there is no object in it
 * @throws {MixedDialects} it goes on in another dialect
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
export async function nothingIn(content: ByteSource): Promise<EmptyRollout | NotARollout> {
  return refusal(content.name, await content.slice(0, LOOK_BYTES));
}

/** What a file is whose first bytes are of no session. */
export function refusal(name: string, firstBytes: Uint8Array): EmptyRollout | NotARollout {
  const text = Buffer.from(firstBytes).toString("utf8");
  const isBlank = text.replace(/^\ufeff/, "").trim() === "";
  return isBlank ? new EmptyRollout(name) : new NotARollout(name, describeContent(firstBytes));
}
