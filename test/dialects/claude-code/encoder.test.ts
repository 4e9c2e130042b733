import fc from "fast-check";
import { expect, test } from "vitest";
import { ExportReport } from "../../../src/dialects/shared/export-report.js";
import { isJsonObject } from "../../../src/events/json.js";
import { isKnownEvent } from "../../../src/events/known-event.js";
import { refOffset } from "../../../src/reducers/item-refs.js";
import { factsOf, itemsOf } from "../../../src/reducers/reduce.js";
import { histories } from "../../../src/testing/arbitraries/history.js";
import type { HistoryCommand, ToolCall } from "../../../src/testing/history-command.js";
import { renderCommand } from "../../../src/testing/render-history.js";
import { recordedItem } from "../../../src/testing/render-lines.js";
import { answer, build, COMPACT, END, rollBack, START, user } from "../../testing/by-hand.js";
import { linesOf } from "../shared/exporting.js";
import { expectSameState, exported, kindsOf, readAgain } from "./exporting.js";

const USER = user("Hello.");
const SAY = answer("Good day.");

test("a thread, written as a transcript and read again, has the same ledger and usage", async () => {
  await fc.assert(
    fc.asyncProperty(histories(), async ({ events }) => {
      await expectSameState(events, await exported(events));
    }),
    { numRuns: 80 },
  );
  expect.hasAssertions();
});

test("what is appended is one branch: every line follows the one before it", async () => {
  const lines = linesOf(await exported(build(START, USER, CALLS, SAY, END).history().events));
  const placed = lines.filter(({ uuid }) => typeof uuid === "string");
  expect(placed.map(({ parentUuid }) => parentUuid)).toEqual([
    null,
    ...placed.slice(0, -1).map(({ uuid }) => uuid),
  ]);
  expect(lines[0]).toMatchObject({ type: "mode", sessionId: lines[1]?.sessionId });
});

test("a call that failed is an error, and an answer's lines share their id and say what it cost", async () => {
  const builder = build(START, USER, CALLS);
  const cache = { cachedInput: 10, cacheWrite: 5, longCacheWrite: 4 };
  const usage = { input: 30, ...cache, output: 7, reasoning: 0, total: 37 };
  builder.append({ type: "usage.reported", data: { usage, contextWindow: null, request: null } });
  renderCommand(builder, SAY);
  const lines = linesOf(await exported(builder.history().events));
  const answers = lines.filter(({ type }) => type === "assistant").map(({ message }) => message);
  const counts = {
    ...{ input_tokens: 15, cache_read_input_tokens: 10, cache_creation_input_tokens: 5 },
    cache_creation: { ephemeral_5m_input_tokens: 1, ephemeral_1h_input_tokens: 4 },
  };
  expect(answers).toMatchObject([
    { id: isJsonObject(answers[1]) ? answers[1].id : "", usage: { ...counts, output_tokens: 7 } },
    { content: [{ type: "tool_use", id: "call-4-1" }], usage: { ...counts, output_tokens: 7 } },
    { content: [{ type: "text", text: "Good day." }] },
  ]);
  const failed = { tool_use_id: "call-4-1", type: "tool_result", content: "no", is_error: true };
  expect(lines.map(({ message }) => message)).toContainEqual({ role: "user", content: [failed] });
});

test("running totals that begin anew, as a resumed session's may, tell nothing again", async () => {
  const builder = build(START, USER, SAY);
  const usage = { input: 30, cachedInput: 0, cacheWrite: 0, output: 7, reasoning: 0, total: 37 };
  const totals = { ...usage, input: 300, total: 307 };
  const report = (data: object) =>
    builder.append({
      type: "usage.reported",
      data: { usage, contextWindow: null, request: null, ...data },
    });
  report({ totals });
  for (const command of [END, START, USER, SAY]) renderCommand(builder, command);
  report({ totals: usage });
  const { events } = builder.history();
  const bytes = await exported(events);
  expect(kindsOf(bytes).filter((kind) => kind === "assistant")).toHaveLength(2);
  await expectSameState(events, bytes);
  const { state } = await readAgain(bytes);
  expect(state.usage.total).toMatchObject({ input: 60, output: 14 });
});

test("a rollback is a branch after the line of that time", async () => {
  const builder = build(START, USER, SAY, END);
  const to = builder.head - 1;
  for (const command of [START, USER, SAY, END]) renderCommand(builder, command);
  const before = linesOf(await exported(builder.history().events.slice(0, to + 1)));
  rollBack(builder, to);
  renderCommand(builder, USER);
  const bytes = await exported(builder.history().events);
  expect(linesOf(bytes).at(-1)).toMatchObject({ type: "user", parentUuid: before.at(-1)?.uuid });
  expect(kindsOf(bytes)).not.toContain("system.compact_boundary");
});

test("a thread that ends with a rollback opens at what it went back to", async () => {
  const builder = build(START, USER, SAY, END);
  const to = builder.head - 1;
  for (const command of [START, USER, SAY, END]) renderCommand(builder, command);
  rollBack(builder, to);
  const { events } = builder.history();
  await expectSameState(events, await exported(events));
});

