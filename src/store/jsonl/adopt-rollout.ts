import { dirname } from "node:path";
import { unarchiveRollout } from "./archive/change-form.js";
import { makeFolder } from "./durable-folder.js";
import { findFirstEvent, findLogEnd } from "./find-batch.js";
import { takeLease } from "./lease.js";
import { logChunks } from "./log-chunks.js";
import type { LogFile } from "./log-file.js";
import { openIfThere } from "./open-log.js";
import { findRollout } from "./find-rollout.js";
import { leaseFolder, rolloutPath, type Place } from "./rollout-path.js";
import { refuseUnheld } from "./refuse-unheld.js";
import { replaceFileAlone } from "./replace-file.js";
import { openRollout } from "./rollout-writer.js";
import { withTypedWriting } from "./typed-failures.js";
import { writeAll } from "./write-all.js";

/** How a log from elsewhere compares with the thread that is stored. */
export interface RolloutComparison {
  /**
   * `none`: there is no such thread. `within`: all of the log is stored already. `grown`: the log goes
   * on where the thread ends. `differs`: neither is the beginning of the other.
   */
  readonly kind: "none" | "within" | "grown" | "differs";
  /** The thread's head; 0: there is none. */
  readonly head: number;
  /** The first byte that is not the same. */
  readonly byte: number;
}

const COMPARED_BYTES = 256 * 1024;

/** Compares the whole batches of a log with those of a thread's own rollout, byte for byte. */
export function compareRollout(place: Place, threadId: string, log: LogFile): RolloutComparison {
  const path = findRollout(place, threadId);
  const stored = path === undefined ? undefined : openIfThere(place.fileSystem, path);
  if (stored === undefined) return { kind: "none", head: 0, byte: 0 };
  try {
    const end = findLogEnd(stored);
    const [ours, theirs] = [end?.byte ?? 0, findLogEnd(log)?.byte ?? 0];
    const byte = sameBytes(stored, log, Math.min(ours, theirs));
    const head = end?.head ?? 0;
    if (byte < Math.min(ours, theirs)) return { kind: "differs", head, byte };
    return { kind: theirs > ours ? "grown" : "within", head, byte };
  } finally {
    stored.close();
  }
}

/**
 * Takes a log that was written elsewhere into a home as it is, byte for byte: the whole file, in one
 * rename, durable. Where the thread is stored, the log must go on where it ends (`compareRollout`).
 *
 * @param log sound, whole batches to its end
 * @throws {LeaseHeld} somebody writes to the thread
 * @throws {Fenced} somebody took the thread's lease over meanwhile; nothing changed
 * @throws {DiskFull | WriteFailed} nothing changed
 */
export function adoptRollout(place: Place, threadId: string, log: LogFile): Promise<void> {
  return withTypedWriting(() => adopt(place, threadId, log), place.home)();
}

async function adopt(place: Place, threadId: string, log: LogFile): Promise<void> {
  const { fileSystem, home } = place;
  const startedAt = findFirstEvent(log)?.at ?? "";
  const found = findRollout(place, threadId);
  const path = found ?? rolloutPath(home, threadId, startedAt);
  makeFolder(fileSystem, dirname(path), true);
  const folder = leaseFolder(path);
  const lease = await takeLease({ fileSystem, folder, what: `thread ${threadId}` });
  try {
    if (found !== undefined) {
      await unarchiveRollout({ fileSystem, rollout: path, lease });
      setTornAside(place, { threadId, path });
    }
    replaceFileAlone(path, {
      ...{ fileSystem, sync: true, doing: "taking in the rollout" },
      write: (file) => {
        for (const chunk of logChunks(log, log.sizeBytes)) writeAll(fileSystem, file, chunk);
      },
      check: () => refuseUnheld(lease, path),
    });
  } finally {
    lease.release();
  }
}

/** A writer that opens the rollout copies its torn tail, if it has one. */
function setTornAside(place: Place, rollout: { threadId: string; path: string }): void {
  const lease = { isHeld: () => true, release: () => undefined };
  openRollout({ ...place, ...rollout, durability: "none", onTorn: () => undefined }, lease).close();
}

/** How many bytes are the same from the start, of the first `count`. */
function sameBytes(one: LogFile, other: LogFile, count: number): number {
  const [a, b] = [Buffer.alloc(COMPARED_BYTES), Buffer.alloc(COMPARED_BYTES)];
  for (let position = 0; position < count;) {
    const size = Math.min(
      one.read(a.subarray(0, Math.min(COMPARED_BYTES, count - position)), position),
      other.read(b.subarray(0, Math.min(COMPARED_BYTES, count - position)), position),
    );
    if (size === 0) return position;
    if (a.compare(b, 0, size, 0, size) !== 0) {
      for (let at = 0; ; at++) if (a[at] !== b[at]) return position + at;
    }
    position += size;
  }
  return count;
}
