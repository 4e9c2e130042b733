import { describe, expect, test } from "vitest";
import type { Fact, LogEvent } from "../../../src/events/event.js";
import { countItemBytes } from "../../../src/events/item-bytes.js";
import type { Item, Origin } from "../../../src/events/item.js";
import { findModel } from "../../../src/models/find-model.js";
import { estimatorFor } from "../../../src/projections/tokens/content-estimator.js";
import { dominantScript } from "../../../src/projections/tokens/script-aware.js";
import { projectEstimateErrors } from "../../../src/projections/views/estimate-errors.js";
import { listSource } from "../../../src/testing/definition.js";
import { HistoryBuilder } from "../../../src/testing/history-builder.js";

const MODEL = "claude-opus-4-5";
const estimator = estimatorFor(findModel(MODEL).model);
/** What every request has and the session does not record. */
const UNRECORDED = 5_000;

const asks = message("user", "What does the shop sell on Sundays? ".repeat(40));
const answers = message("assistant", "Flowers, mostly. ".repeat(60));

function message(role: "user" | "assistant", text: string): Item {
  const type = role === "user" ? "input_text" : "output_text";
  return { type: "message", role, content: [{ type, text }] };
}

function recorded(item: Item, origin: Origin): Fact {
  return { type: "item.recorded", data: { item, origin, countedBytes: countItemBytes(item) } };
}

/** A report of a request that held these items. */
function reported(held: readonly Item[], { more = 0, repeats = 0 } = {}): Fact {
  const tokens = held.reduce((sum, item) => sum + estimator.item(item, 0), UNRECORDED + more);
  const usage = { input: tokens, cachedInput: 0, cacheWrite: 0, output: 1, reasoning: 0, total: 0 };
  const totals = repeats === 0 ? {} : { totals: { ...usage, total: repeats } };
  return {
    type: "usage.reported",
    data: { usage, contextWindow: null, request: null, ...totals },
  };
}

/** The log of another tool's session: neither instructions nor tools are recorded. */
function foreign(facts: readonly Fact[], dialect = "claude-code"): readonly LogEvent[] {
  const [first] = new HistoryBuilder().history().events;
  if (first?.type !== "thread.started") return [];
  const started = { ...first, data: { ...first.data, source: { dialect, version: "1" } } };
  const builder = new HistoryBuilder([started]);
  builder.append({ type: "turn.started", data: { envelope: { model: MODEL } } });
  for (const fact of facts) builder.append(fact);
  return builder.history().events;
}

const errorsOf = (facts: readonly Fact[], dialect?: string) =>
  projectEstimateErrors(listSource(foreign(facts, dialect)));

const user = recorded(asks, "user");
const model = recorded(answers, "model");

describe("estimates against reports", () => {
  test("the first report says what is not recorded, and later ones are held to that", async () => {
    const errors = await errorsOf([
      ...[user, model, reported([asks])],
      ...[user, model, reported([asks, answers, asks])],
    ]);
    expect(errors.samplings).toBe(2);
    expect(errors.anchors).toMatchObject([{ model: MODEL, unrecordedTokens: UNRECORDED }]);
    expect(errors.all.input).toMatchObject({ count: 1, median: 0, worst: { error: 0, offset: 7 } });
    expect(errors.all.growth).toMatchObject({ count: 1, median: 0 });
    expect(errors.byModel.map(({ name }) => name)).toEqual([MODEL]);
    expect(errors.byScript.map(({ name }) => name)).toEqual(["Latin"]);
  });

  test("a report before its answer is recorded is held to the same request", async () => {
    const errors = await errorsOf([
      ...[user, reported([asks]), model],
      ...[user, reported([asks, answers, asks]), model],
      ...[user, reported([asks, answers, asks, answers, asks]), model],
    ]);
    expect(errors.samplings).toBe(3);
    expect(errors.all.input).toMatchObject({ count: 2, median: 0, p95: 0 });
  });

  test("a report that comes twice counts once", async () => {
    const errors = await errorsOf([
      ...[user, model, reported([asks], { repeats: 1 }), reported([asks], { repeats: 1 })],
      ...[user, model, reported([asks, answers, asks], { repeats: 2 })],
    ]);
    expect(errors.samplings).toBe(2);
    expect(errors.all.input).toMatchObject({ count: 1, median: 0 });
  });

  test("an output counts whole where the tool sent it whole, however far reading bounds it", async () => {
    const call: Item = { type: "function_call", name: "read", arguments: "{}", call_id: "c1" };
    const whole = "Flowers, mostly. ".repeat(2_000);
    const kept: Item = {
      ...{ type: "function_call_output", call_id: "c1" },
      output: whole.slice(17_000),
    };
    const output: Fact = {
      type: "item.recorded",
      data: {
        ...{ item: kept, origin: "tool", countedBytes: countItemBytes(kept) },
        bounded: {
          policy: { mode: "bytes", limit: 10_000 },
          originalBytes: whole.length,
          removedTokens: 4_250,
          original: `sha256-${"0".repeat(64)}`,
        },
      },
    };
    const sent: Item = { ...kept, output: whole };
    const session = [
      ...[user, recorded(call, "model"), reported([asks])],
      ...[output, model, reported([asks, call, sent])],
    ];
    const { all } = await errorsOf(session);
    expect(Math.abs(all.input?.median ?? 1)).toBeLessThan(0.001);
    const codex = await errorsOf(session, "codex");
    expect(codex.all.input?.median).toBeLessThan(-0.3); // Codex itself sends what is bounded
  });

  test("a jump of the input that nothing recorded accounts for is named", async () => {
    const errors = await errorsOf([
      ...[user, model, reported([asks])],
      ...[user, model, reported([asks, answers, asks], { more: 20_000 })],
    ]);
    expect(errors.jumps).toEqual([{ offset: 7, tokens: 20_000 }]);
  });
});

test.each([
  ["Latin", ["What does it sell?"]],
  ["Cyrillic", ["Что там продают?", "ok"]],
  ["Han", ["这家店卖什么"]],
  ["Kana", ["この店は日曜日に何を売っていますか"]],
  ["mixed", ["abcd абвг 这家店卖"]],
  ["none", ["123 +-*/", ""]],
])("the script that most letters are in is told: %s", (script, texts) => {
  expect(dominantScript(texts)).toBe(script);
});
