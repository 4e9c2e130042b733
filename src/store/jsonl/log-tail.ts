import { batchesBackward } from "./batches-backward.js";
import type { LogFile } from "./log-file.js";

/** Where the whole batches of a rollout end. */
export interface LogTail {
  /** The offset that the next event gets; null: the file holds no whole batch. */
  readonly head: number | null;
  /** Bytes of whole batches; what follows is torn. */
  readonly endByte: number;
}

/**
 * Finds the end of the last whole batch, from the end of the file: costs what the tail costs. What
 * follows that batch is a torn tail.
 *
 * @throws {DamagedLog} before the last batch stands damage: bytes that a cut would not set aside
 */
export function findLogTail(log: LogFile): LogTail {
  for (const { events, endByte } of batchesBackward(log)) {
    return { head: (events[0]?.offset ?? -1) + 1, endByte };
  }
  return { head: null, endByte: 0 };
}
