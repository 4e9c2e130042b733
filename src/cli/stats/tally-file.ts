import { join } from "node:path";
import { accountantOf } from "../../dialects/dialects.js";
import type { Accountant, EventAccount, LogEvent } from "../../events/event.js";
import type { PriceTable } from "../../models/prices.js";
import { addTally, emptyTally, type Tally } from "../../projections/stats/tally.js";
import { ThreadTally } from "../../projections/stats/thread-tally.js";
import { type FileBytes, heldBytes } from "../../sessions/file-bytes.js";
import { asksNobody } from "../../sessions/experiment-mark.js";
import { recogniseFile } from "../../sessions/open-session.js";
import type { RelatedFiles } from "../../sessions/related-file.js";
import { findSessionFiles } from "../../sessions/session-files.js";
import type { StoredThread } from "../../sessions/stored-threads.js";
import { type TakeEvent, visitEvents } from "../../sessions/visit-events.js";
import type { NewerEvents } from "../../store/event-store.js";
import { decodeLines } from "../../store/stored-lines.js";

/** What is counted of each file. */
export interface CountOptions extends NewerEvents {
  /** Absent: the known ones. */
  readonly prices?: PriceTable;
  readonly since?: string;
  readonly model?: string;
}

/** A file to count. */
interface CountTask {
  readonly path: string;
  /** Keys of lines that are in files before it and count there. */
  readonly seen: Pick<KeySet, "has">;
  readonly related?: RelatedFiles;
  /** By which its threads are told of; absent: the path. */
  readonly name?: string;
}

export interface FileTally {
  readonly tally: Tally;
  /** Of its lines that count, in their order. */
  readonly keys: readonly number[];
  readonly damagedPlaces: number;
}

/**
 * Counts the one session of a file: its own events in one pass, without those of a fork's ancestors,
 * or of files that its history begins in.
 * Of a bundle every thread is counted.
 * @throws {RefoldError} the file cannot be read at all
 */
export async function tallyFile(
  { path, seen, related, name = path }: CountTask,
  options: CountOptions,
): Promise<FileTally> {
  const bytes = await heldBytes(path, related);
  const kind = await recogniseFile(bytes);
  if (kind === "bundle") return tallyBundle(bytes, seen, options);
  return tallySession({ path, seen, name }, options, (take) =>
    visitEvents(bytes, kind, options, take),
  );
}

/** The same of a thread that has no file. */
export function tallyStored(
  { store, entry, path }: StoredThread,
  seen: CountTask["seen"],
  options: CountOptions,
): Promise<FileTally> {
  return tallySession({ path, seen, name: path }, options, async (take) => {
    for await (const lines of store.readLines(entry.threadId)) {
      for (const { event, bytes } of decodeLines(lines, options.newer ?? "refuse")) {
        take(event, bytes.length + 1);
      }
    }
    return 0;
  });
}

/** @param read takes the session's lines in their order. @returns how many places are damaged */
async function tallySession(
  { path, seen, name }: Required<Omit<CountTask, "related">>,
  { newer: _, ...asked }: CountOptions,
  read: (take: TakeEvent) => Promise<number>,
): Promise<FileTally> {
  const tally = new ThreadTally({ name, ...asked });
  const keys: number[] = [];
  const copies = new Copies(seen, keys);
  let accountant: Accountant | null = null;
  const damagedPlaces = await read((event, lineBytes) => {
    accountant ??= accountantOf(event);
    const account = accountant.take(event);
    const isCopy = copies.has(event, account, lineBytes === null);
    tally.take({ event, bytes: lineBytes ?? 0, isCopy, account });
  });
  const counted = tally.finish();
  if (counted.threads > 0) {
    const [threadId = path] = counted.sizes.keys();
    const thread = keyNumber(`thread:${threadId}`);
    if (!seen.has(thread)) keys.push(thread);
    else counted.threads = 0; // another file of it was counted
  }
  return { tally: counted, keys, damagedPlaces };
}

