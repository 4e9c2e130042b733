import fc from "fast-check";
import { expect, test } from "vitest";
import { SUMMARY_PREFIX } from "../../../src/codex-strings.js";
import { ExportReport } from "../../../src/dialects/shared/export-report.js";
import { isJsonObject } from "../../../src/events/json.js";
import { boundItem } from "../../../src/reducers/bounding.js";
import { memoryStore } from "../../../src/store/memory.js";
import { histories } from "../../../src/testing/arbitraries/history.js";
import { pngBytes } from "../../../src/testing/arbitraries/texts.js";
import { renderCommand } from "../../../src/testing/render-history.js";
import { message, recordedItem } from "../../../src/testing/render-lines.js";
import { answer, build, COMPACT, END, rollBack, START, user } from "../../testing/by-hand.js";
import { linesOf } from "../shared/exporting.js";
import { expectSameState, exported, kindsOf, readAgain } from "./exporting.js";

const USER = user("Hello.");
const SAY = answer("Good day.");
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

test("a thread, written as a rollout and read again, has the same ledger, usage, and baseline or none", async () => {
  await fc.assert(
    fc.asyncProperty(histories(), async ({ events }) => {
      await expectSameState(events, await exported(events));
    }),
    { numRuns: 150 },
  );
});

test("without edits a thread is written without checkpoints, and its baseline stays", async () => {
  const { events } = build(START, USER, SAY, END, START, USER, SAY, END).history();
  const bytes = await exported(events);
  expect(kindsOf(bytes)).toEqual([
    "session_meta",
    ...turnKinds({ contextItems: 4 }),
    ...turnKinds({ contextItems: 0 }),
  ]);
  const { state } = await readAgain(bytes);
  expect(state.baseline?.envelope).toMatchObject({ model: "model-a", cwd: "/work" });
  expect(state.turns).toMatchObject({ userTurns: 2, completed: 2, running: null });
  await expectSameState(events, bytes);
});

test("a rollback by whole turns is written as one, by any other place as a checkpoint", async () => {
  const builder = build(START, USER, SAY, END, START, USER, SAY, END);
  const secondTurn = builder.history().events.findLastIndex(({ type }) => type === "turn.started");
  const byTurn = [...builder.history().events];
  rollBack(builder, secondTurn - 1);
  const whole = await exported(builder.history().events);
  expect(kindsOf(whole).slice(-1)).toEqual(["event_msg.thread_rolled_back"]);
  expect(linesOf(whole).at(-1)?.payload).toMatchObject({ num_turns: 1 });
  await expectSameState(builder.history().events, whole);
  // The redo of it, and a rollback into the middle of a turn.
  for (const to of [byTurn.length - 1, secondTurn + 2]) {
    rollBack(builder, to);
    const bytes = await exported(builder.history().events);
    expect(kindsOf(bytes)).toContain("compacted");
    await expectSameState(builder.history().events, bytes);
  }
});

test("what follows a rollback is a turn of its own, so that it is not lost with the one discarded", async () => {
  const builder = build(START, USER, SAY, END, START, USER, SAY, END);
  const { events } = builder.history();
  rollBack(builder, events.findLastIndex(({ type }) => type === "turn.started") - 1);
  renderCommand(builder, SAY);
  const bytes = await exported(builder.history().events);
  expect(kindsOf(bytes).slice(-3)).toEqual([
    "event_msg.thread_rolled_back",
    "event_msg.task_started",
    "response_item.message",
  ]);
  await expectSameState(builder.history().events, bytes);
});

test("a compaction is written with its list, and with the line by which Codex knows a summary", async () => {
  const builder = build(START, USER, SAY, END);
  renderCommand(builder, { ...COMPACT, keepMessages: 1 });
  const bytes = await exported(builder.history().events);
  const { payload } = linesOf(bytes).find(({ type }) => type === "compacted") ?? {};
  if (!isJsonObject(payload)) throw new TypeError("no payload");
  expect(payload.message).toMatch(SUMMARY_PREFIX);
  expect(payload.replacement_history).toHaveLength(2);
  const { state } = await readAgain(bytes);
  expect(state.ledger.entries.toArray().map(({ summary }) => summary)).toEqual([undefined, true]);
  await expectSameState(builder.history().events, bytes);
});

test("a bounded output is written whole where reading bounds it to the same, its images inline", async () => {
  const { blobs } = memoryStore();
  const builder = build(START, USER);
  const text = "line of a long output\n".repeat(8_000);
  const policy = { mode: "tokens", limit: 10_000 } as const;
  const whole = { type: "function_call_output" as const, call_id: "call-1", output: text };
  const { item, cut } = boundItem(whole, policy);
  if (cut === null) throw new TypeError("nothing was cut");
  const original = await blobs.put(Buffer.from(cut.original));
  const { originalBytes, removedTokens } = cut;
  const bounded = { policy, originalBytes, removedTokens, original };
  const call = { type: "function_call" as const, call_id: "call-1", name: "read", arguments: "{}" };
  builder.append({ type: "item.recorded", data: recordedItem(call, "model") });
  builder.append({ type: "item.recorded", data: { ...recordedItem(item, "tool"), bounded } });
  const png = pngBytes(2, 2);
  const hash = await blobs.put(png);
  const url = `data:image/png;base64,${png.toString("base64")}`;
  const facts = {
    payloadBytes: png.toString("base64").length,
    decoded: true,
    mediaType: "image/png",
  };
  const blob = { hash, urlPrefix: "data:image/png;base64,", ...facts, width: 2, height: 2 };
  const image = { type: "input_image" as const, image_url: `blob:${hash}`, blob };
  const seen = { type: "message" as const, role: "user", content: [image] };
  builder.append({ type: "item.recorded", data: recordedItem(seen, "user") });
  const report = new ExportReport();
  const bytes = await exported(builder.history().events, { blobs, report });
  const payloads = linesOf(bytes).map(({ payload }) => payload);
  expect(payloads).toContainEqual(whole);
  expect(payloads).toContainEqual({ ...seen, content: [{ type: "input_image", image_url: url }] });
  expect(report.notCarried).toEqual([]);
  await expectSameState(builder.history().events, bytes);
});

