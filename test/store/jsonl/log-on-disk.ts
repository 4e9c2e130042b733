import type { LogDamage } from "../../../src/errors.js";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { LogEvent } from "../../../src/events/event.js";
import type { ReadOptions } from "../../../src/store/event-store.js";
import { nodeFileSystem, type FileSystem } from "../../../src/store/jsonl/file-system.js";
import type { LogFile } from "../../../src/store/jsonl/log-file.js";
import { openLog } from "../../../src/store/jsonl/open-log.js";
import { readRuns, readRunsBackward } from "../../../src/store/jsonl/read-runs.js";
import { temporaryHome } from "./home.js";

/** A file with these bytes, open until the test ends. */
export function logOnDisk(bytes: Uint8Array, fileSystem: FileSystem = nodeFileSystem): LogFile {
  const path = join(temporaryHome(), "log.jsonl");
  writeFileSync(path, bytes);
  return openUntilEnd(path, fileSystem);
}

export function openUntilEnd(path: string, fileSystem: FileSystem = nodeFileSystem): LogFile {
  const log = openLog(fileSystem, path);
  onTestFinished(() => log[Symbol.dispose]());
  return log;
}

export function eventsOf(log: LogFile, options?: ReadOptions): LogEvent[] {
  return [...readRuns(log, options)].flat();
}

export function eventsBackward(log: LogFile, from?: number): LogEvent[] {
  return [...readRunsBackward(log, from === undefined ? {} : { from })].flat();
}

/** What is read around damage, and the damage. */
export function readAround(log: LogFile): { events: LogEvent[]; damage: LogDamage[] } {
  const damage: LogDamage[] = [];
  const events = eventsOf(log, { onDamage: (found) => damage.push(found) });
  return { events, damage };
}

/** The real file system, and how many bytes were read through it. */
export function countingFileSystem(): FileSystem & { readBytes: number } {
  const counting = {
    ...nodeFileSystem,
    readBytes: 0,
    read(file: number, into: Uint8Array, position: number): number {
      const size = nodeFileSystem.read(file, into, position);
      counting.readBytes += size;
      return size;
    },
  };
  return counting;
}
