import type { Holder, RefoldError } from "../../errors.js";
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fenced, ifThere, isNoRoom, leaseHeld, storageError, systemErrorCode } from "../errors.js";
import { type FileSystem, withFile, writeAll } from "./file-system.js";
import { leaseFolder, type Place } from "./home.js";
import { decodeHolder, ownIdentity, processLiveness } from "./process-identity.js";

/** The right to write to one thread, or to collect garbage. */
export interface Lease {
  /** False once somebody took it over. One look at the file system. */
  isHeld(): boolean;
  /**
   * The same for who writes again and again: a look of the last milliseconds still counts. Whoever takes
   * the lease over waits until such a look is over, and reads and writes nothing before.
   * @returns until when that look counts, by `performance.now()`; null: somebody took it over
   */
  heldUntilMs(): number | null;
  release(): void;
}

export interface LeaseOptions {
  readonly fileSystem: FileSystem;
  /** The folder that the lease's files stand in, one for each process that wants it. */
  readonly folder: string;
  /** Named in messages. */
  readonly what: string;
  /** How long a heartbeat must stand still before its holder counts as dead. Default 30,000. */
  readonly staleAfterMs?: number | undefined;
  /** Takes the lease from whoever holds it. What they have in flight is fenced. Default false. */
  readonly steal?: boolean | undefined;
}

const STALE_AFTER_MS = 30_000;
const HEARTBEAT_MS = 5_000;
/** How long a holder goes by one look at its lease. */
const LOOK_LASTS_MS = 10;
/** What whoever robs a holder waits: longer, since timers may be early. */
const ROBBED_KNOWS_MS = 2 * LOOK_LASTS_MS;
/** Two that announce themselves at the same time both step back, and try again after a while. */
const CONTENDING_MS = 200;
const ATTEMPTS = 20;

/**
 * Takes a lease: announce, then look. Every taker puts a file of its own, named by a random token,
 * into the lease's folder, and only then looks for others; who sees one of a living process steps
 * back. Of two takers the one that announces later sees the other's file, which nobody removes while
 * its owner lives, so both cannot hold the lease. Files of dead takers are removed by their token,
 * which never names another. Who takes the lease of a process that may live waits until that one must
 * have seen it (`Lease.heldUntilMs`).
 *
 * In one boot and pid namespace the holder's pid and start time say whether it lives; otherwise the
 * taker watches its heartbeat, and takes over when that stands still for `staleAfterMs`.
 *
 * @throws {RefoldError} `lease-held`: somebody who lives holds it
 * @throws {RefoldError} `write-failed`, `disk-full`: the lease's file could not be written
 */
export async function takeLease(options: LeaseOptions): Promise<Lease> {
  for (let attempt = 1; ; attempt += 1) {
    const own = announce(options);
    const rival = await findRival(options, own);
    if (rival === null) return hold(options, own);
    withdraw(options, own.path);
    if (rival.liveness === "unknown") {
      await watchHeartbeat(options, rival);
    } else {
      const contends = Math.abs(own.modifiedMs - rival.modifiedMs) < CONTENDING_MS;
      if (!contends || attempt === ATTEMPTS) throw heldBy(options, rival);
      await delay(1 + Math.random() * attempt * 5);
    }
  }
}

interface Entry {
  readonly token: string;
  readonly path: string;
  readonly modifiedMs: number;
}

interface Rival extends Entry {
  readonly holder: Holder;
  readonly liveness: "alive" | "unknown";
}

function announce(options: LeaseOptions): Entry {
  const { fileSystem, folder } = options;
  const token = TAKEN_HERE + randomBytes(6).toString("hex");
  const path = `${folder}/${token}`;
  const temporary = `${path}.new`;
  const holder: Holder = { ...ownIdentity(), since: new Date().toISOString(), token };
  for (let attempt = 1; ; attempt += 1) {
    try {
      fileSystem.makeFolder(folder);
      writeHolder(fileSystem, temporary, holder);
      // A file that is looked at is whole: it appears under its name at once.
      fileSystem.rename(temporary, path);
      return { token, path, modifiedMs: fileSystem.status(path)?.modifiedMs ?? Date.now() };
    } catch (error) {
      // The former holder removed the folder in between.
      if (systemErrorCode(error) === "ENOENT" && attempt < ATTEMPTS) continue;
      withdraw(options, temporary);
      throw storageError(path, "taking the lease", error);
    }
  }
}

/** On a full disk nothing says who holds it, and its heartbeat has to do: what frees room takes a lease first. */
function writeHolder(fileSystem: FileSystem, path: string, holder: Holder): void {
  withFile(fileSystem, path, "create", (file) => {
    try {
      writeAll(fileSystem, file, Buffer.from(JSON.stringify(holder)));
    } catch (error) {
      if (!isNoRoom(error)) throw error;
    }
  });
}

/** Removes what the dead left, and everybody else's when stealing. */
async function findRival(options: LeaseOptions, own: Entry): Promise<Rival | null> {
  const { fileSystem, folder } = options;
  for (const name of fileSystem.list(folder)) {
    if (name === own.token) continue;
    const path = `${folder}/${name}`;
    const modifiedMs = fileSystem.status(path)?.modifiedMs;
    if (modifiedMs === undefined) continue;
    if (name.endsWith(".new")) {
      // Written by somebody who died before announcing, unless it is quite new.
      if (own.modifiedMs - modifiedMs > STALE_AFTER_MS) removeQuietly(fileSystem, path);
      continue;
    }
    const holder = readHolder(fileSystem, path);
    if (holder === undefined) continue;
    const liveness = processLiveness(holder);
    if (liveness === "dead") removeQuietly(fileSystem, path);
    else if (options.steal === true) await rob(fileSystem, { token: name, path });
    else return { token: name, path, modifiedMs, holder, liveness };
  }
  return null;
}

