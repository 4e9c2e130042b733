import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { indexFolder } from "../../../src/sessions/search/search-index.js";
import { searchThreads } from "../../../src/sessions/search/search-sessions.js";
import { indexName, storedThreads } from "../../../src/sessions/stored-threads.js";
import type { EventStore } from "../../../src/store/event-store.js";
import { memoryStore } from "../../../src/store/memory.js";
import {
  contractId,
  newThread,
  notice,
} from "../../../src/testing/store-contract/contract-case.js";
import { temporaryHome } from "../../store/jsonl/home.js";

const name = "postgres://agents@db/agents";
/** Every thread is indexed, a few to each part. */
const limits = { unindexed: 0, part: 1_000 };

async function search(store: EventStore, query: string, indexHome: string | null) {
  const threads = await storedThreads({ store, name });
  const answers = [];
  const notices: string[] = [];
  const onNotice = (told: string): void => void notices.push(told);
  const options = { threads, criteria: { query }, indexHome, limits, onNotice };
  for await (const answer of searchThreads(options)) answers.push(answer);
  expect(notices).toEqual([]);
  return answers.filter(({ found }) => found !== null);
}

function partsIn(home: string): readonly string[] {
  const folder = join(indexFolder(home), indexName(name));
  return existsSync(folder) ? readdirSync(folder).map((part) => join(folder, part)) : [];
}

const word = fc.constantFrom("alpha", "beta", "gamma", "delta");

test("an index of threads without files finds what reading them finds, while they change", async () => {
  const step = fc.record({
    thread: fc.integer({ min: 1, max: 4 }),
    isDeleted: fc.boolean(),
    words: fc.array(word, { minLength: 1, maxLength: 3 }),
    query: word,
  });
  const property = fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
    const [store, home] = [memoryStore(), temporaryHome()];
    for (const { thread, isDeleted, words, query } of steps) {
      const threadId = contractId(thread);
      const isThere = (await storedThreads({ store, name })).some(
        ({ entry }) => entry.threadId === threadId,
      );
      if (isThere && isDeleted) await store.delete(threadId);
      else {
        if (!isThere) await newThread(store, threadId, [1]);
        const head = await store.head(threadId);
        await store.append(threadId, head, [notice(head, words.join(" "))]);
      }
      expect(await search(store, query, home)).toEqual(await search(store, query, null));
    }
  });
  await fc.assert(property, { numRuns: 20 });
});

test("what a thread said goes from the index when it is deleted", async () => {
  const [store, home] = [memoryStore(), temporaryHome()];
  for (const [number, said] of ["alpha", "beta"].entries()) {
    await newThread(store, contractId(number), [1]);
    await store.append(contractId(number), 1, [notice(1, `${said} ${"more ".repeat(200)}`)]);
  }
  await search(store, "alpha", home);
  const holding = () => partsIn(home).filter((path) => readFileSync(path).includes("alpha"));
  expect(holding()).toHaveLength(1);
  await store.delete(contractId(0));
  await search(store, "beta", home);
  expect(holding()).toEqual([]);
  expect(partsIn(home)).not.toEqual([]);
});
