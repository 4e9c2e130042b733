import type { BlobReader, EventSource } from "../../events/event-source.js";
import type { JsonObject, TruncationPolicy } from "../../events/primitives.js";
import { blobNotInFile } from "../errors.js";
import { type ByteSource, firstBytesOf } from "./byte-source.js";
import { type Compression, openUnpacked } from "./compression.js";
import type { ForeignDamage } from "./damage.js";
import {
  decodeRuns,
  decodeSession,
  type OnEvent,
  type ReadingOptions,
  refusal,
  visitSession,
} from "./decode-session.js";
import type { Place } from "./object-reader.js";
import { objectsIn, placeObject } from "./read-content.js";
import { FirstLines, type Recognition, recognise } from "./recognition.js";
import type { HistoryReach, SessionForm } from "./session-form.js";

export interface OpenRolloutOptions {
  /** How tool outputs are bounded, whatever the session says; absent: as it says. */
  readonly toolOutputLimit?: TruncationPolicy;
  /** Absent: `file`. `own`: no other file, should one be missing. */
  readonly reach?: HistoryReach | "own";
}

/** An object of a session, and where it stands in the file that holds it. */
export interface LocatedObject {
  readonly file: string;
  /** 1-based. */
  readonly line: number;
  /** Offset of its first byte in the unpacked file. */
  readonly byte: number;
  readonly bytes: number;
  readonly object: JsonObject;
}

/** Somebody else's session that can be read as events. Nothing is held open; nothing is written. */
export interface ForeignRollout {
  /** Reads forward only; every reading goes over the file again. */
  readonly source: EventSource;
  /** Reads all of it, handing on each event as it is made: the quickest way to look at each once. */
  visit(onEvent: OnEvent): Promise<void>;
  /** What the events name by hash, from the file itself. */
  readonly blobs: BlobReader;
  readonly recognition: Recognition;
  readonly compression: Compression | null;
  /** The file's own bytes, unpacked if they are compressed. */
  readonly own: ByteSource;
  /** The session's lines: those, after what its history begins with in other files. */
  readonly content: ByteSource;
  /** Where the object of an event stands; null: there is no such offset. */
  locate(offset: number): Promise<LocatedObject | null>;
  /** Places that readings so far found, in the order of the file; complete after one to the end. */
  damage(): readonly ForeignDamage[];
}

/**
 * Opens a file as a session: plain, gzip or zstd, recognised by its content.
 *
 * @param forms of its dialect; of several, the first that knows the first line that any of them knows
 * @throws {RefoldError} `empty-file`: it holds nothing
 * @throws {RefoldError} `not-a-rollout`: it is something else; the error says what it looks like
 * @throws {RefoldError} `truncated-archive`: nothing of it can be unpacked
 * @throws {RefoldError} `damaged-lineage`: its history begins in a file that is missing or does not fit
 */
export async function openRollout(
  bytes: ByteSource,
  forms: SessionForm | readonly SessionForm[],
  options: OpenRolloutOptions = {},
): Promise<ForeignRollout> {
  const { content: own, compression } = await openUnpacked(bytes);
  const { form, recognition } = await recogniseContent(own, [forms].flat());
  const { reach = "file" } = options;
  const content = (reach === "own" ? null : await form.joinHistory?.(own, reach)) ?? own;
  const damage = new Map<string, ForeignDamage>();
  const files = content.parts?.map(({ name }) => name) ?? [];
  const fileOf = ({ file = content.name }: ForeignDamage): number => files.indexOf(file);
  const reading: ReadingOptions = {
    ...options,
    onDamage: (place) => damage.set(`${place.byte} ${place.reason} ${place.file ?? ""}`, place),
    onEvidence: (hash, place) => {
      blobs.note(hash, place);
    },
  };
  const visit = (onEvent: OnEvent): Promise<void> =>
    visitSession(content, form, { ...reading, onEvent });
  const blobs = new FileBlobs(content, form, () => visit(() => undefined));
  return {
    source: {
      read: (range) => decodeSession(content, form, { ...reading, ...range }),
      readRuns: (range) => decodeRuns(content, form, { ...reading, ...range }),
    },
    ...{ visit, blobs, recognition, compression, own, content },
    locate: (offset) => locateObject(content, form, offset),
    damage: () => [...damage.values()].sort((a, b) => fileOf(a) - fileOf(b) || a.byte - b.byte),
  };
}

async function locateObject(
  content: ByteSource,
  { lines }: SessionForm,
  ordinal: number,
): Promise<LocatedObject | null> {
  const placed = await placeObject(content, { ordinal, lines });
  if (placed === null) return null;
  const { value: object, line, start, end } = placed.object;
  const part = content.parts?.findLast((one) => one.start <= start);
  const place = { line: line + 1 - placed.firstLine, byte: start - (part?.start ?? 0) };
  return { file: part?.name ?? content.name, ...place, bytes: end - start, object };
}

/** So much is looked at to recognise a file; a first line that is longer is looked at further. */
const LOOK_BYTES = [1 << 16, 1 << 22] as const;

async function recogniseContent(
  content: ByteSource,
  forms: readonly SessionForm[],
): Promise<{ readonly form: SessionForm; readonly recognition: Recognition }> {
  let firstBytes: Uint8Array = new Uint8Array();
  for (const count of LOOK_BYTES) {
    firstBytes = await firstBytesOf(content, count);
    const found = recognise(new FirstLines(firstBytes), forms);
    if (found !== null) return found;
    if (firstBytes.length < count) break;
  }
  throw refusal(content.name, firstBytes);
}

/**
 * What the events of a file name by hash: images, and originals of bounded outputs. Kept as places
 * of the file; the bytes are read when they are asked for.
 */
class FileBlobs implements BlobReader {
  readonly #places = new Map<string, Place>();

  /** @param readAll reads the whole content once, calling `note` for what it finds */
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
    const line = Buffer.concat([await this.content.slice(start, end), Buffer.from("\n")]);
    for (const { value } of objectsIn(line, this.form.lines)) {
      const found = this.form.evidenceIn(value).find((one) => one.hash === hash);
      if (found !== undefined) return found.bytes();
    }
    return null;
  }
}
