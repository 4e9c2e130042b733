import { createHash } from "node:crypto";
import { RefoldError } from "../errors.js";
import type { LogEvent } from "../events/event.js";
import { namedHashes } from "../events/named-hashes.js";
import { BlobHash } from "../events/primitives.js";
import { threadBegunBy } from "./chain.js";
import type { EventStore, OwnLines } from "./event-store.js";
import { lineFeedsIn, sameBytes } from "./jsonl/lines.js";
import { decodeLines } from "./stored-lines.js";

export interface CopyOptions {
  readonly from: EventStore;
  readonly to: EventStore;
  /** Told of each stretch of lines that is done, in bytes. */
  readonly onBytes?: (bytes: number) => void;
}

/** What became of a thread that was copied. */
export interface CopiedThread {
  readonly threadId: string;
  /** `ahead`: the thread has gone on there, beyond what was copied. */
  readonly outcome: "copied" | "grown" | "unchanged" | "ahead";
  /** Events that were stored. */
  readonly added: number;
  /** The thread's head there. */
  readonly head: number;
  /** Blobs that its lines name, and that are not where it comes from. */
  readonly missingBlobs: readonly string[];
}

/**
 * Copies a thread to another store, after its ancestors and with the blobs that they name: the very lines,
 * sums and chain. What is there is compared byte for byte and gone on with, so an interrupted copy can be
 * repeated; what is stored is read back and compared. Nobody's lease is needed where it comes from.
 *
 * @returns the oldest ancestor first, the thread itself last
 * @throws {RefoldError} `copy-diverged`: a thread there has other lines; it is as it was
 * @throws {RefoldError} `damaged-log`: the thread, or what is there of it, is damaged
 * @throws {RefoldError} `lease-held`: somebody writes to the thread there
 * @throws {RefoldError} `thread-not-found`, `fork-parent-missing`, `fork-parent-changed`
 */
export async function copyThread(
  threadId: string,
  options: CopyOptions,
): Promise<readonly CopiedThread[]> {
  const copied: CopiedThread[] = [];
  for (const own of await options.from.lineage(threadId)) copied.push(await copyOwn(own, options));
  return copied;
}

async function copyOwn(own: OwnLines, options: CopyOptions): Promise<CopiedThread> {
  const { threadId } = own;
  const { from, to, onBytes = () => undefined } = options;
  const blobs = new BlobCopy(options);
  const isThere = await to.has(threadId);
  const before = isThere ? await to.head(threadId) : own.from;
  const both = isThere ? await heldByBoth(own, to) : own;
  const source = new Pieces(from.readLines(threadId, both.from));
  if (isThere && !(await goesOn(both, source, { ...options, blobs }))) {
    const { missing: missingBlobs } = blobs;
    return { threadId, outcome: "ahead", added: 0, head: before, missingBlobs };
  }
  let head = before;
  const written = createHash("sha256");
  let isNamed = isThere;
  let held: Uint8Array[] = [];
  for (let piece = await source.next(); piece !== null; piece = await source.next()) {
    held.push(piece);
    // One that was detached begins with its ancestors' lines: held back until they name the thread.
    isNamed ||= decodeLines(piece).some(({ event }) => threadBegunBy(event) === threadId);
    if (!isNamed) continue;
    const lines = held.length === 1 ? piece : Buffer.concat(held);
    held = [];
    await blobs.take(decodeLines(lines), "young");
    head = await to.appendLines(threadId, head, lines);
    written.update(lines);
    onBytes(lines.length);
  }
  const added = head - before;
  if (added > 0) {
    await to.sync(threadId);
    await readBack(to, { threadId, from: before, head }, written.digest("hex"));
  }
  const outcome = isThere ? (added > 0 ? "grown" : "unchanged") : "copied";
  return { threadId, outcome, added, head, missingBlobs: blobs.missing };
}

/**
 * The lines that a thread holds itself here and there. One of the two may have been detached: it begins
 * with its ancestors' lines, for which the first that both hold stands, as it names the sum before it.
 */
