import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import type { EventSource } from "../../../../src/events/event-source.js";
import type { Item } from "../../../../src/events/item.js";
import {
  readAnswers,
  recordedModel,
} from "../../../../src/runtime/models/recorded/recorded-model.js";
import { recordedTools } from "../../../../src/runtime/models/recorded/recorded-tools.js";
import { scriptedModel, type ScriptStep } from "../../../../src/runtime/models/scripted-model.js";
import { openThread } from "../../../../src/runtime/open-thread.js";
import type { Thread } from "../../../../src/runtime/thread.js";
import { defineTool } from "../../../../src/runtime/tools/tool.js";
import { openSession } from "../../../../src/sessions/open-session.js";
import { memoryStore } from "../../../../src/store/memory.js";

const CONTEXT = { cwd: "/srv/tide" };
const count = defineTool({
  name: "count",
  description: "Counts.",
  parameters: z.object({ to: z.number() }),
  run: ({ to }) => (to < 0 ? { output: "too low", failed: true } : "n".repeat(to)),
});

function call(id: string, to: number): Item {
  return { type: "function_call", call_id: id, name: "count", arguments: JSON.stringify({ to }) };
}

async function run(thread: Thread, inputs: readonly string[], script: readonly ScriptStep[]) {
  const model = scriptedModel(script);
  for (const input of inputs) {
    await thread.runTurn(input, { model, tools: [count], context: CONTEXT });
  }
}

async function recordedThread(inputs: readonly string[], script: readonly ScriptStep[]) {
  const store = memoryStore();
  const thread = await openThread({ store });
  await run(thread, inputs, script);
  return { thread, store };
}

/** The agent once more, on a new thread, over what was recorded. */
async function runAgain(
  session: EventSource,
  inputs: readonly string[],
  blobs?: ReturnType<typeof memoryStore>["blobs"],
) {
  const thread = await openThread({ store: memoryStore() });
  const model = await recordedModel(session, { model: "scripted", provider: "scripted" });
  const { tools, differences } = await recordedTools(session, blobs === undefined ? {} : { blobs });
  for (const input of inputs) {
    await thread.runTurn(input, { model, tools, context: CONTEXT, compaction: false });
  }
  return { thread, differences: [...model.differences, ...differences], left: model.answers };
}

function itemsOf({ state }: Thread): readonly unknown[] {
  return state.ledger.entries.toArray().map(({ item, failed }) => ({ item, failed }));
}

const INPUTS = ["Count to three.", "Now further."];
const SCRIPT: readonly ScriptStep[] = [
  { items: [call("c1", 3), call("c2", -1)] },
  "Three.",
  { items: [call("c3", 90_000)] },
  "Enough.",
];

describe("an agent that is run again over its own session", () => {
  test("does the same again, bounded outputs and failed calls included, with no difference", async () => {
    const { thread, store } = await recordedThread(INPUTS, SCRIPT);
    const again = await runAgain(thread.source, INPUTS, store.blobs);
    expect(again.differences).toEqual([]);
    expect(itemsOf(again.thread)).toEqual(itemsOf(thread));
  });

  test("has no difference whatever was recorded", async () => {
    const answers = fc.array(
      fc.oneof(
        fc.array(fc.integer({ min: -1, max: 5 }), { minLength: 1, maxLength: 3 }),
        fc.string(),
      ),
      { maxLength: 5 },
    );
    const property = fc.asyncProperty(answers, async (made) => {
      let id = 0;
      const script = made.map((answer): ScriptStep =>
        typeof answer === "string"
          ? { items: [said(answer)] }
          : { items: answer.map((to) => call(`c${id++}`, to)) },
      );
      const turns = made.filter((answer) => typeof answer === "string").length + 1;
      const inputs = Array.from({ length: turns }, (_, at) => `Turn ${at}.`);
      const { thread } = await recordedThread(inputs, [...script, "The end."]);
      const again = await runAgain(thread.source, inputs);
      expect(again.differences).toEqual([]);
      expect(itemsOf(again.thread)).toEqual(itemsOf(thread));
    });
    await fc.assert(property, { numRuns: 25 });
  });

  test("names what it was asked otherwise, once, with its offset", async () => {
    const { thread, store } = await recordedThread(INPUTS, SCRIPT);
    const offset = thread.state.ledger.entries
      .toArray()
      .find(({ origin }) => origin === "user")?.ref;
    const again = await runAgain(thread.source, ["Count to four.", "Now further."], store.blobs);
    expect(again.differences).toMatchObject([{ kind: "item-changed", request: 1, ref: offset }]);
  });

  test("names calls that were made otherwise, or not at all, with their offsets", async () => {
    const { thread } = await recordedThread(INPUTS, SCRIPT);
    const { tools, differences } = await recordedTools(thread.source);
    const other = await openThread({ store: memoryStore() });
    const model = scriptedModel([{ items: [call("c1", 4), call("c9", 1)] }, "Four?"]);
    await other.runTurn("Go.", { model, tools });
    const offset = thread.state.ledger.entries
      .toArray()
      .find(({ item }) => item.type === "function_call")?.ref;
    expect(differences).toEqual([
      { kind: "arguments", request: null, ref: offset, index: null },
      { kind: "call-unknown", request: null, ref: null, index: null },
    ]);
    const outputs = other.state.ledger.entries
      .toArray()
      .flatMap(({ item }) => (item.type === "function_call_output" ? [item.output] : []));
    expect(outputs).toEqual(["nnn", "the session has no such call"]);
  });

  test("says when it asks more often than was recorded", async () => {
    const { thread } = await recordedThread(["Hi."], ["Hello."]);
    const model = await recordedModel(thread.source);
    const other = await openThread({ store: memoryStore() });
    await other.runTurn("Hi.", { model, compaction: false });
    await expect(other.runTurn("Again.", { model, compaction: false })).rejects.toMatchObject({
      code: "invalid-argument",
    });
    expect(model.differences.at(-1)).toMatchObject({ kind: "no-answer-left", request: 2 });
  });

  test("gives only answers that survive the session's rollbacks", async () => {
    const { thread } = await recordedThread(["One.", "Two."], ["First.", "Second."]);
    await thread.rollback({ turns: 1 });
    await run(thread, ["Three."], ["Third."]);
    const again = await runAgain(thread.source, ["One.", "Three."]);
    expect(again.differences).toEqual([]);
    expect(JSON.stringify(itemsOf(again.thread))).toContain("Third.");
    expect(JSON.stringify(itemsOf(again.thread))).not.toContain("Second.");
  });
});

test("a session of another tool gives an answer for each time its model began to speak", async () => {
  const path = fileURLToPath(new URL("../../../../fixtures/clean.jsonl", import.meta.url));
  const session = await openSession(path);
  const answers = await readAnswers(session.source);
  expect(answers.length).toBeGreaterThan(0);
  expect(answers.every(({ items }) => items.length > 0)).toBe(true);
  const inputs = answers.flatMap(({ state }, at) =>
    state.turns.userTurns === answers[at - 1]?.state.turns.userTurns ? [] : ["Go on."],
  );
  const again = await runAgain(session.source, inputs);
  expect(again.differences.filter(({ kind }) => kind === "call-unknown")).toEqual([]);
  const offsets = again.differences.flatMap(({ ref }) => (ref === null ? [] : [ref]));
  expect(offsets.length).toBeGreaterThan(0); // this agent has another context than the recorded one
  await session.close();
});

function said(text: string): Item {
  return { type: "message", role: "assistant", content: [{ type: "output_text", text }] };
}
