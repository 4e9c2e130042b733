import { expect, test } from "vitest";
import { anthropic } from "../../src/projections/providers/anthropic/anthropic.js";
import { readTurnPauses } from "../../src/projections/turn-pauses.js";
import { openThread } from "../../src/runtime/open-thread.js";
import type { RecordableOptions } from "../../src/runtime/sent-request.js";
import { rebuildPrompt } from "../../src/runtime/sent-request.js";
import { memoryStore } from "../../src/store/memory.js";

const MINUTE_MS = 60_000;
const words = "Why is the clock an hour late? ".repeat(200);

/** A thread with turns after such pauses (in minutes); the last turn runs. */
async function threadAfter(pauses: readonly number[]) {
  let nowMs = Date.parse("2026-11-21T10:00:00Z");
  const thread = await openThread({ store: memoryStore(), clock: { now: () => nowMs } });
  let turn = await thread.startTurn({ model: "claude-opus-4-8" });
  for (const minutes of pauses) {
    await turn.recordUserInput(words);
    nowMs += 10_000; // the model works
    await turn.complete();
    nowMs += minutes * MINUTE_MS;
    turn = await thread.startTurn({ model: "claude-opus-4-8" });
  }
  await turn.recordUserInput(words);
  return { thread, turn };
}

async function lifetimes(pauses: readonly number[], options: RecordableOptions = {}) {
  const { thread, turn } = await threadAfter(pauses);
  const { body, offset } = await turn.request({ provider: anthropic, options });
  const rebuilt = await rebuildPrompt(thread.source, offset);
  const again = anthropic.toRequest(rebuilt.prompt, rebuilt.sent.target["options"] ?? {});
  expect(again.body).toEqual(body); // what was settled is recorded
  const marks = body.messages.flatMap(({ content }) =>
    content.flatMap((block) => ("cache_control" in block ? [block.cache_control.ttl ?? "5m"] : [])),
  );
  return new Set(marks);
}

test("the pauses before a thread's newest turns are read from its end, newest first", async () => {
  const { thread } = await threadAfter([1, 20, 90]);
  expect(await readTurnPauses(thread.source)).toEqual([90, 20, 1].map((p) => p * MINUTE_MS));
  const { thread: long } = await threadAfter([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  expect(await readTurnPauses(long.source)).toHaveLength(8);
});

test("a turn's requests are kept as long as the thread's pauses ask for", async () => {
  expect(await lifetimes([])).toEqual(new Set(["5m"]));
  expect(await lifetimes([1, 2, 1])).toEqual(new Set(["5m"]));
  expect(await lifetimes([1, 20, 1])).toEqual(new Set(["1h"]));
  expect(await lifetimes([90, 600])).toEqual(new Set(["5m"]));
});

test("what the caller says of the lifetime holds", async () => {
  expect(await lifetimes([20, 20], { cache: { marks: "5m" } })).toEqual(new Set(["5m"]));
  expect(await lifetimes([1, 1], { cache: { marks: "1h" } })).toEqual(new Set(["1h"]));
  expect(await lifetimes([20, 20], { cache: { marks: "none" } })).toEqual(new Set());
});
