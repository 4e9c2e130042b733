import fc from "fast-check";
import { expect, test } from "vitest";
import { ExportReport } from "../../../src/dialects/shared/export-report.js";
import { histories } from "../../../src/testing/arbitraries/history.js";
import type { HistoryCommand } from "../../../src/testing/history-command.js";
import { renderCommand } from "../../../src/testing/render-history.js";
import { recordedItem } from "../../../src/testing/render-lines.js";
import { answer, build, COMPACT, END, rollBack, START, user } from "../../testing/by-hand.js";
import { linesOf } from "../shared/exporting.js";
import { expectSameLedger, exported, kindsOf, ledgerWords, readAgain } from "./exporting.js";

const USER = user("Hello.");
const SAY = answer("Good day.");

test("a thread, written as a pi session and read again, has the same words, pairs and order", async () => {
  await fc.assert(
    fc.asyncProperty(histories(), async ({ events }) => {
      await expectSameLedger(events, await exported(events));
    }),
    { numRuns: 80 },
  );
});

test("without edits a thread is one branch, and each answer says what it cost", async () => {
  const { events } = build(START, USER, SAY, USAGE, END, START, USER, SAY, USAGE, END).history();
  const bytes = await exported(events);
  const lines = linesOf(bytes);
  expect(lines.slice(2).map(({ parentId }) => parentId)).toEqual(
    lines.slice(1, -1).map(({ id }) => id),
  );
  expect(kindsOf(bytes).filter((kind) => kind.startsWith("message"))).toEqual([
    ...["message.user", "message.assistant", "message.user", "message.assistant"],
  ]);
  const state = await expectSameLedger(events, bytes);
  expect(state.usage.total).toMatchObject({ input: 200, output: 80, total: 280 });
  expect(state.turns.userTurns).toBe(2);
  expect(state.baseline?.envelope).toMatchObject({ model: "model-a" });
});

test("a rollback goes on after an earlier entry, and so does its redo", async () => {
  const builder = build(START, USER, SAY, END, START, USER, SAY, END);
  const events = [...builder.history().events];
  rollBack(builder, events.findLastIndex(({ type }) => type === "turn.started") - 1);
  const back = await exported(builder.history().events);
  expect(kindsOf(back).at(-1)).toBe("custom.refold.leaf");
  await expectSameLedger(builder.history().events, back);
  rollBack(builder, events.length - 1);
  const again = await exported(builder.history().events);
  expect(kindsOf(again).at(-1)).not.toBe("custom.refold.leaf"); // the newest entry is the leaf
  await expectSameLedger(builder.history().events, again);
});

test("a compaction that begins with its summary is one in pi", async () => {
  const builder = build(START, USER, SAY);
  renderCommand(builder, COMPACT);
  const bytes = await exported(builder.history().events);
  expect(kindsOf(bytes)).toContain("compaction");
  const state = await expectSameLedger(builder.history().events, bytes);
  expect(state.checkpoint?.trigger).toBe("foreign");
});

test("messages that a compaction keeps before its summary begin the summary", async () => {
  const builder = build(START, USER, SAY, END);
  renderCommand(builder, { ...COMPACT, keepMessages: 1 });
  const bytes = await exported(builder.history().events);
  expect(kindsOf(bytes).at(-1)).toBe("compaction");
  expect(String(linesOf(bytes).at(-1)?.summary)).toContain("Hello.\n\n");
  await expectSameLedger(builder.history().events, bytes);
});

test("a long output stands whole, and is not cut by a reader", async () => {
  const builder = build(START, USER);
  const output = "line of a long output\n".repeat(1_500);
  const item = { type: "function_call_output" as const, call_id: "call-1", output };
  const call = { type: "function_call" as const, call_id: "call-1", name: "read", arguments: "{}" };
  builder.append({ type: "item.recorded", data: recordedItem(call, "model") });
  builder.append({ type: "item.recorded", data: recordedItem(item, "tool") });
  const bytes = await exported(builder.history().events);
  const state = await readAgain(bytes);
  expect(ledgerWords(state).at(-1)).toContain(output);
});

test("tools of one name in two namespaces stay two", async () => {
  const builder = build(START, USER);
  for (const [index, namespace] of ["tides", "mcp__clock__"].entries()) {
    const name = { namespace, name: "read" };
    const call_id = `call-${index}`;
    const call = { type: "function_call" as const, call_id, ...name, arguments: "{}" };
    builder.append({ type: "item.recorded", data: recordedItem(call, "model") });
  }
  const state = await readAgain(await exported(builder.history().events));
  const calls = ledgerWords(state).filter((word) => word.startsWith("call "));
  expect(calls).toEqual(["call call-0 tides__read: {}", "call call-1 mcp__clock__read: {}"]);
});

test("what has no place in a pi session is listed, and nothing else", async () => {
  const builder = build(START, USER, { do: "request" }, { do: "request" }, { do: "snapshot" });
  const first = builder.head - 3;
  const search = { type: "web_search_call" as const, status: "completed" };
  builder.append({ type: "item.recorded", data: recordedItem(search, "model") });
  renderCommand(builder, { do: "rename", title: "a title" });
  const output = { type: "function_call_output" as const, call_id: "call-1", output: "no" };
  builder.append({
    type: "item.recorded",
    data: { ...recordedItem(output, "tool"), failed: true },
  });
  renderCommand(builder, END);
  const report = new ExportReport();
  const bytes = await exported(builder.history().events, { report });
  expect(report.notCarried).toEqual([
    { what: "request.sent", count: 2, firstAt: first },
    { what: "snapshot.taken", count: 1, firstAt: first + 2 },
    { what: "web_search_call items", count: 1, firstAt: first + 3 },
  ]);
  expect((await readAgain(bytes)).thread?.title).toBe("a title");
});

test("cache writes for an hour stay such, and what else counts of a price is listed", async () => {
  const builder = build(START, USER, SAY);
  const counts = {
    input: 100,
    cachedInput: 10,
    cacheWrite: 60,
    output: 20,
    reasoning: 0,
    total: 120,
  };
  const usage = { ...counts, longCacheWrite: 40, partial: true as const };
  const data = { usage, contextWindow: null, request: null, cost: 0.25 };
  const firstAt = builder.head;
  builder.append({ type: "usage.reported", data });
  const report = new ExportReport();
  const bytes = await exported(builder.history().events, { report });
  expect((await readAgain(bytes)).usage.total).toMatchObject({ ...counts, longCacheWrite: 40 });
  expect(report.notCarried).toEqual([
    { what: "recorded costs", count: 1, firstAt },
    { what: "marks of output that was counted in part", count: 1, firstAt },
  ]);
});

const USAGE: HistoryCommand = { do: "report-usage", input: 100, window: null };
