import { setImmediate } from "node:timers/promises";
import fc from "fast-check";
import { expect, test, vi } from "vitest";
import type { Item } from "../../../src/events/item.js";
import { answerCalls, callsToAnswer } from "../../../src/runtime/tools/answer-calls.js";
import { defineTextTool } from "../../../src/runtime/tools/tool.js";

const output = (id: string): Item => ({
  ...{ type: "function_call_output", call_id: id, output: "done" },
});
const call = (id: string): Item => ({
  ...{ type: "function_call", call_id: id, name: "shell", arguments: "{}" },
});
const search = (execution: string, id: string | null): Item => ({
  ...{ type: "tool_search_call", call_id: id, execution, arguments: {} },
});

function toAnswer(items: readonly Item[]) {
  const calls = callsToAnswer(items.map((item) => ({ item, origin: "model" as const })));
  return calls.map(({ call_id }) => call_id);
}

test("calls that the answer itself answers are left alone, all others are to be answered, in order", () => {
  const ids = fc.uniqueArray(fc.constantFrom("c1", "c2", "c3", "c4"));
  const property = fc.property(ids, fc.subarray(["c1", "c2", "c3", "c4"]), (called, answered) => {
    const items = [...called.map(call), ...answered.map(output)];
    expect(toAnswer(items)).toEqual(called.filter((id) => !answered.includes(id)));
  });
  fc.assert(property);
});

test("a search for tools is to be answered where the client runs it, and has an id to be answered by", () => {
  const items = [
    ...[search("client", "s1"), search("client", null)],
    ...[search("server", "s2"), search("server", null)],
  ];
  expect(toAnswer(items)).toEqual(["s1"]);
});

test("a tool without any limit of time is waited for", async () => {
  const slow = defineTextTool({
    ...{ name: "shell", description: "Takes its time." },
    run: async () => {
      for (let turn = 0; turn < 50; turn++) await setImmediate();
      return "done";
    },
  });
  const signal = new AbortController().signal;
  const limits = { turn: "01", timeoutMs: Infinity, signal, parallel: true };
  const calls = callsToAnswer([{ item: call("c1"), origin: "model" }]);
  const outputs: unknown[] = [];
  for await (const one of answerCalls(calls, [slow], limits)) outputs.push(one);
  expect(outputs).toMatchObject([{ item: { output: "done" }, failed: false }]);
});

test("calls of a turn that was aborted before are answered so at once, whatever their tools do", async () => {
  const endless = defineTextTool({
    ...{ name: "shell", description: "Never ends." },
    run: () => new Promise<string>(() => undefined),
  });
  const limits = { turn: "01", timeoutMs: 60_000, signal: AbortSignal.abort(), parallel: true };
  const calls = callsToAnswer([{ item: call("c1"), origin: "model" }]);
  const outputs: unknown[] = [];
  for await (const one of answerCalls(calls, [endless], limits)) outputs.push(one);
  expect(outputs).toMatchObject([{ item: { call_id: "c1", output: "aborted" }, failed: true }]);
});

test("after the turn's signal no tool is started", async () => {
  const controller = new AbortController();
  const started: string[] = [];
  const stop = defineTextTool({
    ...{ name: "shell", description: "Stops the turn." },
    run: (_, { callId }) => {
      started.push(callId);
      controller.abort();
      return "done";
    },
  });
  const calls = callsToAnswer(["c1", "c2"].map((id) => ({ item: call(id), origin: "model" })));
  for (const parallel of [true, false]) {
    const limits = { turn: "01", timeoutMs: 60_000, signal: controller.signal, parallel };
    const outputs: unknown[] = [];
    for await (const one of answerCalls(calls, [stop], limits)) outputs.push(one);
    expect(outputs).toMatchObject([{ failed: true }, { item: { output: "aborted" } }]);
  }
  expect(started).toEqual(["c1"]);
});

test("what is neither a text nor a list of texts and images has failed", async () => {
  const cyclic: Record<string, unknown> = { type: "input_text", text: "A ring." };
  cyclic["self"] = cyclic;
  const results = [
    ...[
      undefined,
      null,
      5,
      { content: "A text." },
      { failed: true },
      [{ type: "text", text: "A" }],
    ],
    ...[{ output: 5, failed: false }, [cyclic]],
  ];
  const limits = { timeoutMs: 60_000, signal: new AbortController().signal, parallel: true };
  for (const result of results) {
    const run = vi.fn().mockResolvedValue(result);
    const odd = { declaration: { kind: "custom" as const, name: "shell" }, run };
    const calls = callsToAnswer(["c1", "c2"].map((id) => ({ item: call(id), origin: "model" })));
    for await (const { item, failed } of answerCalls(calls, [odd], { ...limits, turn: "01" })) {
      expect(item).toHaveProperty("output", expect.stringMatching(/^the tool failed: /));
      expect(failed).toBe(true);
    }
  }
});
