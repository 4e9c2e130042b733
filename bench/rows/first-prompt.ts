import { readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { resumeThread } from "../../src/runtime/open-thread.js";
import type { EventStore } from "../../src/store/event-store.js";
import { forkThread } from "../../src/store/fork-thread.js";
import { jsonlStore } from "../../src/store/jsonl/jsonl-store.js";
import { lengthWords } from "../lengths.js";
import type { Bench, Probe, Result, Row } from "../row.js";
import { storeWorkload } from "../store-workload.js";
import { parseBackwardTo, rolloutFile } from "../stored-log.js";
import { WORKLOAD_THREAD } from "../workload.js";

const FORK = "01KN400000000000000000F0RK";
const LATE_FORK = "01KN400000000000000000F0RZ";
const FORK_EVENT = "01KN400000000000000000EVNT";
const FORKED_AT = "2026-04-03T12:00:00.000Z"; // a day of its own

/** From a closed thread to its first prompt, in a process that has done nothing before. */
const prompt: Probe = async ({ home, threadId }, measure) => {
  const store = jsonlStore({ home: String(home) });
  let items = 0;
  await measure(async () => {
    const thread = await resumeThread(String(threadId), { store });
    items = thread.prompt().items.length;
  });
  await store.close();
  return { items };
};

/** The same of a chat in one JSON file: all of it is read for each request. */
const jsonFile: Probe = async ({ file }, measure) => {
  let items = 0;
  await measure(() => {
    const messages: unknown = JSON.parse(readFileSync(String(file), "utf8"));
    items = Array.isArray(messages) ? messages.length : 0;
  });
  return { items };
};

/** What has to be read after a compaction, by the plainest code. */
const tail: Probe = async ({ home }, measure) => {
  await measure(() => {
    parseBackwardTo(rolloutFile(String(home)), "history.compacted");
  });
  return {};
};

async function run(bench: Bench): Promise<readonly Result[]> {
  const results = await withoutCompactions(bench);
  for (const items of bench.sizes.filter((size) => size <= bench.items)) {
    results.push(...(await withCompactions(bench, items)));
  }
  return results;
}

async function withoutCompactions(bench: Bench): Promise<Result[]> {
  const workload = { items: bench.items, checkpoints: false, keepsStates: true };
  const home = await storeWorkload(join(bench.scratch, "kept-states"), workload);
  const file = join(bench.scratch, "chat.json");
  await writeChat(home, file);
  await forkAt(home, async (store) => ({
    [FORK]: Math.floor((await store.head(WORKLOAD_THREAD)) / 2),
  }));
  const sample = await bench.sample("first-prompt", {
    prompt: { home, threadId: WORKLOAD_THREAD },
    jsonFile: { file },
    forked: { home, threadId: FORK },
  });
  rmSync(file);
  const keptBytes = statSync(`${rolloutFile(home)}.states`).size;
  const logBytes = statSync(rolloutFile(home)).size;
  rmSync(home, { recursive: true });
  const [ours, plain] = [sample("prompt"), sample("jsonFile")];
  const of = `first prompt of ${lengthWords(bench.items)} items never compacted`;
  const floor = "one JSON file";
  return [
    {
      ...{ name: `${of} (floor: ${floor})`, unit: "ms", measured: ours.ms, floor: plain.ms },
      budget: { ratio: 1.2 },
    },
    {
      ...{ name: `${of}: memory`, unit: "MB", measured: ours.peakMb, floor: plain.peakMb },
      budget: { ratio: 1 },
    },
    {
      ...{ name: `${of}: kept states, of the log`, unit: "%", floor: null },
      ...{ measured: (keptBytes / logBytes) * 100, budget: { most: 2 } },
    },
    {
      name: `${of}, of a fork in the middle (floor: of the thread)`,
      ...{ unit: "ms", measured: sample("forked").ms, floor: ours.ms },
      budget: { ratio: 1 },
    },
  ];
}

async function withCompactions(bench: Bench, items: number): Promise<Result[]> {
  const home = await bench.thread({ items, checkpoints: true });
  await forkAt(home, placesInTheMiddle);
  const sample = await bench.sample("first-prompt", {
    prompt: { home, threadId: WORKLOAD_THREAD },
    tail: { home },
    forked: { home, threadId: FORK },
    forkedLate: { home, threadId: LATE_FORK },
  });
  removeFork(home);
  const isJudged = items === bench.items;
  const growing = (of: string) => {
    return { name: `${of}, ${lengthWords(items)} items`, growth: { of, items } };
  };
  return [
    {
      ...growing("first prompt with compactions"),
      ...{ unit: "ms", measured: sample("prompt").ms, floor: sample("tail").ms },
      budget: isJudged ? { ratio: 3 } : {},
    },
    {
      ...growing("first prompt with compactions, of a fork in the middle"),
      ...{ unit: "ms", measured: sample("forked").ms, floor: null },
      budget: isJudged ? { most: 20 } : {},
    },
    {
      ...growing("first prompt with compactions, of a fork right before the next one"),
      ...{ unit: "ms", measured: sample("forkedLate").ms, floor: null },
      budget: isJudged ? { most: 20 } : {},
    },
  ];
}

/** The items of a stored thread, as a chat keeps its messages. */
async function writeChat(home: string, file: string): Promise<void> {
  const store = jsonlStore({ home });
  const messages: unknown[] = [];
  for await (const { type, data } of store.read(WORKLOAD_THREAD)) {
    if (type === "item.recorded" && typeof data === "object" && data !== null && "item" in data) {
      messages.push(data.item);
    }
  }
  await store.close();
  writeFileSync(file, JSON.stringify(messages));
}

type Places = Readonly<Record<string, number>>;

/** @param placesOf the forks' ids and offsets */
async function forkAt(home: string, placesOf: (store: EventStore) => Promise<Places>) {
  const store = jsonlStore({ home, durability: "none" });
  for (const [threadId, offset] of Object.entries(await placesOf(store))) {
    const ids = { parentId: WORKLOAD_THREAD, threadId, eventId: FORK_EVENT };
    await forkThread(store, { ...ids, offset, at: FORKED_AT });
  }
  await store.close();
}

/**
 * In the middle, once as far behind a compaction as the thread's own end, so that lengths compare,
 * and once as far as can be: right before the next.
 */
async function placesInTheMiddle(store: EventStore): Promise<Places> {
  const compactions: number[] = [];
  for await (const { type, offset } of store.read(WORKLOAD_THREAD)) {
    if (type === "history.compacted") compactions.push(offset);
  }
  const head = await store.head(WORKLOAD_THREAD);
  const middle = compactions.findLastIndex((offset) => offset <= head / 2);
  const [before, next] = [compactions[middle] ?? 0, compactions[middle + 1] ?? head];
  const tail = head - 1 - (compactions.at(-1) ?? 0);
  return { [FORK]: before + tail, [LATE_FORK]: next - 1 };
}

/** Others use the home too, and take it for one of a single thread. */
function removeFork(home: string): void {
  const day = FORKED_AT.slice(0, "2026-04-03".length).split("-");
  rmSync(join(home, "threads", ...day), { recursive: true });
}

export const row: Row = {
  run,
  probes: { prompt, jsonFile, tail, forked: prompt, forkedLate: prompt },
};