/** @returns undefined when the file went in the meantime */
function readHolder(fileSystem: FileSystem, path: string): Holder | undefined {
  try {
    return ifThere(() => decodeHolder(fileSystem.readFile(path).toString("utf8")));
  } catch (error) {
    throw storageError(path, "reading the lease", error);
  }
}

/** @returns when the rival is gone; it was removed if its heartbeat stood still for long enough */
async function watchHeartbeat(options: LeaseOptions, rival: Rival): Promise<void> {
  const staleAfterMs = options.staleAfterMs ?? STALE_AFTER_MS;
  const since = performance.now();
  for (;;) {
    const modifiedMs = options.fileSystem.status(rival.path)?.modifiedMs;
    if (modifiedMs === undefined) return;
    if (modifiedMs !== rival.modifiedMs) throw heldBy(options, rival);
    const leftMs = staleAfterMs - (performance.now() - since);
    if (leftMs <= 0) break;
    await delay(Math.min(leftMs, 500));
  }
  await rob(options.fileSystem, rival);
}

/** How the tokens of leases begin that were taken in this thread of execution. */
const TAKEN_HERE = randomBytes(6).toString("hex");
/** Leases that were taken here and robbed from here: each makes all holders here look again. */
let robbedHere = 0;

/** @returns when its holder, if it lives, does not write any more */
async function rob(
  fileSystem: FileSystem,
  { token, path }: Pick<Entry, "token" | "path">,
): Promise<void> {
  removeQuietly(fileSystem, path);
  if (token.startsWith(TAKEN_HERE)) robbedHere += 1;
  else await delay(ROBBED_KNOWS_MS);
}

function hold(options: LeaseOptions, own: Entry): Lease {
  const { fileSystem } = options;
  // Looked at for each write: an open file costs a fraction of what its path costs.
  let file = openOwn(fileSystem, own);
  let lost = false;
  let heldUntilMs = -Infinity;
  let robbedBefore = 0;
  const heartbeat = setInterval(() => {
    try {
      fileSystem.touch(own.path);
    } catch {
      // Taken over, or unreachable: the next write is refused.
      lost = true;
      heldUntilMs = -Infinity;
      clearInterval(heartbeat);
    }
  }, HEARTBEAT_MS);
  heartbeat.unref();
  const look = (): boolean => {
    const lookedMs = performance.now();
    const isHeld = !lost && file !== undefined && fileSystem.sizeBytes(file) !== -1;
    heldUntilMs = isHeld ? lookedMs + LOOK_LASTS_MS : -Infinity;
    robbedBefore = robbedHere;
    return isHeld;
  };
  return {
    isHeld: look,
    heldUntilMs() {
      const isRecent = performance.now() < heldUntilMs && robbedBefore === robbedHere;
      return isRecent || look() ? heldUntilMs : null;
    },
    release() {
      clearInterval(heartbeat);
      heldUntilMs = -Infinity;
      if (file !== undefined) fileSystem.close(file);
      file = undefined;
      withdraw(options, own.path);
    },
  };
}

/** @returns undefined when somebody took the lease over already */
function openOwn(fileSystem: FileSystem, { path }: Entry): number | undefined {
  try {
    return ifThere(() => fileSystem.open(path, "read"));
  } catch (error) {
    throw storageError(path, "taking the lease", error);
  }
}

function withdraw({ fileSystem, folder }: LeaseOptions, path: string): void {
  removeQuietly(fileSystem, path);
  try {
    fileSystem.removeFolder(folder);
  } catch (error) {
    // Others are in it, or removed it already.
    const code = systemErrorCode(error);
    if (code !== "ENOTEMPTY" && code !== "EEXIST" && code !== "ENOENT") {
      throw storageError(folder, "giving up the lease", error);
    }
  }
}

function removeQuietly(fileSystem: FileSystem, path: string): void {
  try {
    ifThere(() => fileSystem.remove(path));
  } catch (error) {
    throw storageError(path, "removing a lease", error);
  }
}

function heldBy({ what }: LeaseOptions, rival: Rival): RefoldError<"lease-held"> {
  return leaseHeld(what, rival.holder, rival.path);
}

/** Does something under a lease. @throws as `takeLease` does */
export async function withLease<T>(
  options: LeaseOptions,
  work: (lease: Lease) => T | Promise<T>,
): Promise<T> {
  const lease = await takeLease(options);
  try {
    return await work(lease);
  } finally {
    lease.release();
  }
}

/**
 * Does something while no other process collects garbage or deletes a thread in this home.
 * @throws {RefoldError} `lease-held`: another one does
 */
export function withHomeLock<T>(
  { fileSystem, home }: Place,
  work: () => T | Promise<T>,
): Promise<T> {
  const folder = join(home, "garbage.lease");
  return withLease({ fileSystem, folder, what: "the home-wide lock" }, work);
}

/** The lease under which one process writes to a thread. */
export function threadLease(threadId: string, rollout: string) {
  return { folder: leaseFolder(rollout), what: `thread ${threadId}` };
}

/** @throws {RefoldError} `fenced`: the lease under which a rollout is changed was taken over */
export function refuseUnheld(lease: Pick<Lease, "isHeld">, rollout: string): void {
  if (!lease.isHeld()) throw fenced(rollout, "another process took the lease over");
}
