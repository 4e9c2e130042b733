import { closeSync, fstatSync, openSync, readdirSync, readSync } from "node:fs";
import { join } from "node:path";
import type { EventSource } from "../src/events/event-source.js";
import type { EventStore } from "../src/store/event-store.js";
import { WORKLOAD_THREAD } from "./workload.js";

const CHUNK_BYTES = 1 << 20;
const LINE_FEED = 10;

/** The workload's thread as something to replay from. */
export function storedThread(store: EventStore): EventSource {
  return {
    read: (range) => store.read(WORKLOAD_THREAD, range),
    readRuns: (range) => store.readRuns(WORKLOAD_THREAD, range),
    readBackward: (range) => store.readBackward(WORKLOAD_THREAD, range),
  };
}

/** The workload's rollout file in a store's home. */
export function rolloutFile(home: string): string {
  const files = readdirSync(join(home, "threads"), { recursive: true, encoding: "utf8" });
  const file = files.find((name) => name.endsWith(`${WORKLOAD_THREAD}.jsonl`)); // forks may be there
  if (file === undefined) throw new Error(`no rollout in ${home}`);
  return join(home, "threads", file);
}

/**
 * The plainest full read: chunks, and `JSON.parse` of each line.
 * @param onLine gives false when it has seen enough
 */
export function parseForward(path: string, onLine: (value: unknown) => unknown): void {
  const file = openSync(path, "r");
  const chunk = Buffer.alloc(CHUNK_BYTES);
  let rest = Buffer.alloc(0);
  let goesOn = true;
  for (let read = readSync(file, chunk); read > 0 && goesOn; read = readSync(file, chunk)) {
    const bytes = Buffer.concat([rest, chunk.subarray(0, read)]);
    let start = 0;
    let end = bytes.indexOf(LINE_FEED);
    for (; end >= 0 && goesOn; end = bytes.indexOf(LINE_FEED, start)) {
      goesOn = onLine(JSON.parse(bytes.toString("utf8", start, end))) !== false;
      start = end + 1;
    }
    rest = bytes.subarray(start);
  }
  closeSync(file);
}

/** The plainest backward read: `JSON.parse` of each line until one is of this type. */
export function parseBackwardTo(path: string, type: string): void {
  const file = openSync(path, "r");
  let position = fstatSync(file).size;
  let rest = Buffer.alloc(0);
  while (position > 0) {
    const length = Math.min(CHUNK_BYTES / 4, position);
    position -= length;
    const chunk = Buffer.alloc(length);
    readSync(file, chunk, { position });
    const bytes = Buffer.concat([chunk, rest]);
    let end = bytes.length - 1; // of the last line feed
    for (let start = bytes.lastIndexOf(LINE_FEED, end - 1); start >= 0;) {
      if (isOfType(JSON.parse(bytes.toString("utf8", start + 1, end)), type)) {
        closeSync(file);
        return;
      }
      end = start;
      start = bytes.lastIndexOf(LINE_FEED, end - 1);
    }
    rest = bytes.subarray(0, end + 1);
  }
  closeSync(file);
}

function isOfType(value: unknown, type: string): boolean {
  return typeof value === "object" && value !== null && "type" in value && value.type === type;
}
