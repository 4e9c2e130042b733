import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { EventStore } from "../../src/index.js";
import { copyThread } from "../../src/store/copy-thread.js";
import { jsonlStore } from "../../src/store/jsonl/jsonl-store.js";
import { memoryStore } from "../../src/store/memory.js";
import { decodeLines } from "../../src/store/stored-lines.js";
import {
  collect,
  contractId,
  fork,
  newThread,
  notices,
} from "../../src/testing/store-contract/contract-case.js";
import { growFamily, steps } from "./family-tests.js";
import { temporaryHome } from "./jsonl/home.js";

const [parentId, forkId] = [contractId(1), contractId(2)];

/** Copies from files to a store and back; the copies are interrupted after some batches. */
export function testCopying(open: () => EventStore | Promise<EventStore>, numRuns: number): void {
  test("threads that are copied to a store and back have the same files, however often it is interrupted", async () => {
    const property = fc.asyncProperty(steps, fc.nat({ max: 6 }), async (family, batches) => {
      const [home, back] = [temporaryHome(), temporaryHome()];
      const first = jsonlStore({ home, durability: "none" });
      const through = await open();
      const last = jsonlStore({ home: back, durability: "none" });
      await growFamily(first, family);
      await copyAll(batchByBatch(first), stoppingAfter(through, batches));
      await copyAll(batchByBatch(first), through);
      await copyAll(through, last);
      expect(filesIn(back)).toEqual(filesIn(home));
      await goOn(first);
      await copyAll(first, through);
      await copyAll(batchByBatch(through), stoppingAfter(last, batches));
      await copyAll(through, last);
      expect(filesIn(back)).toEqual(filesIn(home));
      for (const store of [first, through, last]) await store.close();
      for (const folder of [home, back]) rmSync(folder, { recursive: true });
    });
    await fc.assert(property, { numRuns });
  });

  test("a thread that was detached on either side is gone on with", async () => {
    for (const side of ["from", "to"] as const) {
      const stores = { from: memoryStore(), to: await open() };
      const { from, to } = stores;
      await newThread(from, parentId, [2, 3]);
      await fork(from, { from: parentId, at: 3, as: forkId });
      await copyThread(forkId, stores);
      await stores[side].detach(forkId);
      expect((await copyThread(forkId, stores)).at(-1)).toMatchObject({ outcome: "unchanged" });
      await goOn(from);
      expect((await copyThread(forkId, stores)).at(-1)).toMatchObject({ added: 2 });
      expect(await collect(to.read(forkId))).toEqual(await collect(from.read(forkId)));
      for (const store of [from, to]) await store.close();
    }
  });
}

const isStopped = new Error("stopped");

/** Copies every thread, until it is stopped. */
async function copyAll(from: EventStore, to: EventStore): Promise<void> {
  try {
    for (const { threadId } of await collect(from.list())) await copyThread(threadId, { from, to });
  } catch (error) {
    if (error !== isStopped) throw error;
  }
}

/** A store that takes so many pieces of lines, and no more. */
function stoppingAfter(store: EventStore, pieces: number): EventStore {
  let taken = 0;
  return {
    ...store,
    async appendLines(...args) {
      taken += 1;
      if (taken > pieces) throw isStopped;
      return store.appendLines(...args);
    },
  };
}

/** A store whose lines come in the smallest pieces that there are. */
function batchByBatch(store: EventStore): EventStore {
  async function* readLines(threadId: string, from?: number) {
    for await (const lines of store.readLines(threadId, from)) {
      let [start, end] = [0, 0];
      for (const { event, bytes } of decodeLines(lines)) {
        end += bytes.length + 1;
        if (event.left !== undefined) continue;
        yield lines.subarray(start, end);
        start = end;
      }
    }
  }
  return { ...store, readLines };
}

async function goOn(store: EventStore): Promise<void> {
  for (const { threadId, head } of await collect(store.list())) {
    await store.append(threadId, head, notices(head, head + 1));
  }
}

/** The rollouts of a home, by their paths in it. */
export function filesIn(home: string): ReadonlyMap<string, string> {
  const files = readdirSync(home, { recursive: true, encoding: "utf8" });
  const rollouts = files.filter((path) => path.endsWith(".jsonl")).sort();
  return new Map(rollouts.map((path) => [path, readFileSync(join(home, path), "utf8")]));
}
