import type { ThreadEntry } from "../event-store.js";
import { forkPoint } from "../fork-point.js";
import { systemErrorCode, type FileSystem } from "./file-system.js";
import { linesBackward } from "./lines-backward.js";
import { linesForward } from "./lines-forward.js";
import { decodeRawLine, withOpenLog, type LogFile, type RawLine } from "./raw-line.js";
import type { RolloutFile } from "./rollout-path.js";

/**
 * What a list says of a thread, from the head and the tail of its file; damage there is read around.
 * @returns undefined when the file holds no whole batch (yet), or went meanwhile
 */
export function threadEntry(
  fileSystem: FileSystem,
  { threadId, path }: RolloutFile,
): ThreadEntry | undefined {
  try {
    return withOpenLog(fileSystem, path, (log) => entryOf(threadId, log));
  } catch (error) {
    if (systemErrorCode(error) === "ENOENT") return undefined;
    throw error;
  }
}

function entryOf(threadId: string, log: LogFile): ThreadEntry | undefined {
  const last = firstWhole(linesBackward(log), (left) => left === undefined);
  const first = last && firstWhole(linesForward(log), () => true);
  if (last === undefined || first === undefined) return undefined;
  const from = forkPoint(first);
  return {
    threadId,
    createdAt: first.at,
    head: last.offset + 1,
    sizeBytes: log.sizeBytes,
    updatedAt: last.at,
    forkedFrom: from === undefined ? null : { threadId: from.threadId, offset: from.offset },
  };
}

function firstWhole(lines: Iterable<RawLine>, isWanted: (left: number | undefined) => boolean) {
  for (const line of lines) {
    const { event } = decodeRawLine(line);
    if (event !== undefined && isWanted(event.left)) return event;
  }
  return undefined;
}
