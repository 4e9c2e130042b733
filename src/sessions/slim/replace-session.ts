import { constants } from "node:fs";
import {
  access,
  appendFile,
  chmod,
  chown,
  type FileHandle,
  open,
  rename,
  rm,
  stat,
  utimes,
} from "node:fs/promises";
import { dirname } from "node:path";
import { isSystemError, storageError } from "../../store/errors.js";
import { nodeFileSystem } from "../../store/jsonl/file-system.js";
import { partialOf, writePartial } from "../partial-file.js";
import { pathRefused } from "../path-refused.js";
import { sessionChanged, sessionOpen, slimRefused } from "./errors.js";
import { processesWith } from "./open-in-processes.js";

/** A session whose place a shorter file is to take. */
export interface SessionToReplace {
  readonly path: string;
  readonly dialect: string;
  /** As it was when its reading began. */
  readonly before: Status;
  /** The files of an index that knows its bytes by their place. */
  readonly indexFiles: readonly string[];
}

/** What has to be done around the replacing of a file. */
export interface ReplaceOptions {
  /** Keeps a file as it is, for good, and makes sure that it is kept. */
  keep(path: string, dialect: string): Promise<void>;
  /** Told when a file was replaced. */
  replaced(path: string, dialect: string): Promise<void>;
  /** Told what has to be removed if a signal ends the process. @returns takes it back */
  guard(partial: string): () => void;
}

type Status = Awaited<ReturnType<typeof statusOf>>;

export async function statusOf(path: string) {
  try {
    return await stat(path, { bigint: true });
  } catch (error) {
    throw pathRefused(path, error);
  }
}

/**
 * @param dropsIndex whether the index may go; it is kept, too
 * @throws {RefoldError} `session-open`, `slim-refused`, `session-changed`, `write-failed`: it cannot be replaced now
 */
export async function refuseToReplace(
  session: SessionToReplace,
  dropsIndex: boolean,
): Promise<void> {
  const { path, indexFiles } = session;
  if (indexFiles.length > 0 && !dropsIndex) throw slimRefused(path, "indexed");
  try {
    for (const place of [path, dirname(path)]) await access(place, constants.W_OK);
  } catch (error) {
    throw storageError(path, "replacing it", error);
  }
  await refuseInUse(session);
}

/**
 * Puts a shorter file in the place of a session, which is kept before. Nothing is written unless it is shorter.
 * @param prove throws where the shorter file, of the name that it is given, would not do
 * @returns the size of the file then: as before, where nothing gives way
 */
export async function replaceSession(
  session: SessionToReplace,
  options: ReplaceOptions & {
    readonly parts: AsyncIterable<Uint8Array>;
    prove(partial: string): Promise<void>;
  },
): Promise<number> {
  const { path, dialect, before, indexFiles } = session;
  const partial = partialOf(path, process.pid);
  const release = options.guard(partial);
  try {
    const bytesAfter = await writePartial(path, options.parts);
    if (bytesAfter >= Number(before.size)) return Number(before.size);
    await refuseInUse(session);
    await options.prove(partial);
    for (const file of [path, ...indexFiles]) await options.keep(file, dialect);
    await takePlace(session, partial);
    await options.replaced(path, dialect);
    return bytesAfter;
  } catch (error) {
    throw isSystemError(error) ? storageError(path, "replacing it", error) : error;
  } finally {
    await rm(partial, { force: true });
    release();
  }
}

async function takePlace(session: SessionToReplace, partial: string): Promise<void> {
  const { path, before, indexFiles } = session;
  await makeAlike(partial, before);
  const original = await open(path, "r");
  try {
    await refuseInUse(session);
    for (const file of indexFiles) await rm(file); // before the bytes change that it knows
    for (const folder of new Set(indexFiles.map(dirname))) nodeFileSystem.syncFolder(folder);
    await rename(partial, path);
    nodeFileSystem.syncFolder(dirname(path));
    await takeOver(original, session);
  } finally {
    await original.close();
  }
}

/** Times, mode and owner stay: tools order their sessions by time. */
async function makeAlike(partial: string, before: Status): Promise<void> {
  const { uid, gid } = await stat(partial, { bigint: true });
  if (uid !== before.uid || gid !== before.gid) {
    await chown(partial, Number(before.uid), Number(before.gid));
  }
  await chmod(partial, Number(before.mode) & 0o7777);
  await utimes(partial, Number(before.atimeNs) / 1e9, Number(before.mtimeNs) / 1e9);
}

/**
 * A tool that opens its session only to write may have written to the original just before it lost its name.
 * Tools only ever add lines, so these go on after the shorter file.
 */
async function takeOver(original: FileHandle, { path, before }: SessionToReplace): Promise<void> {
  const added = Number((await original.stat({ bigint: true })).size - before.size);
  if (added <= 0) return;
  const { buffer } = await original.read(Buffer.alloc(added), 0, added, Number(before.size));
  await appendFile(path, buffer);
}

async function refuseInUse({ path, before, indexFiles }: SessionToReplace): Promise<void> {
  for (const file of [path, ...indexFiles]) {
    const pids = await processesWith(file);
    if (pids.length > 0) throw sessionOpen(file, pids);
  }
  const now = await statusOf(path);
  const isSame =
    now.size === before.size && now.mtimeNs === before.mtimeNs && now.ino === before.ino;
  if (!isSame) throw sessionChanged(path);
}
