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
import { processesWith } from "./open-in-processes.js";
import { RefoldError } from "../../errors.js";
import type { SlimDifference } from "./slim-plan.js";

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

const REASONS = {
  own: "it is Refold's own, which repeats nothing",
  compressed: "it is compressed",
  damaged: "it is damaged",
  indexed: "its home has an index of byte positions in it (thread_history_*.sqlite)",
} as const;

export type RefusalReason = keyof typeof REASONS;

const REMEDIES: Readonly<Record<RefusalReason, string>> = {
  own: "Slim the sessions of other tools.",
  compressed: "Unpack it first, if its tool reads the plain file.",
  damaged: "Write a clean copy with refold repair, and look at what that leaves out.",
  indexed:
    "End Codex, then say --drop-index: the index goes to the vault, and Codex builds it again.",
};

/** A session stays as it is, because it cannot become shorter without harm. */
export function slimRefused(path: string, reason: RefusalReason): RefoldError<"slim-refused"> {
  const text = { message: `${path} stays as it is: ${REASONS[reason]}`, remedy: REMEDIES[reason] };
  return new RefoldError("slim-refused", { path, reason }, text);
}

/** The shorter file would not give the same: nothing was changed. */
export function slimNotEqual(
  path: string,
  { offset, what }: SlimDifference,
): RefoldError<"slim-not-equal"> {
  const message = `${path} stays as it is, because the shorter file would differ: ${what}`;
  const remedy = "Report it: refold reads the session or its tool wrongly.";
  return new RefoldError("slim-not-equal", { path, offset }, { message, remedy });
}

/** Some process has the session open and may go on writing. */
function sessionOpen(path: string, pids: readonly number[]): RefoldError<"session-open"> {
  const message = `${path} is open in process ${pids.join(", ")}`;
  return new RefoldError(
    "session-open",
    { path, pids },
    { message, remedy: "End the tool first." },
  );
}

/** The file is not what it was when its reading began. */
function sessionChanged(path: string): RefoldError<"session-changed"> {
  const message = `${path} changed while it was read: it stays as it is`;
  return new RefoldError(
    "session-changed",
    { path },
    { message, remedy: "End the tool, then try again." },
  );
}
