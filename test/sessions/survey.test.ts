import { expect, test } from "vitest";
import type { Fact } from "../../src/events/event.js";
import { accountantOf, openForeign } from "../../src/dialects/dialects.js";
import { SessionOutline } from "../../src/sessions/listing/session-outline.js";
import { surveySession } from "../../src/sessions/survey.js";
import {
  answered,
  called,
  compacted,
  recorded,
  rolledBack,
  said,
  sampleEvents,
  sampleSource,
  started,
  turnCompleted,
  turnStarted,
  used,
} from "../cli/replay/sample-session.js";
import { memoryBytes } from "../dialects/shared/memory-bytes.js";

const survey = (facts: readonly Fact[]) => surveySession(sampleSource(sampleEvents(facts)));

test("a turn lasts from its start to the next one, and surviving user turns are numbered", async () => {
  const outline = await survey([
    started,
    turnStarted("m-1"),
    said("user", "first"),
    said("assistant", "yes"),
    turnCompleted,
    turnStarted("m-2"),
    said("user", "second"),
  ]);
  expect(
    outline.turns.map(({ number, offset, endOffset, words, model }) => [
      number,
      offset,
      endOffset,
      words,
      model,
    ]),
  ).toEqual([
    [1, 1, 4, "first", "m-1"],
    [2, 5, 6, "second", "m-2"],
  ]);
  expect(outline.models).toEqual(["m-1", "m-2"]);
});

test("without lifecycle events a turn begins with each thing that the user says", async () => {
  const outline = await survey([
    started,
    said("user", "a"),
    said("assistant", "b"),
    said("user", "c"),
  ]);
  expect(outline.turns.map(({ number, offset }) => [number, offset])).toEqual([
    [1, 1],
    [2, 3],
  ]);
});

test("a turn without the user, and a rolled-back turn, take no number", async () => {
  const outline = await survey([
    started,
    turnStarted("m"),
    said("user", "first"),
    turnStarted("m"),
    said("user", "gone"),
    rolledBack(2, 1),
    turnStarted("m"),
    compacted("all of it"),
    turnStarted("m"),
    said("user", "second"),
  ]);
  expect(outline.turns.map(({ number, rolledBackAt }) => [number, rolledBackAt])).toEqual([
    [1, null],
    [null, 5],
    [null, null],
    [2, null],
  ]);
});

test("a redo brings a turn's number back", async () => {
  const outline = await survey([
    started,
    said("user", "first"),
    said("user", "second"),
    rolledBack(1, 1),
    rolledBack(2, 2),
  ]);
  expect(outline.turns.map(({ number }) => number)).toEqual([1, 2]);
});

test("a turn that a rollback closed and a redo brought back ends as it did, with the title of that time", async () => {
  const back: Fact = {
    type: "turn.aborted",
    data: { reason: "rolled-back", durationMs: null, totals: null },
  };
  const facts = [
    started,
    turnStarted("m"),
    { type: "thread.renamed", data: { title: "tides" } } as const,
    said("user", "first"),
    turnCompleted,
    rolledBack(1, 1),
    back,
  ];
  const undone = await survey(facts);
  expect(undone.title).toBe(null);
  expect(undone.turns).toMatchObject([{ end: { kind: "aborted" }, endOffset: 6, number: null }]);
  const redone = await survey([...facts, rolledBack(4, 0)]);
  expect(redone.title).toBe("tides");
  expect(redone.turns).toMatchObject([{ end: { kind: "completed" }, endOffset: 7, number: 1 }]);
  const gone = await survey([...facts.slice(0, 5), rolledBack(0, 1)]);
  expect(gone.turns).toMatchObject([{ end: { kind: "completed" }, endOffset: 4, number: null }]);
});

test("a foreign session's surgery on the ledger marks the turns that it took", async () => {
  const outline = await survey([
    started,
    said("user", "first"),
    said("user", "gone"),
    said("assistant", "gone too"),
    {
      type: "history.trimmed",
      data: {
        refs: [2, 3],
        strategy: "foreign",
        reason: "foreign-rollback",
        clearsBaseline: false,
        historyVersion: 1,
      },
    },
  ]);
  expect(outline.turns.map(({ number, rolledBackAt }) => [number, rolledBackAt])).toEqual([
    [1, null],
    [null, 4],
  ]);
});

test("tools, tokens and damage are counted over all that happened", async () => {
  const outline = await survey([
    started,
    said("user", "go"),
    called("shell", { command: ["ls"] }, "c1"),
    answered("a.txt", "c1"),
    called("shell", { command: ["pwd"] }, "c2"),
    used(100, 10),
    used(200, 20),
    recorded({ type: "reasoning", summary: [] }, "model"),
  ]);
  expect([...outline.tools]).toEqual([["shell", 2]]);
  expect(outline.usage?.input).toBe(300);
  expect(outline.turns[0]).toMatchObject({ requests: 2, outputTokens: 30, lastTotal: 220 });
  expect(outline.items).toBe(5);
});

test("a request costs what lists and sums count, also where a Codex context stands before its turn", async () => {
  const line = (type: string, payload: object) =>
    JSON.stringify({ timestamp: "2026-04-02T08:00:00.000Z", type, payload });
  const usage = { input_tokens: 1_000, output_tokens: 10, total_tokens: 1_010 };
  const info = { total_token_usage: usage, last_token_usage: usage };
  const content = [{ type: "input_text", text: "High water?" }];
  const lines = [
    line("session_meta", { id: "019d4d4a-1b58-7aa3-b6c4-0d5e8f31a7c9", cwd: "/tide" }),
    line("turn_context", { cwd: "/tide", model: "gpt-5.2", approval_policy: "never" }),
    line("event_msg", { type: "task_started" }),
    line("response_item", { type: "message", role: "user", content }),
    line("event_msg", { type: "token_count", info }),
  ];
  const { source } = (await openForeign(memoryBytes(`${lines.join("\n")}\n`))).rollout;
  const listed = new SessionOutline("tide.jsonl");
  for await (const event of source.read()) listed.take(event);
  const { spend } = await surveySession(source, {}, { accountantOf });
  expect(spend).toMatchObject({ unpriced: 0, cost: listed.spent.cost });
});
