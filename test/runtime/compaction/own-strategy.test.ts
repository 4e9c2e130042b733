import { expect, test } from "vitest";
import type { Fact } from "../../../src/events/event.js";
import { isToolOutput } from "../../../src/events/item-class.js";
import { type CompactionStrategy, plannedState } from "../../../src/runtime/compaction/strategy.js";
import { scriptedModel } from "../../../src/runtime/models/scripted-model.js";
import { openThread } from "../../../src/runtime/open-thread.js";
import { memoryStore } from "../../../src/store/memory.js";

const CONTEXT = { model: "model-a", cwd: "/srv/tide" } as const;

/** Clears every output that failed. */
const clearFailures: CompactionStrategy = {
  name: "clear-failures",
  plan: ({ state }) => {
    const failed = state.ledger.entries
      .toArray()
      .filter(({ item, failed }) => isToolOutput(item) && failed === true);
    if (failed.length === 0) return Promise.resolve(null);
    const refs = failed.map(({ ref }) => ref);
    const historyVersion = state.log.historyVersion + 1;
    const facts: readonly Fact[] = [
      { type: "outputs.cleared", data: { refs, placeholder: "[it failed]", historyVersion } },
    ];
    const after = plannedState(state, facts);
    return Promise.resolve({ strategy: "clear-failures", facts, after, trimmed: [] });
  },
};

test("a strategy of the caller's own is planned, tried dry and written as a built-in one is", async () => {
  const thread = await openThread({ store: memoryStore() });
  const turn = await thread.startTurn(CONTEXT);
  await turn.recordUserInput("Is the clock late?");
  for (const [id, failed] of [["c1", true] as const, ["c2", false] as const]) {
    await turn.recordModelItems({
      ...{ type: "function_call", name: "cat", arguments: "{}", call_id: id },
    });
    const output = "no such zone ".repeat(90);
    await turn.recordToolOutput({ type: "function_call_output", call_id: id, output }, { failed });
  }
  await turn.complete();
  const dry = await thread.compact({ strategy: clearFailures, dryRun: true });
  const head = thread.state.log.head;
  const done = await thread.compact({ strategy: clearFailures });
  expect(done).toMatchObject({ kind: "compacted", strategy: "clear-failures", offset: head });
  expect({ ...done, ...{ dryRun: true, offset: null } }).toEqual(dry);
  const outputs = thread.state.ledger.entries.toArray().flatMap(({ item }) => {
    return item.type === "function_call_output" ? [item.output] : [];
  });
  expect(outputs).toEqual(["[it failed]", "no such zone ".repeat(90)]);
});

test("a turn of a smaller model is compacted by the model that ran the turn before", async () => {
  const thread = await openThread({ store: memoryStore() });
  const large = scriptedModel(["It is late. ".repeat(600), "The clock is late."], {
    model: "large",
    contextWindow: 200_000,
  });
  const small = scriptedModel(["Yes."], { model: "small", contextWindow: 2_000 });
  await thread.runTurn("Is the clock late?", { model: large });
  await thread.runTurn("Still?", { model: small });
  expect(large.requests).toHaveLength(2);
  expect(small.requests).toHaveLength(1);
  expect(thread.state.checkpoint).not.toBeNull();
});
