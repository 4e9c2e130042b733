import { availableParallelism } from "node:os";
import { Tinypool } from "tinypool";
import { isSystemError } from "../store/errors.js";
import { temporaryHome } from "../store/jsonl/home.js";

/**
 * How many threads are worth their start.
 * @param useful so many could be kept busy
 */
export function usefulThreads(useful: number): number {
  return Math.max(1, Math.min(availableParallelism(), Math.floor(useful)));
}

/**
 * A pool of worker threads. The caller destroys it.
 * @param script what each of them runs: it exports the functions that `run` names
 */
export function openWorkerThreads(script: URL, size: number): Tinypool {
  return new WorkerThreads(script, size);
}

/** What the threads make for a while is in a folder of the process: a signal ends them without a word. */
class WorkerThreads extends Tinypool {
  readonly #remove: () => void;

  constructor(script: URL, size: number) {
    const { home, remove } = folderOfThreads();
    const env = home === null ? {} : { TMPDIR: home, TEMP: home, TMP: home };
    const options = { filename: script.href, minThreads: size, maxThreads: size };
    super({ ...options, env: { ...process.env, ...env } });
    this.#remove = remove;
  }

  override async destroy(): Promise<void> {
    await super.destroy();
    this.#remove();
  }
}

function folderOfThreads(): { readonly home: string | null; readonly remove: () => void } {
  try {
    return temporaryHome();
  } catch (error) {
    if (!isSystemError(error)) throw error;
    return { home: null, remove: () => undefined }; // a thread that needs one tells
  }
}

/** Files for one task each: up to so many bytes of them; one that is larger is by itself. */
export function* batchesOf<File extends { readonly sizeBytes: number }>(
  files: readonly File[],
  mostBytes: number,
  mostFiles = Infinity,
): Generator<readonly File[]> {
  let batch: File[] = [];
  let bytes = 0;
  for (const file of files) {
    const isFull = batch.length >= mostFiles || bytes + file.sizeBytes > mostBytes;
    if (isFull && batch.length > 0) {
      yield batch;
      [batch, bytes] = [[], 0];
    }
    batch.push(file);
    bytes += file.sizeBytes;
  }
  if (batch.length > 0) yield batch;
}

/**
 * Runs tasks, several at a time; the results come in the order of the tasks.
 * @param ahead so many tasks are under way, or wait for one before them
 */
export async function* inOrder<Task, Result>(
  tasks: Iterable<Task>,
  ahead: number,
  run: (task: Task) => Promise<Result>,
): AsyncGenerator<readonly [Task, Result], void, undefined> {
  const underWay: { readonly task: Task; readonly result: Promise<Result> }[] = [];
  for (const task of tasks) {
    const result = run(task);
    result.catch(() => undefined); // it is awaited in its turn
    underWay.push({ task, result });
    const first = underWay.length >= ahead ? underWay.shift() : undefined;
    if (first !== undefined) yield [first.task, await first.result];
  }
  for (const { task, result } of underWay) yield [task, await result];
}