test("a bounded output whose original is gone stands as it was, and is not cut once more", async () => {
  const builder = build(START, USER);
  const output = `${"head ".repeat(8_000)}…9 tokens truncated…${"tail ".repeat(8_000)}`;
  const item = { type: "function_call_output" as const, call_id: "call-1", output };
  const original = `sha256-${"0".repeat(64)}`;
  const policy = { mode: "tokens", limit: 20_000 } as const;
  const bounded = { policy, originalBytes: 99_000, removedTokens: 9, original };
  builder.append({ type: "item.recorded", data: { ...recordedItem(item, "tool"), bounded } });
  const report = new ExportReport();
  const { events } = builder.history();
  const bytes = await exported(events, { report });
  expect(linesOf(bytes).map(({ payload }) => payload)).toContainEqual(item);
  expect(kindsOf(bytes).slice(-2)).toEqual(["compacted", "turn_context"]);
  expect(report.notCarried).toEqual([
    { what: "originals of bounded outputs", count: 1, firstAt: builder.head - 1 },
  ]);
  await expectSameState(events, bytes);
});

test("what has no place in a rollout is listed, and nothing else", async () => {
  const builder = build(START, USER, { do: "request" }, { do: "request" }, { do: "snapshot" });
  const first = builder.head - 3;
  const words = { text: "Be kind.", hash: `sha256-${"1".repeat(64)}` };
  builder.append({ type: "instructions.set", data: { ...words, text: "Be brief." } });
  builder.append({ type: "instructions.set", data: words });
  const output = { type: "function_call_output" as const, call_id: "call-1", output: "no" };
  const failed = { ...recordedItem(output, "tool"), failed: true };
  builder.append({ type: "item.recorded", data: failed });
  renderCommand(builder, END);
  const report = new ExportReport();
  const bytes = await exported(builder.history().events, { report });
  expect(report.notCarried).toEqual([
    { what: "request.sent", count: 2, firstAt: first },
    { what: "snapshot.taken", count: 1, firstAt: first + 2 },
    { what: "instructions.set", count: 1, firstAt: first + 3 },
    { what: "marks of failed tool calls", count: 1, firstAt: first + 5 },
  ]);
  expect(linesOf(bytes)[0]?.payload).toMatchObject({ base_instructions: { text: "Be kind." } });
});

test("a title is written as Codex writes a name, and again where Codex would keep one that went", async () => {
  const builder = build(START, USER, SAY, END);
  const unnamed = builder.head - 1;
  renderCommand(builder, { do: "rename", title: "tides" });
  renderCommand(builder, { do: "rename", title: "high water" });
  const { events } = builder.history();
  const lines = linesOf(await exported(events)).slice(-2);
  const written = lines.map(({ payload }) => payload);
  const uuid: unknown = expect.stringMatching(UUID);
  const named = { type: "thread_name_updated", thread_id: uuid };
  expect(written).toEqual([
    { ...named, thread_name: "tides" },
    { ...named, thread_name: "high water" },
  ]);
  for (const [to, name] of [
    [unnamed + 1, { thread_name: "tides" }],
    [unnamed, {}],
  ] as const) {
    rollBack(builder, to);
    const bytes = await exported(builder.history().events);
    expect(linesOf(bytes).at(-1)?.payload).toEqual({ ...named, ...name });
    await expectSameState(builder.history().events, bytes);
  }
});

test("a title that a thread began with is written after the file's first line", async () => {
  const [started, ...others] = build(START, USER, SAY, END).history().events;
  if (started?.type !== "thread.started") throw new TypeError("no start");
  const events = [{ ...started, data: { ...started.data, title: "tides" } }, ...others];
  const bytes = await exported(events);
  expect(kindsOf(bytes)[1]).toBe("event_msg.thread_name_updated");
  await expectSameState(events, bytes);
});

test("a user's message is one for Codex, whatever its text looks like", async () => {
  const text = "<environment_context>typed by hand</environment_context>";
  const builder = build(START);
  builder.append({ type: "item.recorded", data: recordedItem(message("user", text), "user") });
  const bytes = await exported(builder.history().events);
  expect(kindsOf(bytes).slice(-1)).toEqual(["event_msg.user_message"]);
  expect(linesOf(bytes).at(-1)?.payload).toMatchObject({ message: text });
});

/** The lines of a turn in which somebody speaks and is answered. */
function turnKinds({ contextItems }: { readonly contextItems: number }): readonly string[] {
  const context = Array.from({ length: contextItems }, () => "response_item.message");
  const said = ["response_item.message", "event_msg.user_message", "response_item.message"];
  const ended = "event_msg.task_complete";
  return ["event_msg.task_started", ...context, "turn_context", ...said, ended];
}
