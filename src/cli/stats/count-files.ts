import { addTally, emptyTally, type Tally } from "../../projections/stats/tally.js";
import type { SessionFile } from "../../runtime/discovery/session-files.js";
import type { CountPool } from "./count-pool.js";
import type { Counted, UnreadSession } from "./counting.js";
import { KeySet } from "./key-set.js";

/** What all files say together. */
export interface FilesTally {
  readonly tally: Tally;
  /** Files that hold sessions, damaged ones too. */
  readonly files: number;
  readonly unread: readonly UnreadSession[];
  readonly damaged: readonly { readonly path: string; readonly places: number }[];
}

const NONE = new Float64Array();
/** So many files are being counted, or wait for one before them, for each that counts. */
const AHEAD = 4;

/**
 * Counts files, as many at a time as the pool takes. A line that stands in several files, because a
 * session goes on from another or was found twice, counts in the first of them in the order given:
 * which one that is does not depend on which was read first.
 *
 * @param onFile told of each file that is done
 */
export async function countFiles(
  files: readonly SessionFile[],
  pool: CountPool,
  onFile: (file: SessionFile) => void,
): Promise<FilesTally> {
  const sum = new FilesSum();
  const underWay: { file: SessionFile; counted: Promise<Counted> }[] = [];
  const settleFirst = async (): Promise<void> => {
    const first = underWay.shift();
    if (first === undefined) return;
    const { file } = first;
    const repeated = sum.add(file, await first.counted);
    if (repeated !== null) {
      sum.take(file, await pool.count({ path: file.path, counted: repeated }));
    }
    onFile(file);
  };
  for (const file of files) {
    const counted = pool.count({ path: file.path, counted: NONE });
    counted.catch(() => undefined); // it is awaited in its turn
    underWay.push({ file, counted });
    if (underWay.length >= pool.size * AHEAD) await settleFirst();
  }
  while (underWay.length > 0) await settleFirst();
  return sum;
}

class FilesSum implements FilesTally {
  readonly tally = emptyTally();
  files = 0;
  readonly unread: UnreadSession[] = [];
  readonly damaged: { path: string; places: number }[] = [];
  readonly #seen = new KeySet();

  /** @returns keys of lines that were counted before, without which it is to be counted again */
  add(file: SessionFile, counted: Counted): Float64Array | null {
    if (counted.ok) {
      const repeated = counted.found.keys.filter((key) => this.#seen.has(key));
      if (repeated.length > 0) return repeated;
    }
    this.take(file, counted);
    return null;
  }

  take({ path }: SessionFile, counted: Counted): void {
    if (!counted.ok) {
      this.unread.push(counted.failure);
      return;
    }
    const { tally, keys, damagedPlaces } = counted.found;
    addTally(this.tally, tally);
    this.files += 1;
    for (const key of keys) this.#seen.add(key);
    if (damagedPlaces > 0) this.damaged.push({ path, places: damagedPlaces });
  }
}
