import { damagedLog } from "../errors.js";
import { dirname } from "node:path";
import type { OwnRange } from "../event-store.js";
import { unarchiveRollout } from "./change-form.js";
import { type FileSystem, makeFolder, writeAll } from "./file-system.js";
import { findFirstEvent, findLogEnd } from "./find-batch.js";
import { findRollout, type Place, rolloutPath } from "./home.js";
import { type Lease, refuseUnheld, threadLease, withLease } from "./lease.js";
import { damageAt, decodeRawLine, endOf, linesForward, readBytes, sameBytes } from "./lines.js";
import { logChunks, type LogFile } from "./log-file.js";
import { openIfThere, openLog } from "./open-log.js";
import { replaceFile } from "./replace-file.js";
import { cutTornTail } from "./rollout-writer.js";
import { withTypedWriting } from "./typed-failures.js";

interface PrefixPart extends OwnRange {
  readonly path: string;
}

/**
 * Puts lines of other rollouts, byte for byte, before a rollout's own. The new file appears whole, in
 * place of the old one. Its torn tail has been cut.
 *
 * @throws {RefoldError} `damaged-log`: a part cannot be read; nothing was changed
 * @throws {RefoldError} `fenced`: somebody took the rollout's lease over meanwhile; nothing was
 *   changed
 */
export function adoptPrefix(
  { fileSystem, lease }: { readonly fileSystem: FileSystem; readonly lease: Lease },
  rollout: string,
  parts: readonly PrefixPart[],
): Promise<void> {
  const whole = { path: rollout, from: 0, to: Infinity };
  return replaceFile(rollout, {
    ...{ fileSystem, sync: true, isAlone: true, doing: "copying the prefix" },
    write: (target) => {
      for (const part of [...parts, whole]) copyLines(fileSystem, part, target);
    },
    check: () => refuseUnheld(lease, rollout),
  });
}

function copyLines(
  fileSystem: FileSystem,
  { path, from, to }: Pick<PrefixPart, "path" | "from" | "to">,
  target: number,
): void {
  using log = openLog(fileSystem, path);
  let startByte: number | undefined;
  let endByte = 0;
  for (const line of linesForward(log)) {
    const { event, damage } = decodeRawLine(line);
    if (event === undefined) {
      throw damagedLog(damageAt(log, line, { reason: damage, offset: null }));
    }
    if (event.offset < from) continue;
    startByte ??= line.start;
    endByte = endOf(line);
    if (event.offset >= to) break; // what follows is not looked at
  }
  for (const chunk of logChunks(log, endByte, startByte)) writeAll(fileSystem, target, chunk);
}

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
  using stored = path === undefined ? undefined : openIfThere(place.fileSystem, path);
  if (stored === undefined) return { kind: "none", head: 0, byte: 0 };
  const end = findLogEnd(stored);
  const [ours, theirs] = [end?.byte ?? 0, findLogEnd(log)?.byte ?? 0];
  const byte = sameLogBytes(stored, log, Math.min(ours, theirs));
  const head = end?.head ?? 0;
  if (byte < Math.min(ours, theirs)) return { kind: "differs", head, byte };
  return { kind: theirs > ours ? "grown" : "within", head, byte };
}

/**
 * Takes a log that was written elsewhere into a home as it is, byte for byte: the whole file, in one
 * rename, durable. Where the thread is stored, the log must go on where it ends (`compareRollout`).
 *
 * @param log sound, whole batches to its end
 * @throws {RefoldError} `lease-held`: somebody writes to the thread
 * @throws {RefoldError} `fenced`: somebody took the thread's lease over meanwhile; nothing changed
 * @throws {RefoldError} `disk-full`, `write-failed`: nothing changed
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
  await withLease({ fileSystem, ...threadLease(threadId, path) }, async (lease) => {
    if (found !== undefined) {
      await unarchiveRollout({ fileSystem, rollout: path, lease });
      const quiet = { durability: "none", onTorn: () => undefined } as const;
      cutTornTail({ ...place, ...quiet, threadId, path }, lease);
    }
    await replaceFile(path, {
      ...{ fileSystem, sync: true, isAlone: true, doing: "taking in the rollout" },
      write: (file) => {
        for (const chunk of logChunks(log, log.sizeBytes)) writeAll(fileSystem, file, chunk);
      },
      check: () => refuseUnheld(lease, path),
    });
  });
}

function sameLogBytes(one: LogFile, other: LogFile, count: number): number {
  for (let position = 0; position < count; position += COMPARED_BYTES) {
    const end = Math.min(count, position + COMPARED_BYTES);
    const same = sameBytes(readBytes(one, position, end), readBytes(other, position, end));
    if (position + same < end) return position + same;
  }
  return count;
}
