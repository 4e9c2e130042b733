import { dirname } from "node:path";
import { setImmediate } from "node:timers/promises";
import { promisify } from "node:util";
import { deflateRaw } from "node:zlib";
import { storageError, fenced, archiveDamaged } from "../errors.js";
import { encodeFrame, encodeTable, frameBytesFor } from "./archive-frames.js";
import { openArchive } from "./archived-log.js";
import { type FileSystem, writeAll } from "./file-system.js";
import { archivePath } from "./home.js";
import { type Lease, refuseUnheld } from "./lease.js";
import { readBytes } from "./lines.js";
import type { LogFile } from "./log-file.js";
import { openLog } from "./open-log.js";
import { removeIfThere, replaceFile, type ReplaceOptions, temporaryOf } from "./replace-file.js";

/** What a change between the two forms of a rollout came to. */
export interface FormChange {
  /** Bytes of the log. */
  readonly logBytes: number;
  /** Bytes of its archive. */
  readonly archiveBytes: number;
  /** False: it had this form already. */
  readonly isChanged: boolean;
}

interface ChangeFormOptions {
  readonly fileSystem: FileSystem;
  /** The plain file's path. */
  readonly rollout: string;
  /** The thread's. */
  readonly lease: Pick<Lease, "isHeld">;
  /** Told how much of the log is done, in bytes. */
  readonly onProgress?: ((doneBytes: number) => void) | undefined;
}

const copyBytes = 1024 * 1024;

/**
 * Puts an archive in place of a rollout's plain file. The archive is written under another name,
 * compared with the file byte for byte, made durable and renamed; only then the file goes. A crash
 * leaves the plain file, alone or with an archive that counts for nothing next to it.
 *
 * @throws {RefoldError} `fenced`: somebody took the lease over, or wrote; the plain file is as
 *   it was
 */
export async function archiveRollout(options: ChangeFormOptions): Promise<FormChange> {
  const { fileSystem, rollout, onProgress } = options;
  if (!isPlain(options)) return { ...sizesOf(options), isChanged: false };
  using log = openLog(fileSystem, rollout);
  await replaceBy(options, {
    from: rollout,
    to: archivePath(rollout),
    write: (target) => writeArchive(log, { fileSystem, target, onProgress }),
    check: async (temporary) => {
      await checkSame(fileSystem, log, temporary);
      const size = fileSystem.status(rollout)?.sizeBytes;
      if (size !== log.sizeBytes) throw fenced(rollout, "somebody else changed the file");
    },
  });
  return { ...sizesOf(options), isChanged: true };
}

/**
 * Puts the plain file, the same bytes as before, in place of a rollout's archive; in the same order.
 * What a crash left beside a plain file is removed.
 *
 * @throws {RefoldError} `archive-damaged`: a frame is damaged or cut off; the archive is as it
 *   was
 */
export async function unarchiveRollout(options: ChangeFormOptions): Promise<FormChange> {
  const { fileSystem, rollout, onProgress } = options;
  const sizes = sizesOf(options);
  if (isPlain(options)) {
    const archive = archivePath(rollout);
    for (const path of [archive, temporaryOf(archive), temporaryOf(rollout)]) {
      removeIfThere(fileSystem, path);
    }
    return { ...sizes, isChanged: false };
  }
  using log = openArchive(fileSystem, archivePath(rollout));
  await replaceBy(options, {
    from: archivePath(rollout),
    to: rollout,
    write: (target) =>
      copyLog(log, (bytes, doneBytes) => {
        writeAll(fileSystem, target, bytes);
        onProgress?.(doneBytes);
      }),
  });
  return { ...sizes, logBytes: log.sizeBytes, isChanged: true };
}

function isPlain({ fileSystem, rollout }: ChangeFormOptions): boolean {
  return fileSystem.status(rollout) !== undefined;
}

function sizesOf({ fileSystem, rollout }: ChangeFormOptions) {
  using log = openLog(fileSystem, rollout);
  const archiveBytes = fileSystem.status(archivePath(rollout))?.sizeBytes ?? 0;
  return { logBytes: log.sizeBytes, archiveBytes };
}

