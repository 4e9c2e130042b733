import type { SessionFile } from "../../runtime/discovery/session-files.js";
import { FilesSum, type BatchTally, type FilesTally } from "./files-sum.js";
import type { CountOptions } from "./tally-file.js";

/** Files that are counted in one go, and what to count of them; plain data. */
export interface BatchTask {
  readonly paths: readonly string[];
  /** Keys of lines that stand in files before these and count there; none at first. */
  readonly known: Float64Array;
  readonly options: CountOptions;
}

export interface BatchLimits {
  readonly files: number;
  /** A file that is larger is a batch by itself. */
  readonly bytes: number;
}

export interface CountingOptions {
  readonly options: CountOptions;
  readonly limits: BatchLimits;
  /** So many batches are being counted, or wait for one before them. */
  readonly ahead: number;
  /** Told of each file that is done, in their order. */
  readonly onFile: (file: SessionFile) => void;
}

/** Counts a batch, wherever that is. */
export type CountBatch = (task: BatchTask) => Promise<BatchTally>;

/** Counts a batch here. */
export async function countBatch({ paths, known, options }: BatchTask): Promise<BatchTally> {
  const sum = new FilesSum(known);
  for (const path of paths) await sum.count(path, options);
  return sum.toBatch();
}

const NONE = new Float64Array();

/**
 * Counts files batch by batch, several at a time. In which file a line counts that stands in several
 * does not depend on which was read first: where a batch repeats lines of one before it, it is
 * counted again without them.
 */
export async function countBatches(
  files: readonly SessionFile[],
  count: CountBatch,
  { options, limits, ahead, onFile }: CountingOptions,
): Promise<FilesTally> {
  const sum = new FilesSum();
  const underWay: { batch: readonly SessionFile[]; counted: Promise<BatchTally> }[] = [];
  const settleFirst = async (): Promise<void> => {
    const first = underWay.shift();
    if (first === undefined) return;
    const counted = await first.counted;
    const known = sum.repeatedIn(counted);
    const isNew = known.length === 0;
    sum.add(isNew ? counted : await count({ paths: pathsOf(first.batch), known, options }));
    first.batch.forEach(onFile);
  };
  for (const batch of batchesOf(files, limits)) {
    const counted = count({ paths: pathsOf(batch), known: NONE, options });
    counted.catch(() => undefined); // it is awaited in its turn
    underWay.push({ batch, counted });
    if (underWay.length >= ahead) await settleFirst();
  }
  while (underWay.length > 0) await settleFirst();
  return sum;
}

function* batchesOf(
  files: readonly SessionFile[],
  limits: BatchLimits,
): Generator<readonly SessionFile[]> {
  let batch: SessionFile[] = [];
  let bytes = 0;
  for (const file of files) {
    const isFull = batch.length >= limits.files || bytes + file.sizeBytes > limits.bytes;
    if (isFull && batch.length > 0) {
      yield batch;
      [batch, bytes] = [[], 0];
    }
    batch.push(file);
    bytes += file.sizeBytes;
  }
  if (batch.length > 0) yield batch;
}

function pathsOf(batch: readonly SessionFile[]): readonly string[] {
  return batch.map(({ path }) => path);
}
