import { closeSync, openSync, readdirSync, readSync, statSync } from "node:fs";
import { join } from "node:path";
import { jsonlStore } from "../../src/store/jsonl/jsonl-store.js";
import type { Bench, Probe, Result, Row } from "../row.js";
import { WORKLOAD_THREAD } from "../workload.js";

const CHUNK_BYTES = 256 * 1024;
/** The warm thread is read so often before what is measured. */
const WARM_ROUNDS = 4;
const LINE_FEED = 0x0a;

const readStore: Probe = async ({ home, warmHome }, measure) => {
  const readAll = async (from: string): Promise<number> => {
    const store = jsonlStore({ home: from });
    let events = 0;
    for await (const event of store.read(WORKLOAD_THREAD)) if (event.offset >= 0) events += 1;
    await store.close();
    return events;
  };
  for (let round = 0; round < WARM_ROUNDS; round += 1) await readAll(String(warmHome));
  let events = 0;
  await measure(async () => void (events = await readAll(String(home))));
  return { events };
};

/** Chunked read and `JSON.parse` of each line. */
const readFloor: Probe = async ({ home, warmHome }, measure) => {
  for (let round = 0; round < WARM_ROUNDS; round += 1) parseAll(rolloutIn(String(warmHome)));
  let events = 0;
  await measure(() => void (events = parseAll(rolloutIn(String(home)))));
  return { events };
};

const backwardStore: Probe = async ({ home, warmHome }, measure) => {
  const readBack = async (from: string): Promise<number> => {
    const store = jsonlStore({ home: from });
    let events = 0;
    for await (const event of store.readBackward(WORKLOAD_THREAD)) {
      events += 1;
      if (event.type === "history.compacted") break;
    }
    await store.close();
    return events;
  };
  for (let round = 0; round < WARM_ROUNDS; round += 1) await readBack(String(warmHome));
  let events = 0;
  await measure(async () => void (events = await readBack(String(home))));
  return { events };
};

/** Backward read and `JSON.parse` of each line down to the newest checkpoint's. */
const backwardFloor: Probe = async ({ home, warmHome }, measure) => {
  for (let round = 0; round < WARM_ROUNDS; round += 1) parseBack(rolloutIn(String(warmHome)));
  let events = 0;
  await measure(() => void (events = parseBack(rolloutIn(String(home)))));
  return { events };
};

function rolloutIn(home: string): string {
  const names = readdirSync(home, { recursive: true, encoding: "utf8" });
  return join(home, names.find((name) => name.endsWith(".jsonl")) ?? "");
}

function parseAll(path: string): number {
  const file = openSync(path, "r");
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  let rest: Buffer = Buffer.alloc(0);
  let events = 0;
  for (;;) {
    const size = readSync(file, chunk);
    if (size === 0) break;
    const bytes = Buffer.concat([rest, chunk.subarray(0, size)]);
    let start = 0;
    for (let end = bytes.indexOf(LINE_FEED); end !== -1; end = bytes.indexOf(LINE_FEED, start)) {
      events += parsed(bytes.toString("utf8", start, end));
      start = end + 1;
    }
    rest = bytes.subarray(start);
  }
  closeSync(file);
  return events;
}

function parseBack(path: string): number {
  const file = openSync(path, "r");
  let bytes: Buffer = Buffer.alloc(0);
  let position = statSync(path).size;
  let events = 0;
  while (position > 0) {
    const size = Math.min(CHUNK_BYTES, position);
    const chunk = Buffer.allocUnsafe(size);
    position -= size;
    readSync(file, chunk, 0, size, position);
    bytes = Buffer.concat([chunk, bytes]);
    for (;;) {
      const start = bytes.lastIndexOf(LINE_FEED, bytes.length - 2);
      if (start === -1) break;
      const line: unknown = JSON.parse(bytes.toString("utf8", start + 1, bytes.length - 1));
      bytes = bytes.subarray(0, start + 1);
      events += 1;
      if (isCheckpoint(line)) {
        closeSync(file);
        return events;
      }
    }
  }
  closeSync(file);
  return events;
}

function parsed(text: string): number {
  return typeof JSON.parse(text) === "object" ? 1 : 0;
}

function isCheckpoint(line: unknown): boolean {
  return (
    typeof line === "object" && line !== null && "type" in line && line.type === "history.compacted"
  );
}

async function run(bench: Bench): Promise<readonly Result[]> {
  const warmHome = await bench.thread({ items: 10_000, checkpoints: true });
  const plain = { home: await bench.thread({ items: bench.items, checkpoints: false }), warmHome };
  const tail = { home: await bench.thread({ items: bench.items, checkpoints: true }), warmHome };
  const whole = await bench.sample("log-reading", { readStore: plain, readFloor: plain });
  const back = await bench.sample("log-reading", { backwardStore: tail, backwardFloor: tail });
  return [
    {
      name: `full read, ${bench.items} items`,
      unit: "ms",
      measured: whole("readStore").ms,
      floor: whole("readFloor").ms,
      budget: { ratio: 1.25 },
    },
    {
      name: `full read, ${bench.items} items, peak memory`,
      unit: "MB",
      measured: whole("readStore").peakMb,
      floor: whole("readFloor").peakMb,
      budget: { ratio: 1.5 },
    },
    {
      name: "backward read to the newest checkpoint",
      unit: "ms",
      measured: back("backwardStore").ms,
      floor: back("backwardFloor").ms,
      budget: { ratio: 3 },
    },
  ];
}

export const row: Row = {
  run,
  probes: { readStore, readFloor, backwardStore, backwardFloor },
};