/** Tells which lines of a file count where they stand elsewhere, or nowhere. */
class Copies {
  /** Whether the first line of a request that this file has is its own. */
  readonly #requests = new Map<string, boolean>();
  #isReplay = false;

  /** @param keys gets those of lines that count here */
  constructor(
    private readonly seen: CountTask["seen"],
    private readonly keys: number[],
  ) {}

  /** @param isElsewhere the line is in another file, which the history begins in */
  has(event: LogEvent, { key, request, isCopy }: EventAccount, isElsewhere: boolean): boolean {
    this.#isReplay ||= asksNobody(event);
    const line = keyNumber(key);
    const isSeen = this.seen.has(line);
    const isOwn = request === undefined || this.#isOwn(request, isSeen);
    if (isElsewhere || isCopy || isSeen || !isOwn || this.#isReplay) return true;
    this.keys.push(line);
    return false;
  }

  /** False: all lines of the request are copies that have other keys. */
  #isOwn(request: string, isSeenLine: boolean): boolean {
    const known = this.#requests.get(request);
    if (known !== undefined) return known;
    const number = keyNumber(`request:${request}`);
    const isOwn = isSeenLine || !this.seen.has(number);
    this.#requests.set(request, isOwn);
    this.keys.push(number);
    return isOwn;
  }
}

async function tallyBundle(
  bytes: FileBytes,
  seen: CountTask["seen"],
  options: CountOptions,
): Promise<FileTally> {
  const { unpackBundle } = await import("../../sessions/bundle/unpack-bundle.js");
  const { home, remove } = await unpackBundle(bytes);
  try {
    const tallies: FileTally[] = [];
    for (const { path } of findSessionFiles([join(home, "threads")]).files) {
      tallies.push(await tallyFile({ path, seen, name: bytes.path }, options));
    }
    const tally = emptyTally();
    for (const one of tallies) addTally(tally, one.tally);
    const damagedPlaces = tallies.reduce((sum, one) => sum + one.damagedPlaces, 0);
    return { tally, keys: tallies.flatMap(({ keys }) => keys), damagedPlaces };
  } finally {
    remove();
  }
}

const EMPTY = -1;
const SMALLEST = 1 << 10;

/** A set of whole numbers from 0 on, in 16 bytes each on average: there may be millions. */
export class KeySet {
  #places = new Float64Array(SMALLEST).fill(EMPTY);
  #size = 0;

  has(key: number): boolean {
    return this.#places[this.#placeOf(key)] === key;
  }

  add(key: number): void {
    const place = this.#placeOf(key);
    if (this.#places[place] === key) return;
    this.#places[place] = key;
    this.#size += 1;
    if (this.#size * 2 > this.#places.length) this.#grow();
  }

  /** In no order. */
  toArray(): Float64Array<ArrayBuffer> {
    return this.#places.filter((key) => key !== EMPTY);
  }

  /** Where the key is, or would. */
  #placeOf(key: number): number {
    const mask = this.#places.length - 1; // as many places as a power of two
    let place = key & mask; // a key's lower 32 bits are spread evenly, and an index needs no more
    while (this.#places[place] !== EMPTY && this.#places[place] !== key) {
      place = (place + 1) & mask;
    }
    return place;
  }

  #grow(): void {
    const keys = this.#places;
    this.#places = new Float64Array(keys.length * 2).fill(EMPTY);
    for (const key of keys) if (key !== EMPTY) this.#places[this.#placeOf(key)] = key;
  }
}

/**
 * A number for a text: 53 bits, spread evenly. Two of ten million texts have the same once in two
 * hundred such sets.
 */
function keyNumber(text: string): number {
  let low = 0x811c9dc5;
  let high = 0x9e3779b9;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    low = Math.imul(low ^ unit, 0x01000193);
    high = Math.imul(high ^ unit, 0x85ebca6b);
    high ^= high >>> 15;
  }
  low = Math.imul(low ^ (low >>> 16), 0xc2b2ae35) ^ high;
  high = Math.imul(high ^ (high >>> 13), 0x27d4eb2f);
  return ((high >>> 0) & 0x1fffff) * 2 ** 32 + (low >>> 0);
}
