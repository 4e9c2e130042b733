import { constants } from "node:fs";
import { access, chmod, chown, open, realpath, rename, rm, stat, utimes } from "node:fs/promises";
import { type OpenedForeign, openForeign } from "../../dialects/dialects.js";
import { type GoneKind, GoneParts } from "../../dialects/shared/slimming.js";
import { isSystemError, storageError } from "../../store/errors.js";
import { fileBytes, type FileBytesOptions } from "../file-bytes.js";
import { partialOf, removeAbandoned } from "../partial-file.js";
import { pathRefused } from "../path-refused.js";
import { recogniseFile } from "../recognise.js";
import type { CodexHomes } from "./codex-homes.js";
import { sessionChanged, sessionOpen, slimNotEqual, slimRefused } from "./errors.js";
import { processesWith } from "./open-in-processes.js";
import { planSlimming, slimDifference, type SlimPlan } from "./slim-plan.js";

export interface SlimOptions extends FileBytesOptions {
  /** How many of the newest turns can be taken back afterwards as before. */
  readonly keepTurns: number;
  /** One for all files of a command. */
  readonly homes: CodexHomes;
  /** Absent: nothing is written. */
  readonly apply?: ApplyOptions;
}

/** What has to be done around the replacing of a file. */
export interface ApplyOptions {
  /** Keeps a file as it is, for good, and makes sure that it is kept. */
  keep(path: string, dialect: string): Promise<void>;
  /** Told when a file was replaced. */
  replaced(path: string, dialect: string): Promise<void>;
  /** What does not hold of a session (`refold check`), by name. */
  check(path: string): Promise<readonly string[]>;
  /** Whether an index that knows the bytes by their place may go; it is kept, too. */
  readonly dropsIndex: boolean;
}

/** What gives way in a session, or gave way. */
export interface SlimReport {
  readonly path: string;
  readonly dialect: string;
  readonly bytesBefore: number;
  readonly bytesAfter: number;
  readonly gone: readonly GoneKind[];
  /** Whether the file was replaced. */
  readonly applied: boolean;
}

/**
 * Looks what can give way in a session of another tool so that the tool sends the same next request when
 * it resumes it, now and after taking back its newest turns; and lets it give way, if that is wished. The
 * shorter file is compared with the original before it takes its place.
 *
 * @see docs/slim.md
 * @throws {RefoldError} `slim-refused`: it is damaged, compressed, or its bytes are known by their place
 * @throws {RefoldError} `session-open`, `session-changed`: it is in use
 * @throws {RefoldError} `slim-not-equal`: the shorter file would give something else
 * @throws {RefoldError} `file-not-found`, `not-a-rollout`, …: as every reading of a file
 */
export async function slimFile(named: string, options: SlimOptions): Promise<SlimReport> {
  const path = await targetOf(named);
  const before = await statusOf(path);
  const opened = await openSlimmable(path, options);
  const isPlaced = await isReadByPlace(opened, options.homes);
  const fixedBytes = isPlaced ? await options.homes.referredBytes(path) : 0;
  const plan = await planSlimming(opened, { keepTurns: options.keepTurns, fixedBytes });
  if (opened.rollout.damage().length > 0) throw slimRefused(path, "damaged");
  const dialect = opened.dialect.name;
  const slimming: Slimming = { path, dialect, isPlaced, plan, before, options };
  const gone = new GoneParts();
  const bytesBefore = Number(before.size);
  const { apply } = options;
  const bytesAfter =
    apply === undefined
      ? await countBytes(plan.parts(gone))
      : await applySlimming(slimming, apply, plan.parts(gone));
  const applied = apply !== undefined && bytesAfter < bytesBefore;
  return { path, dialect, bytesBefore, bytesAfter, gone: gone.kinds, applied };
}

/** The file itself: a link to it stays one. */
async function targetOf(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    throw pathRefused(path, error);
  }
}

interface Slimming {
  readonly path: string;
  readonly dialect: string;
  /** Whether something may know its bytes by their place. */
  readonly isPlaced: boolean;
  readonly plan: SlimPlan;
  readonly before: Status;
  readonly options: SlimOptions;
}

type Status = Awaited<ReturnType<typeof statusOf>>;

async function statusOf(path: string) {
  try {
    return await stat(path, { bigint: true });
  } catch (error) {
    throw pathRefused(path, error);
  }
}