async function heldByBoth({ threadId, from }: OwnLines, to: EventStore): Promise<OwnLines> {
  const theirs = (await to.lineage(threadId)).at(-1)?.from ?? from;
  return { threadId, from: Math.max(from, theirs) };
}

/**
 * Compares what is there of a thread with its source, which stands after it then.
 * @returns false: there is more than in the source
 */
async function goesOn(
  { threadId, from: start }: OwnLines,
  source: Pieces,
  { to, blobs, onBytes = () => undefined }: CopyOptions & { readonly blobs: BlobCopy },
): Promise<boolean> {
  let offset = start;
  for await (const theirs of to.readLines(threadId, start)) {
    for (let at = 0; at < theirs.length;) {
      const ours = await source.next(theirs.length - at);
      if (ours === null) return false;
      const same = sameBytes(ours, theirs.subarray(at, at + ours.length));
      offset += lineFeedsIn(ours.subarray(0, same));
      if (same < ours.length) throw diverged(threadId, offset);
      at += ours.length;
    }
    await blobs.take(decodeLines(theirs), "lost");
    onBytes(theirs.length);
  }
  return true;
}

/** @throws {RefoldError} `copy-diverged`: what was stored is not what is read back */
async function readBack(
  to: EventStore,
  { threadId, from, head }: OwnLines & { readonly head: number },
  expected: string,
): Promise<void> {
  const found = createHash("sha256");
  let next = from;
  for await (const lines of to.readLines(threadId, from)) {
    // What somebody else has appended since is none of ours.
    const bytes = next + lineFeedsIn(lines) > head ? firstLines(lines, head - next) : lines;
    found.update(bytes);
    next += lineFeedsIn(bytes);
    if (next >= head) break;
  }
  if (found.digest("hex") !== expected) throw diverged(threadId, from);
}

/** Copies the blobs that lines name, each once. */
class BlobCopy {
  readonly missing: string[] = [];
  readonly #options: CopyOptions;
  readonly #done = new Set<string>();

  constructor(options: CopyOptions) {
    this.#options = options;
  }

  /**
   * @param are `young`: they are stored again where they are there already, so that garbage collection
   *   spares them until the lines are stored; `lost`: only those that are not there
   */
  async take(lines: readonly { readonly event: LogEvent }[], are: "young" | "lost"): Promise<void> {
    const { from, to } = this.#options;
    for (const { event } of lines) {
      for (const name of namedHashes(event)) {
        if (this.#done.has(name)) continue;
        this.#done.add(name);
        const hash = BlobHash.parse(name);
        if (are === "lost" && (await to.blobs.has(hash))) continue;
        if (await from.blobs.has(hash)) await to.blobs.put(await from.blobs.get(hash));
        else this.missing.push(hash);
      }
    }
  }
}

/** Bytes as they come, in pieces that are no longer than asked for. */
class Pieces {
  readonly #source: AsyncIterator<Uint8Array>;
  #rest: Uint8Array = Buffer.alloc(0);

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /** @returns null at the end */
  async next(mostBytes = Infinity): Promise<Uint8Array | null> {
    while (this.#rest.length === 0) {
      const next = await this.#source.next();
      if (next.done === true) return null;
      this.#rest = next.value;
    }
    const piece = this.#rest.subarray(0, Math.min(mostBytes, this.#rest.length));
    this.#rest = this.#rest.subarray(piece.length);
    return piece;
  }
}

const lineFeed = 0x0a;

function firstLines(bytes: Uint8Array, count: number): Uint8Array {
  let end = 0;
  for (let line = 0; line < count; line += 1) end = bytes.indexOf(lineFeed, end) + 1;
  return bytes.subarray(0, end);
}

function diverged(threadId: string, offset: number): RefoldError<"copy-diverged"> {
  const message = `thread ${threadId}: the copy has another line at offset ${offset}`;
  const remedy = "copy it to another home, or delete the thread there first";
  return new RefoldError("copy-diverged", { threadId, offset }, { message, remedy });
}
