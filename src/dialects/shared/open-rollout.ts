import { RefoldError } from "../../errors.js";
import type { EventSource } from "../../events/event-source.js";
import type { RefoldEvent } from "../../events/event.js";
import type { TruncationPolicy } from "../../events/primitives.js";
import { type ByteSource, firstBytesOf } from "./byte-source.js";
import { type Compression, openUnpacked } from "./compression.js";
import type { ForeignDamage } from "./damage.js";
import {
  decodeRuns,
  decodeSession,
  type ReadingOptions,
  refusal,
  visitSession,
} from "./decode-session.js";
import type { Evidence } from "./evidence.js";
import type { BlobReader } from "./kept-bytes.js";
import { LineSplitter } from "./line-splitter.js";
import { type ForeignObject, readLine } from "./object-reader.js";
import type { Recognition, SessionForm } from "./session-form.js";

export interface OpenRolloutOptions {
  /** How tool outputs are bounded, whatever the session says; absent: as it says. */
  readonly toolOutputLimit?: TruncationPolicy;
  /** Told where each event's object stands in the content, right before the event is given. */
  readonly onObject?: (place: { readonly start: number; readonly end: number }) => void;
}

/** Somebody else's session that can be read as events. Nothing is held open; nothing is written. */
export interface ForeignRollout<Found extends Recognition = Recognition> {
  /** Reads forward only; every reading goes over the file again. */
  readonly source: EventSource;
  /** Reads all of it, handing on each event as it is made: the quickest way to look at each once. */
  visit(onEvent: (event: RefoldEvent) => void): Promise<void>;
  /** What the events name by hash, from the file itself. */
  readonly blobs: BlobReader;
  readonly recognition: Found;
  readonly compression: Compression | null;
  /** The session's lines: the file's own bytes, unpacked where they are compressed. */
  readonly content: ByteSource;
  /** Places that readings so far came upon, in the order of the file; complete after one to the end. */
  damage(): readonly ForeignDamage[];
}

/** So much is looked at to recognise a file; a first line that is longer is looked at further. */
const LOOK_BYTES = [1 << 16, 1 << 22] as const;

/**
 * Opens a file as a session of one dialect: plain, gzip or zstd, told by its content.
 *
 * @throws {RefoldError} `empty-file`: it holds nothing
 * @throws {RefoldError} `not-a-rollout`: it is something else; the error says what it looks like
 * @throws {RefoldError} `truncated-archive`: nothing of it can be unpacked
 */
export async function openRollout<Found extends Recognition>(
  bytes: ByteSource,
  form: SessionForm<Found>,
  options: OpenRolloutOptions = {},
): Promise<ForeignRollout<Found>> {
  const { content, compression } = await openUnpacked(bytes);
  const recognition = await recognise(content, form);
  const damage = new Map<string, ForeignDamage>();
  const reading: ReadingOptions = {
    ...options,
    onDamage: (place) => damage.set(`${place.byte} ${place.reason}`, place),
    onEvidence: (hash, place) => {
      blobs.note(hash, place);
    },
  };
  const decode = (): AsyncGenerator<RefoldEvent, void, undefined> =>
    decodeSession(content, form, reading);
  const visit = (onEvent: (event: RefoldEvent) => void): Promise<void> =>
    visitSession(content, form, { ...reading, onEvent });
  const blobs = new FileBlobs(content, form, () => visit(() => undefined));
  return {
    source: {
      read: (range) => (isWhole(range) ? decode() : readRange(decode(), range)),
      readRuns: (range) => decodeRuns(content, form, { ...reading, ...range }),
    },
    visit,
    blobs,
    recognition,
    compression,
    content,
    damage: () => [...damage.values()].sort((a, b) => a.byte - b.byte),
  };
}

async function recognise<Found extends Recognition>(
  content: ByteSource,
  form: SessionForm<Found>,
): Promise<Found> {
  let firstBytes: Uint8Array = new Uint8Array();
  for (const count of LOOK_BYTES) {
    firstBytes = await firstBytesOf(content, count);
    const recognition = form.recognise(firstBytes);
    if (recognition !== null) return recognition;
    if (firstBytes.length < count) break;
  }
  throw refusal(content.name, firstBytes);
}

type Range = Parameters<EventSource["read"]>[0];

/** The whole needs nobody between who looks at each event. */
function isWhole(range: Range): boolean {
  return range?.from === undefined && range?.to === undefined;
}

async function* readRange(
  events: AsyncGenerator<RefoldEvent, void, undefined>,
  { from = 0, to = Infinity }: Range = {},
): AsyncGenerator<RefoldEvent> {
  if (to < from) return;
  for await (const event of events) {
    if (event.offset >= from) yield event;
    if (event.offset >= to) return;
  }
}

/** The file does not hold what a hash names: it names something else, or the file has changed. */
function blobNotInFile(hash: string, file: string): RefoldError<"blob-missing"> {
  return new RefoldError(
    "blob-missing",
    { hash, file },
    {
      message: `${hash}: ${file} holds no content with this hash`,
    },
  );
}

type Place = Pick<ForeignObject, "start" | "end">;

/**
 * What the events of a file name by hash: images, and originals of bounded outputs. Kept as places
 * of the file; the bytes are read when they are asked for.
 */
class FileBlobs {
  readonly #places = new Map<string, Place>();

  /** @param readAll reads the whole content once, telling `note` what it comes upon */
  constructor(
    private readonly content: ByteSource,
    private readonly form: SessionForm,
    private readonly readAll: () => Promise<void>,
  ) {}

  note(hash: string, { start, end }: Place): void {
    if (!this.#places.has(hash)) this.#places.set(hash, { start, end });
  }

  /** @throws {RefoldError} `blob-missing`: the file does not hold it */
  async get(hash: string): Promise<Uint8Array> {
    if (!this.#places.has(hash)) await this.readAll();
    const place = this.#places.get(hash);
    const bytes = place === undefined ? null : await this.#find(hash, place);
    if (bytes === null) throw blobNotInFile(hash, this.content.name);
    return bytes;
  }

  async #find(hash: string, { start, end }: Place): Promise<Uint8Array | null> {
    const evidence = this.#evidenceIn(await this.content.slice(start, end));
    return evidence.find((one) => one.hash === hash)?.bytes() ?? null;
  }

  #evidenceIn(line: Uint8Array): readonly Evidence[] {
    const splitter = new LineSplitter();
    return [...splitter.push(line), ...splitter.end()]
      .flatMap((whole) => readLine(whole, this.form.lines).objects)
      .flatMap(({ value }) => this.form.evidenceIn(value));
  }
}
