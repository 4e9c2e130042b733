import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import type { LogEvent } from "../../../src/events/event.js";
import { forkThread, openThread } from "../../../src/runtime/open-thread.js";
import type { Thread } from "../../../src/runtime/thread.js";
import { importFile } from "../../../src/sessions/import-file.js";
import type { EventStore } from "../../../src/store/event-store.js";
import { memoryStore } from "../../../src/store/memory.js";
import { checkInvariants } from "../../../src/testing/invariants/check-invariants.js";

/** Batches of several events: a start that tells the model much, an answer of two items. */
async function talk(thread: Thread, model: string): Promise<void> {
  const turn = await thread.startTurn({ model, cwd: "/work", instructions: `You are ${model}.` });
  await turn.recordUserInput("Why is the clock late?");
  const call = { type: "function_call", call_id: "c", name: "look", arguments: "{}" } as const;
  const content = [{ type: "output_text" as const, text: "I look." }];
  await turn.recordModelItems({ type: "message", role: "assistant", content }, call);
  await turn.recordToolOutput({ type: "function_call_output", call_id: "c", output: "high" });
  await turn.complete();
}

async function violationsOf({ source }: Pick<Thread, "source">, { blobs }: EventStore) {
  return (await checkInvariants(source, { blobs })).violations;
}

async function eventsOf({ source }: Thread): Promise<readonly LogEvent[]> {
  const events: LogEvent[] = [];
  for await (const event of source.read()) events.push(event);
  return events;
}

test("a fork keeps every law wherever it leaves its parent, and so does a fork of it", async () => {
  const store = memoryStore();
  const thread = await openThread({ store });
  await talk(thread, "gpt-5.2");
  const lefts = (await eventsOf(thread)).map(({ left = 0 }) => left);
  expect(lefts).toContain(2);
  for (let at = 0; at < lefts.length; at++) {
    const fork = await thread.fork({ at });
    expect(await violationsOf(fork, store), `at ${at}`).toEqual([]);
    await talk(fork, "gpt-5.5");
    const { head } = fork.state.log;
    for (const second of [at, at + 1, at + 3, head - 1]) {
      const after = await fork.fork({ at: second });
      await talk(after, "gpt-4o");
      expect(await violationsOf(after, store), `at ${at}, then at ${second}`).toEqual([]);
    }
  }
});

test.each(["clean.jsonl", "turns.jsonl"])(
  "a fork of an imported session keeps every law wherever it leaves it: %s",
  async (name) => {
    const store = memoryStore();
    const path = fileURLToPath(new URL(`../../../fixtures/${name}`, import.meta.url));
    const { threadId } = await importFile(path, store);
    const head = await store.head(threadId);
    expect(head).toBeGreaterThan(30);
    for (let at = 0; at < head; at++) {
      const fork = await forkThread(threadId, { store }, { at });
      expect(await violationsOf(fork, store), `at ${at}`).toEqual([]);
    }
  },
);

test("log/batches-whole: a missing end of a batch is found out in a fork, of its parent's batches and of its own", async () => {
  const thread = await openThread({ store: memoryStore() });
  await talk(thread, "gpt-5.2");
  const fork = await thread.fork();
  const forkedAt = fork.state.log.head - 1;
  await talk(fork, "gpt-5.5");
  const events = await eventsOf(fork);
  const begun = events.filter(({ left }) => left === 2).map(({ offset }) => offset);
  expect(begun.map((offset) => offset < forkedAt)).toEqual([true, false]);
  for (const begin of begun) {
    const log = events.filter(({ offset }) => offset <= begin || offset > begin + 2);
    const { violations } = await checkInvariants(log, { only: ["log/batches-whole"] });
    expect(violations).toMatchObject([{ offset: begin + 3, place: "left" }]);
  }
});