interface FormReplacement extends Pick<ReplaceOptions, "write" | "check"> {
  readonly from: string;
  readonly to: string;
}

async function replaceBy(
  { fileSystem, rollout, lease }: ChangeFormOptions,
  { from, to, write, check }: FormReplacement,
): Promise<void> {
  const doing = "changing the rollout's form";
  await replaceFile(to, {
    ...{ fileSystem, sync: true, isAlone: true, doing, write },
    check: async (temporary) => {
      await check?.(temporary);
      fileSystem.touch(temporary, fileSystem.status(from)?.modifiedMs);
      refuseUnheld(lease, rollout);
    },
  });
  refuseUnheld(lease, rollout);
  try {
    fileSystem.remove(from);
    fileSystem.syncFolder(dirname(to));
  } catch (error) {
    throw storageError(to, doing, error);
  }
}

async function checkSame(fileSystem: FileSystem, log: LogFile, path: string): Promise<void> {
  using archived = openArchive(fileSystem, path);
  await copyLog(archived, (bytes, doneBytes) => {
    const from = doneBytes - bytes.length;
    if (readBytes(log, from, doneBytes).equals(bytes)) return;
    throw archiveDamaged({ file: path, byte: 0, logByte: from, why: "it reads otherwise" });
  });
}

/** Hands on the bytes of an archive's log. @throws {RefoldError} `archive-damaged`: some of them are lost */
async function copyLog(
  log: LogFile,
  take: (bytes: Buffer, doneBytes: number) => void,
): Promise<void> {
  for (let position = 0; position < log.sizeBytes;) {
    const end = Math.min(position + copyBytes, log.sizeBytes);
    const bytes = readBytes(log, position, end);
    const lost = log.findLost(position, end);
    if (lost !== null) throw lost;
    take(bytes, end);
    position = end;
    await setImmediate(); // the lease's heartbeat, and others, have their turn
  }
}

const deflate = promisify(deflateRaw);
const lineFeed = 0x0a;
/** So many frames are compressed at a time, on Node's own threads. */
const atATime = 4;

interface WriteArchiveOptions {
  readonly fileSystem: FileSystem;
  /** An empty file that is open for writing. */
  readonly target: number;
  /** Told how much of the log is done, in bytes. */
  readonly onProgress?: ((doneBytes: number) => void) | undefined;
  /** How many bytes of the log go into a frame, at most. Default by the log's length. */
  readonly frameBytes?: number;
}

/**
 * Writes a log as an archive, frame by frame. A frame ends with a line where one ends in it, so that
 * what a damaged frame takes with it is whole lines.
 */
export async function writeArchive(
  log: LogFile,
  { fileSystem, target, onProgress, frameBytes }: WriteArchiveOptions,
): Promise<void> {
  const atMost = frameBytes ?? frameBytesFor(log.sizeBytes);
  const frames: { storedBytes: number; logBytes: number }[] = [];
  for (let position = 0; position < log.sizeBytes;) {
    const parts: Promise<Buffer>[] = [];
    while (parts.length < atATime && position < log.sizeBytes) {
      const bytes = nextFrame(log, position, atMost);
      const place = { logStart: position, totalLogBytes: log.sizeBytes };
      parts.push(deflate(bytes).then((deflated) => encodeFrame(bytes, deflated, place)));
      frames.push({ storedBytes: 0, logBytes: bytes.length });
      position += bytes.length;
    }
    const members = await Promise.all(parts);
    for (const [index, member] of members.entries()) {
      writeAll(fileSystem, target, member);
      const frame = frames[frames.length - members.length + index];
      if (frame !== undefined) frame.storedBytes = member.length;
    }
    onProgress?.(position);
  }
  writeAll(fileSystem, target, encodeTable(frames));
}

function nextFrame(log: LogFile, position: number, atMost: number): Buffer {
  const end = Math.min(position + atMost, log.sizeBytes);
  const bytes = readBytes(log, position, end);
  if (end === log.sizeBytes) return bytes;
  const lines = bytes.subarray(0, bytes.lastIndexOf(lineFeed) + 1);
  return lines.length === 0 ? bytes : lines;
}
