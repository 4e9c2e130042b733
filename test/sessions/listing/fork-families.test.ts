import { readFileSync, writeFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Fact } from "../../../src/events/event.js";
import { stampFact } from "../../../src/events/known-event.js";
import { KNOWN_PRICES } from "../../../src/models/prices.js";
import { storeFiles } from "../../../src/sessions/listing/derive.js";
import { ThreadSummaries } from "../../../src/sessions/listing/summarise-thread.js";
import { entriesOf } from "../../../src/store/event-store.js";
import { forkThread } from "../../../src/store/fork-thread.js";
import { type JsonlStore, jsonlStore } from "../../../src/store/jsonl/jsonl-store.js";
import { histories } from "../../../src/testing/arbitraries/history.js";
import { recordedItem } from "../../../src/testing/render-lines.js";
import { contractId } from "../../../src/testing/store-contract/contract-case.js";
import { build, END, START, user } from "../../testing/by-hand.js";
import { storeHistory } from "../../reducers/store-history.js";
import { temporaryHome } from "../../store/jsonl/home.js";

const AT = "2026-04-02T12:00:00.000Z";

/** A fork of any thread, at any place, and what is done in it. */
const fork = fc.record({
  thread: fc.nat(),
  place: fc.oneof(fc.nat({ max: 3 }), fc.nat()), // words may come after it
  does: fc.constantFrom("nothing", "says", "says", "rolls back", "begins a turn"),
  to: fc.nat(),
});

test("what is listed of a thread is the same whatever was read before it, damage included", async () => {
  const property = fc.asyncProperty(
    histories({ weights: { fork: 6 }, maxLength: 12 }),
    fc.array(fork, { minLength: 1, maxLength: 6 }),
    fc.boolean(),
    fc.option(fc.record({ file: fc.nat(), byte: fc.nat() }), { freq: 2 }),
    async (history, forks, isReversed, damage) => {
      const home = temporaryHome();
      const store = jsonlStore({ home, durability: "none" });
      await storeHistory(store, history);
      for (const [index, each] of forks.entries()) await addFork(store, index, each);
      await store.close();
      const files = [...storeFiles(home)];
      if (damage !== null) flip(files[damage.file % files.length]?.path ?? "", damage.byte);
      const together = new ThreadSummaries(home, KNOWN_PRICES);
      for (const file of isReversed ? files.toReversed() : files) {
        const alone = await new ThreadSummaries(home, KNOWN_PRICES).of(file);
        expect(await together.of(file)).toEqual(alone);
      }
    },
  );
  await fc.assert(property, { numRuns: 25 });
});

test("what a parent said after a fork left it is no title of the fork's", async () => {
  const home = temporaryHome();
  const store = jsonlStore({ home, durability: "none" });
  await storeHistory(store, build(START, user("Hello."), END).history());
  await addFork(store, 0, { thread: 0, place: 1, does: "says", to: 0 });
  await addFork(store, 1, { thread: 1, place: 1, does: "nothing", to: 0 });
  await store.close();
  const summaries = new ThreadSummaries(home, KNOWN_PRICES);
  const titles: unknown[] = [];
  for (const file of storeFiles(home)) titles.push((await summaries.of(file))?.title);
  expect(titles.toSorted()).toEqual(["Hello.", null, "words 0"]);
});

type Fork = typeof fork extends fc.Arbitrary<infer Value> ? Value : never;

async function addFork(store: JsonlStore, index: number, { thread, place, does, to }: Fork) {
  const entries = [...(await entriesOf(store)).values()];
  const parent = entries[thread % entries.length];
  if (parent === undefined) return;
  const offset = place % parent.head;
  const threadId = contractId(1_000 + index);
  const eventId = contractId(2_000 + index);
  await forkThread(store, { parentId: parent.threadId, offset, threadId, eventId, at: AT });
  const facts: Record<typeof does, readonly Fact[]> = {
    nothing: [],
    says: [{ type: "item.recorded", data: recordedItem(wordsOf(index), "user") }],
    "rolls back": [
      { type: "history.rolled-back", data: { to: to % (offset + 1), historyVersion: index } },
    ],
    "begins a turn": [{ type: "turn.started", data: { envelope: { model: `model-${index}` } } }],
  };
  const events = facts[does].map((fact, at) =>
    stampFact({ offset: offset + 2 + at, id: contractId(3_000 + index), at: AT }, fact),
  );
  await store.append(threadId, offset + 2, events);
}

function wordsOf(index: number) {
  const content = [{ type: "input_text" as const, text: `words ${index}` }];
  return { type: "message" as const, role: "user" as const, content };
}

function flip(path: string, byte: number): void {
  const bytes = readFileSync(path);
  const at = byte % bytes.length;
  bytes.writeUInt8((bytes[at] ?? 0) ^ 1, at);
  writeFileSync(path, bytes);
}
