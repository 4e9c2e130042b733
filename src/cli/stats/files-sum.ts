import { addTally, emptyTally, type Tally } from "../../projections/stats/tally.js";
import { RelatedFiles } from "../../sessions/related-file.js";
import type { StoredThread } from "../../sessions/stored-threads.js";
import { unreadSession, type UnreadSession } from "../../sessions/unread.js";
import { type CountOptions, type FileTally, KeySet, tallyFile, tallyStored } from "./tally-file.js";

/** What files say together. */
export interface FilesTally {
  readonly tally: Tally;
  /** Files that hold sessions, damaged ones too. */
  readonly files: number;
  readonly unread: readonly UnreadSession[];
  readonly damaged: readonly { readonly path: string; readonly places: number }[];
}

/** What the files of a batch say; plain data, so that it passes between threads. */
export interface BatchTally extends FilesTally {
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

  /** Counts the next file; one that cannot be read is an answer like any other. */
  count(path: string, options: CountOptions): Promise<void> {
    return this.#count(path, () =>
      tallyFile({ path, seen: this.#seen, related: this.#related }, options),
    );
  }

  /** The same of a thread that has no file. */
  countStored(thread: StoredThread, options: CountOptions): Promise<void> {
    return this.#count(thread.path, () => tallyStored(thread, this.#seen, options));
  }

  async #count(path: string, tallied: () => Promise<FileTally>): Promise<void> {
    let found: FileTally;
    try {
      found = await tallied();
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
