import type { Holder, RefoldError } from "../../errors.js";
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fenced, leaseHeld, storageError, systemErrorCode } from "../errors.js";
import { type FileSystem, writeAll } from "./file-system.js";
import { decodeHolder } from "./holder.js";
import { leaseFolder, type Place } from "./home.js";
import { ownIdentity, processLiveness } from "./process-identity.js";

/** The right to write to one thread, or to collect garbage. */
export interface Lease {
  /** False once somebody took it over. One look at the file system. */
  isHeld(): boolean;
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
/** Two that announce themselves at the same time both step back, and try again after a while. */
const CONTENDING_MS = 200;
const ATTEMPTS = 20;

/**
 * Takes a lease: announce, then look. Every taker puts a file of its own, named by a random token,
 * into the lease's folder, and only then looks for others; who sees one of a living process steps
 * back. Of two takers the one that announces later sees the other's file, which nobody removes while
 * its owner lives, so both cannot hold the lease. Files of dead takers are removed by their token,
 * which never names another.
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
    const rival = findRival(options, own);
    if (rival === null) return hold(options, own);
    withdraw(options, own);
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

function announce({ fileSystem, folder }: LeaseOptions): Entry {
  const token = randomBytes(12).toString("hex");
  const path = `${folder}/${token}`;
  const holder: Holder = { ...ownIdentity(), since: new Date().toISOString(), token };
  for (let attempt = 1; ; attempt += 1) {
    try {
      fileSystem.makeFolder(folder);
      writeWhole(fileSystem, `${folder}/${token}.new`, JSON.stringify(holder));
      // A file that is looked at is whole: it appears under its name at once.
      fileSystem.rename(`${folder}/${token}.new`, path);
      return { token, path, modifiedMs: fileSystem.status(path)?.modifiedMs ?? Date.now() };
    } catch (error) {
      // The former holder removed the folder in between.
      if (systemErrorCode(error) === "ENOENT" && attempt < ATTEMPTS) continue;
      throw storageError(path, "taking the lease", error);
    }
  }
}

function writeWhole(fileSystem: FileSystem, path: string, text: string): void {
  const file = fileSystem.open(path, "create");
  try {
    writeAll(fileSystem, file, Buffer.from(text));
  } finally {
    fileSystem.close(file);
  }
}

/** Removes what the dead left, and everybody else's when stealing. */
function findRival(options: LeaseOptions, own: Entry): Rival | null {
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
    const liveness = options.steal === true ? "dead" : processLiveness(holder);
    if (liveness !== "dead") return { token: name, path, modifiedMs, holder, liveness };
    removeQuietly(fileSystem, path);
  }
  return null;
}

/** @returns undefined when the file went in the meantime */
function readHolder(fileSystem: FileSystem, path: string): Holder | undefined {
  try {
    return decodeHolder(fileSystem.readFile(path).toString("utf8"));
  } catch (error) {
    if (systemErrorCode(error) === "ENOENT") return undefined;
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
  removeQuietly(options.fileSystem, rival.path);
}

function hold(options: LeaseOptions, own: Entry): Lease {
  const { fileSystem } = options;
  // Looked at before each write: an open file costs a fraction of what its path costs.
  let file = openOwn(fileSystem, own);
  let lost = false;
  const heartbeat = setInterval(() => {
    try {
      fileSystem.touch(own.path);
    } catch {
      // Taken over, or unreachable: the next write is refused.
      lost = true;
      clearInterval(heartbeat);
    }
  }, HEARTBEAT_MS);
  heartbeat.unref();
  return {
    isHeld: () => !lost && file !== undefined && fileSystem.sizeBytes(file) !== -1,
    release() {
      clearInterval(heartbeat);
      if (file !== undefined) fileSystem.close(file);
      file = undefined;
      withdraw(options, own);
    },
  };
}

/** @returns undefined when somebody took the lease over already */
function openOwn(fileSystem: FileSystem, { path }: Entry): number | undefined {
  try {
    return fileSystem.open(path, "read");
  } catch (error) {
    if (systemErrorCode(error) === "ENOENT") return undefined;
    throw storageError(path, "taking the lease", error);
  }
}

function withdraw({ fileSystem, folder }: LeaseOptions, own: Entry): void {
  removeQuietly(fileSystem, own.path);
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
    fileSystem.remove(path);
  } catch (error) {
    if (systemErrorCode(error) !== "ENOENT") throw storageError(path, "removing a lease", error);
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