async function openSlimmable(path: string, options: SlimOptions): Promise<OpenedForeign> {
  const bytes = await fileBytes(path, options);
  if ((await recogniseFile(bytes)) !== "foreign") throw slimRefused(path, "own");
  const opened = await openForeign(bytes);
  if (opened.rollout.compression !== null) throw slimRefused(path, "compressed");
  return opened;
}

async function isReadByPlace(
  { dialect, rollout }: OpenedForeign,
  homes: CodexHomes,
): Promise<boolean> {
  return dialect.name === "codex" && (await homes.isPaginated(rollout.own));
}

async function countBytes(parts: AsyncIterable<Uint8Array>): Promise<number> {
  let bytes = 0;
  for await (const part of parts) bytes += part.length;
  return bytes;
}

/** @returns the size of the file then: as before, where nothing gives way */
async function applySlimming(
  slimming: Slimming,
  apply: ApplyOptions,
  parts: AsyncIterable<Uint8Array>,
): Promise<number> {
  const { path, before } = slimming;
  removeAbandoned(path);
  const partial = partialOf(path, process.pid);
  try {
    await access(path, constants.W_OK);
    const bytesAfter = await writeParts(parts, partial);
    if (bytesAfter >= Number(before.size)) return Number(before.size);
    await refuseInUse(path, before);
    const indexFiles = await indexToDrop(slimming, apply);
    await proveEqual(slimming, apply, partial);
    for (const file of [path, ...indexFiles]) await apply.keep(file, slimming.dialect);
    await replaceFile(slimming, partial, indexFiles);
    await apply.replaced(path, slimming.dialect);
    return bytesAfter;
  } catch (error) {
    throw isSystemError(error) ? storageError(path, "writing", error) : error;
  } finally {
    await rm(partial, { force: true });
  }
}

/** Times, mode and owner stay: tools order their sessions by time. */
async function replaceFile(
  { path, before }: Slimming,
  partial: string,
  indexFiles: readonly string[],
): Promise<void> {
  const { uid, gid } = await stat(partial, { bigint: true });
  if (uid !== before.uid || gid !== before.gid) {
    await chown(partial, Number(before.uid), Number(before.gid));
  }
  await chmod(partial, Number(before.mode) & 0o7777);
  await utimes(partial, Number(before.atimeMs) / 1000, Number(before.mtimeMs) / 1000);
  await refuseInUse(path, before);
  for (const file of indexFiles) await rm(file); // before the bytes change that it knows
  await rename(partial, path);
}

async function refuseInUse(path: string, before: Status): Promise<void> {
  const pids = await processesWith(path);
  if (pids.length > 0) throw sessionOpen(path, pids);
  const now = await statusOf(path);
  const isSame =
    now.size === before.size && now.mtimeNs === before.mtimeNs && now.ino === before.ino;
  if (!isSame) throw sessionChanged(path);
}

/** The files of an index that knows the bytes by their place. */
async function indexToDrop(
  { path, isPlaced, options: { homes } }: Slimming,
  { dropsIndex }: ApplyOptions,
): Promise<readonly string[]> {
  const files = isPlaced ? homes.indexFiles(path) : [];
  if (files.length > 0 && !dropsIndex) throw slimRefused(path, "indexed");
  for (const file of files) {
    const pids = await processesWith(file);
    if (pids.length > 0) throw sessionOpen(file, pids);
  }
  return files;
}

async function writeParts(parts: AsyncIterable<Uint8Array>, path: string): Promise<number> {
  const file = await open(path, "wx", 0o600);
  try {
    let bytes = 0;
    for await (const part of parts) {
      await file.writeFile(part);
      bytes += part.length;
    }
    await file.sync();
    return bytes;
  } finally {
    await file.close();
  }
}

/** The shorter file gives the same requests, and nothing that held of the original fails to hold of it. */
async function proveEqual(
  { path, plan: { states }, options: { related } }: Slimming,
  apply: ApplyOptions,
  partial: string,
): Promise<void> {
  const { rollout } = await openForeign(await fileBytes(partial, { related }));
  const difference = await slimDifference(states, rollout);
  if (difference !== null) throw slimNotEqual(path, difference);
  const broken = await apply.check(partial);
  if (broken.length === 0) return;
  const brokenBefore = new Set(await apply.check(path));
  const added = broken.find((name) => !brokenBefore.has(name));
  if (added !== undefined) throw slimNotEqual(path, { offset: null, what: added });
}
