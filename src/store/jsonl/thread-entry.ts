import type { ThreadEntry } from "../event-store.js";
import { forkPoint } from "../fork-point.js";
import { ArchiveDamaged } from "./archive/archive-damaged.js";
import type { FileSystem } from "./file-system.js";
import { findFirstEvent, findLogEnd } from "./find-batch.js";
import type { LogFile } from "./log-file.js";
import { openIfThere } from "./open-log.js";
import type { RolloutFile } from "./rollout-files.js";

/**
 * What a list says of a thread, from the head and the tail of its file; damage there is read around.
 * @returns undefined when the file holds no whole batch (yet), or went meanwhile
 */
export function threadEntry(
  fileSystem: FileSystem,
  { threadId, path }: RolloutFile,
): ThreadEntry | undefined {
  const log = openUnlessDamaged(fileSystem, path);
  if (log === undefined) return undefined;
  try {
    return entryOf(threadId, log);
  } finally {
    log.close();
  }
}

/** An archive without one whole frame has no entry, as a file without a whole batch has none. */
function openUnlessDamaged(fileSystem: FileSystem, path: string): LogFile | undefined {
  try {
    return openIfThere(fileSystem, path);
  } catch (error) {
    if (error instanceof ArchiveDamaged) return undefined; // whoever opens the thread is told
    throw error;
  }
}

function entryOf(threadId: string, log: LogFile): ThreadEntry | undefined {
  const end = findLogEnd(log);
  const first = end && findFirstEvent(log);
  if (end === null || first === null) return undefined;
  const from = forkPoint(first);
  return {
    threadId,
    createdAt: first.at,
    head: end.head,
    sizeBytes: log.sizeBytes,
    updatedAt: end.last.at,
    forkedFrom: from === undefined ? null : { threadId: from.threadId, offset: from.offset },
  };
}
