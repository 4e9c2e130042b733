import type { Tinypool } from "tinypool";
import type { SessionFile } from "../../sessions/session-files.js";
import type { StoredThread } from "../../sessions/stored-threads.js";
import { batchesOf, inOrder, openWorkerThreads } from "../../sessions/worker-threads.js";
import { type CountOptions, type FileTally, KeySet, tallyFile, tallyStored } from "./tally-file.js";
import { addTally, emptyTally, type Tally } from "../../projections/stats/tally.js";
import { RelatedFiles } from "../../sessions/related-file.js";
import { unreadSession, type UnreadSession } from "../../sessions/errors.js";

/** Files that are counted in one go, and what to count of them; plain data. */
interface BatchTask {
  readonly paths: readonly string[];
  /** Keys of lines that are in files before these and count there; none at first. */
  readonly known: Float64Array;
  readonly options: CountOptions;
}

interface CountingOptions {
  readonly options: CountOptions;
  /** Of a batch. A file that is larger is a batch by itself. */
  readonly limits: { readonly files: number; readonly bytes: number };
  /** So many batches are being counted, or wait for one before them. */
  readonly ahead: number;
  readonly onFile: OnFile;
}

/** Counts a batch: what a thread of the pool does. */
export async function countBatch({ paths, known, options }: BatchTask): Promise<BatchTally> {
  const sum = new FilesSum(known);
  for (const path of paths) await sum.count(path, options);
  return sum.toBatch();
}

/**
 * Counts files batch by batch, several at a time. In which file a line counts that is in several
 * does not depend on which was read first: where a batch repeats lines of one before it, it is
 * counted again without them.
 */
export async function countBatches(
  files: readonly SessionFile[],
  count: typeof countBatch,
  { options, limits, ahead, onFile }: CountingOptions,
): Promise<FilesTally> {
  const sum = new FilesSum();
  const countNew = (batch: readonly SessionFile[]): Promise<BatchTally> =>
    count({ paths: pathsOf(batch), known: new Float64Array(), options });
  const batches = batchesOf(files, limits.bytes, limits.files);
  for await (const [batch, counted] of inOrder(batches, ahead, countNew)) {
    const known = sum.repeatedIn(counted);
    const isNew = known.length === 0;
    sum.add(isNew ? counted : await count({ paths: pathsOf(batch), known, options }));
    batch.forEach(onFile);
  }
  return sum;
}

function pathsOf(batch: readonly SessionFile[]): readonly string[] {
  return batch.map(({ path }) => path);
}

/** Told of each file that is done, in their order. */
type OnFile = (file: SessionFile) => void;

/** Counts files, or threads of a database, in this thread: one after the other. */
export async function countHere<Counted extends SessionFile | StoredThread>(
  sessions: readonly Counted[],
  options: CountOptions,
  onCounted: (session: Counted) => void = () => undefined,
): Promise<FilesTally> {
  const sum = new FilesSum();
  for (const session of sessions) {
    await sum.count("store" in session ? session : session.path, options);
    onCounted(session);
  }
  return sum;
}

/** To hand a count to another thread costs as much as to count 80 KB: it is done for this much. */
const BATCH_BYTES = 2 * 1024 * 1024;
const BATCH_FILES = 64;
/** So that all threads have something to do to the end. */
const BATCHES_A_THREAD = 4;
/** So many batches for each thread are under way, or wait for one before them. */
const AHEAD = 8;

/** A pool of worker threads that count. The caller destroys it. */
export function openThreads(size: number): Tinypool {
  return openWorkerThreads(new URL("./count-worker.js", import.meta.url), size);
}

/** Counts files in threads, many at a time, with the same result. */
export function countInThreads(
  pool: Tinypool,
  files: readonly SessionFile[],
  { options, onFile = () => undefined }: { options: CountOptions; onFile?: OnFile },
): Promise<FilesTally> {
  const size = pool.options.maxThreads;
  const count = (task: BatchTask): Promise<BatchTally> => pool.run(task, { name: "countBatch" });
  const share = Math.ceil(files.length / (size * BATCHES_A_THREAD));
  const limits = { files: Math.min(BATCH_FILES, share), bytes: BATCH_BYTES };
  return countBatches(files, count, { options, limits, ahead: size * AHEAD, onFile });
}

/** What files say together. */
export interface FilesTally {
  readonly tally: Tally;
  /** Files that hold sessions, damaged ones too. */
  readonly files: number;
  readonly unread: readonly UnreadSession[];
  readonly damaged: readonly { readonly path: string; readonly places: number }[];
}

/** What the files of a batch say; plain data, so that it passes between threads. */
interface BatchTally extends FilesTally {
  /** Of the lines that count here or were known before, in no order. */
  readonly keys: Float64Array<ArrayBuffer>;
}

/**
 * Adds up files, one by one. A line that is in several of them, because a session goes
 * on from another or was found twice, counts in the first.
 */
export class FilesSum implements FilesTally {
  readonly tally = emptyTally();
  files = 0;
  readonly unread: UnreadSession[] = [];
  readonly damaged: { path: string; places: number }[] = [];
  readonly #seen = new KeySet();
  readonly #related = new RelatedFiles();

  /** @param known keys of lines that count elsewhere */
  constructor(known: Float64Array = new Float64Array()) {
    this.#see(known);
  }

  /** Counts the next file, or thread that has none; one that cannot be read is an answer like any other. */
  async count(session: string | StoredThread, options: CountOptions): Promise<void> {
    const path = typeof session === "string" ? session : session.path;
    const [seen, related] = [this.#seen, this.#related];
    let found: FileTally;
    try {
      found = await (typeof session === "string"
        ? tallyFile({ path, seen, related }, options)
        : tallyStored(session, seen, options));
    } catch (error) {
      this.unread.push(unreadSession(path, error));
      return;
    }
    const { tally, keys, damagedPlaces } = found;
    addTally(this.tally, tally);
    this.files += 1;
    if (damagedPlaces > 0) this.damaged.push({ path, places: damagedPlaces });
    this.#see(keys);
  }

  /** Of these keys, those of lines that were counted before. */
  repeatedIn({ keys }: BatchTally): Float64Array {
    return keys.filter((key) => this.#seen.has(key));
  }

  /** Takes the files that come next as they were counted elsewhere, without what is repeated. */
  add({ tally, files, unread, damaged, keys }: BatchTally): void {
    addTally(this.tally, tally);
    this.files += files;
    for (const one of unread) this.unread.push(one);
    for (const one of damaged) this.damaged.push(one);
    this.#see(keys);
  }

  toBatch(): BatchTally {
    const { tally, files, unread, damaged } = this;
    return { tally, files, unread, damaged, keys: this.#seen.toArray() };
  }

  #see(keys: Iterable<number>): void {
    for (const key of keys) this.#seen.add(key);
  }
}