test("a history whose end is trimmed goes on after what stayed, which is not written again", async () => {
  const builder = build(START, USER, SAY, END);
  for (let round = 0; round < 3; round += 1) {
    const from = builder.head;
    for (const command of [START, USER, SAY, END]) renderCommand(builder, command);
    const all = builder.state.ledger.entries.toArray().map(({ ref }) => ref);
    const refs = all.filter((ref) => refOffset(ref) >= from);
    const words = { strategy: "rollback", reason: "turns", clearsBaseline: false };
    const data = { refs, ...words, historyVersion: round };
    builder.append({ type: "history.trimmed", data });
  }
  renderCommand(builder, USER);
  const { events } = builder.history();
  const bytes = await exported(events);
  const kinds = kindsOf(bytes);
  const items = events.flatMap((event) => itemsOf(event));
  expect(kinds.filter((kind) => kind === "user" || kind === "assistant")).toHaveLength(
    items.length,
  );
  expect(kinds).not.toContain("system.compact_boundary");
  await expectSameState(events, bytes);
});

test("a compaction is a boundary, and its summary stands where it stood", async () => {
  const builder = build(START, USER, SAY, END);
  renderCommand(builder, { ...COMPACT, keepMessages: 1 });
  for (const command of [START, USER, SAY, END]) renderCommand(builder, command);
  const { events } = builder.history();
  const bytes = await exported(events);
  const lines = linesOf(bytes);
  const boundary = lines.findIndex(({ subtype }) => subtype === "compact_boundary");
  expect(lines[boundary]).toMatchObject({
    ...{ parentUuid: null, logicalParentUuid: lines[boundary - 1]?.uuid },
    compactMetadata: { trigger: "manual" },
  });
  expect(lines.slice(boundary + 1, boundary + 3)).toMatchObject([
    { type: "user", parentUuid: lines[boundary]?.uuid },
    { type: "user", isCompactSummary: true, isVisibleInTranscriptOnly: true },
  ]);
  const { events: again } = await readAgain(bytes);
  expect(
    again
      .filter(isKnownEvent)
      .flatMap(factsOf)
      .map(({ type }) => type),
  ).toContain("history.compacted");
  await expectSameState(events, bytes);
});

test("outputs that were cleared with Claude Code's own words are a microcompaction", async () => {
  const builder = build(START, USER, CALLS, SAY);
  const refs = builder
    .history()
    .events.filter(
      ({ type, data }) =>
        type === "item.recorded" && JSON.stringify(data).includes("function_call_output"),
    )
    .map(({ offset }) => offset);
  const placeholder = "[Old tool result content cleared]";
  builder.append({ type: "outputs.cleared", data: { refs, placeholder, historyVersion: 1 } });
  const { events } = builder.history();
  const bytes = await exported(events);
  expect(linesOf(bytes).at(-1)).toMatchObject({
    ...{ subtype: "microcompact_boundary" },
    microcompactMetadata: { compactedToolIds: ["call-4-0", "call-4-1"] },
  });
  await expectSameState(events, bytes);
});

test("what has no place in a transcript is listed, and nothing else", async () => {
  const builder = build(START, USER, { do: "request" }, { do: "snapshot" });
  const first = builder.head - 2;
  renderCommand(builder, { do: "rename", title: "a title" });
  const thought = { type: "reasoning" as const, summary: [], encrypted_content: "x" };
  builder.append({ type: "item.recorded", data: recordedItem(thought, "model") });
  renderCommand(builder, { do: "end-turn", aborted: true });
  const report = new ExportReport();
  const bytes = await exported(builder.history().events, { report });
  expect(report.notCarried).toMatchObject([
    { what: "settings but for model and folder", count: 1 },
    { what: "request.sent", count: 1, firstAt: first },
    { what: "snapshot.taken", count: 1, firstAt: first + 1 },
    { what: "reasoning that is not Anthropic's", count: 1, firstAt: first + 3 },
    { what: "turn.aborted", count: 1, firstAt: first + 4 },
  ]);
  expect(linesOf(bytes)).toContainEqual({
    ...{ type: "custom-title", customTitle: "a title", sessionId: linesOf(bytes)[0]?.sessionId },
  });
});

test("a long output stands whole, and is not cut by a reader", async () => {
  const builder = build(START, USER);
  const call = { type: "function_call" as const, call_id: "call-1", name: "read", arguments: "{}" };
  builder.append({ type: "item.recorded", data: recordedItem(call, "model") });
  const output = "line of a long output\n".repeat(1_500);
  const item = { type: "function_call_output" as const, call_id: "call-1", output };
  builder.append({ type: "item.recorded", data: recordedItem(item, "tool") });
  const { events } = builder.history();
  await expectSameState(events, await exported(events));
});

const CALLS: HistoryCommand = { do: "call", calls: [toolCall("1", false), toolCall("2", true)] };

function toolCall(number: string, failed: boolean): ToolCall {
  const call_id = `call-${number}`;
  return {
    call: { type: "function_call", call_id, name: "read", arguments: "{}" },
    output: { type: "function_call_output", call_id, output: failed ? "no" : "yes" },
    ...{ answered: true, failed, bounded: false },
  };
}
