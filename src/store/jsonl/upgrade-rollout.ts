import { isDeepStrictEqual } from "node:util";
import type { LogEvent } from "../../events/event.js";
import { hexOfSum } from "../chain.js";
import { storageError } from "../errors.js";
import { forkPoint } from "../fork-thread.js";
import { type FileSystem, writeAll } from "./file-system.js";
import { isChained } from "./find-batch.js";
import { type Lease, refuseUnheld } from "./lease.js";
import { encodeBatch } from "./line-encoder.js";
import { lastSum } from "./line-ending.js";
import type { LogFile } from "./log-file.js";
import { openLog } from "./open-log.js";
import { readRuns } from "./read-runs.js";
import { replaceFile } from "./replace-file.js";

export interface UpgradeOptions {
  readonly fileSystem: FileSystem;
  /** The plain file's path; its torn tail was cut. */
  readonly rollout: string;
  readonly lease: Pick<Lease, "isHeld">;
  /** Called when there is something to change; throws where it may not be. */
  readonly mayChange: () => Promise<void>;
  /** Told how much of the log is done, in bytes. */
  readonly onProgress?: ((doneBytes: number) => void) | undefined;
}

/**
 * Writes a rollout again, its lines chained from the first on (docs/file-format.md#the-chain). The events
 * stay as they are. The new file is read back and compared before it takes the name of the old one.
 *
 * @returns false: it was chained already
 * @throws {RefoldError} `damaged-log`, `needs-newer-version`: not every event can be read; nothing changed
 * @throws {RefoldError} `fenced`: somebody took the lease over; nothing changed
 * @throws what `mayChange` throws; nothing changed
 */
export async function upgradeRollout(options: UpgradeOptions): Promise<boolean> {
  const { fileSystem, rollout, lease, mayChange, onProgress } = options;
  using log = openLog(fileSystem, rollout);
  if (isChained(log)) return false;
  await mayChange();
  await replaceFile(rollout, {
    ...{ fileSystem, sync: true, isAlone: true, doing: "upgrading the rollout" },
    write: (file) => {
      for (const bytes of chainedLines(log, onProgress)) writeAll(fileSystem, file, bytes);
    },
    check: (temporary) => {
      checkSame(log, { fileSystem, temporary });
      fileSystem.touch(temporary, fileSystem.status(rollout)?.modifiedMs);
      refuseUnheld(lease, rollout);
    },
  });
  return true;
}

function* chainedLines(
  log: LogFile,
  onProgress: UpgradeOptions["onProgress"],
): Generator<Buffer, void, undefined> {
  let after: number | undefined;
  let doneBytes = 0;
  for (const batch of batchesOf(log, (bytes) => (doneBytes += bytes))) {
    const bytes = encodeBatch(withForkPoint(batch, after), { after });
    after = lastSum(bytes);
    yield bytes;
    onProgress?.(doneBytes);
  }
}

/** In a fork with a copied prefix the batch of the line that it left at may be cut short. */
function* batchesOf(
  log: LogFile,
  onBytes: (bytes: number) => void,
): Generator<readonly LogEvent[], void, undefined> {
  let batch: LogEvent[] = [];
  for (const event of eventsOf(log, onBytes)) {
    if (forkPoint(event) !== undefined && batch.length > 0) {
      yield batch;
      batch = [];
    }
    batch.push(event);
    if (event.left !== undefined) continue;
    yield batch;
    batch = [];
  }
}

/** Where the fork's copied prefix is before it, `thread.forked` names the sum that its line has now. */
function withForkPoint(batch: readonly LogEvent[], after: number | undefined): readonly LogEvent[] {
  return batch.map((event, index) => {
    const from = index === 0 && after !== undefined ? forkPoint(event) : undefined;
    if (from === undefined || after === undefined || typeof event.data !== "object") return event;
    return { ...event, data: { ...event.data, from: { ...from, sum: hexOfSum(after) } } };
  });
}

function* eventsOf(
  log: LogFile,
  onBytes: (bytes: number) => void = () => undefined,
): Generator<LogEvent, void, undefined> {
  const onLine = (_: LogEvent, bytes: number): void => onBytes(bytes);
  for (const run of readRuns(log, { newer: "ignore", onLine })) yield* run;
}

function checkSame(
  log: LogFile,
  { fileSystem, temporary }: { readonly fileSystem: FileSystem; readonly temporary: string },
): void {
  using written = openLog(fileSystem, temporary);
  const others = eventsOf(written);
  for (const event of eventsOf(log)) {
    const other = others.next();
    if (other.done !== true && isSame(event, other.value)) continue;
    const cause = new Error(`the event at offset ${event.offset} reads otherwise`);
    throw storageError(log.path, "upgrading the rollout", cause);
  }
}

function isSame(one: LogEvent, other: LogEvent): boolean {
  return isDeepStrictEqual(contentOf(one), contentOf(other));
}

/** What of an event does not depend on where its line is. */
function contentOf(event: LogEvent) {
  const from = forkPoint(event);
  const data = from === undefined ? event.data : { ...from, sum: null };
  return { ...event, data, left: null, sum: null };
}
