import { initialState } from "../../../src/reducers/reduce.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { anyCharacter } from "../../any-character.js";
import { countItemBytes } from "../../../src/events/item-bytes.js";
import type { Item } from "../../../src/events/item.js";
import { defineModels, findModel } from "../../../src/models/find-model.js";
import { findPrice } from "../../../src/models/prices.js";
import { estimatorFor } from "../../../src/projections/tokens/content-estimator.js";
import {
  countWithClient,
  exactEstimatorFor,
  toCountTokensBody,
} from "../../../src/projections/tokens/exact-tokens.js";
import { imageTokens } from "../../../src/projections/tokens/image-tokens.js";
import { compactionLimit, projectBudget } from "../../../src/projections/tokens/project-budget.js";
import {
  projectTokens,
  sumOfParts,
  tokenParts,
} from "../../../src/projections/tokens/project-tokens.js";
import { estimateTextTokens } from "../../../src/projections/tokens/script-aware.js";
import {
  calibrate,
  calibrated,
  coarseEstimator,
} from "../../../src/projections/tokens/token-estimator.js";
import { entryOf, ledgerEntries, stateOf } from "../ledger-arbitrary.js";

const user: Item = {
  type: "message",
  role: "user",
  content: [{ type: "input_text", text: "hello there" }],
};
const call: Item = { type: "function_call", name: "shell", arguments: "{}", call_id: "a" };
const output: Item = { type: "function_call_output", call_id: "a", output: "x".repeat(400) };

const usage = { input: 900, cachedInput: 0, cacheWrite: 0, output: 100, reasoning: 0, total: 1000 };

describe("estimateTextTokens", () => {
  test("any text has a whole, finite number of tokens, none only when it is empty", () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (text) => {
        const tokens = estimateTextTokens(text);
        expect(Number.isSafeInteger(tokens)).toBe(true);
        expect(tokens > 0).toBe(text.length > 0);
      }),
    );
  });

  test.each(["a", "=", " ", "A", "aB1", "中", "\ud800", "-a", "😀"])(
    "a million of %j is estimated without recursion",
    (unit) => {
      expect(estimateTextTokens(unit.repeat(1_000_000 / unit.length))).toBeGreaterThan(1000);
    },
  );
});

describe("projectTokens", () => {
  test("the total is the last report and what came after the last model item", () => {
    const state = stateOf([entryOf(user, 1), entryOf(call, 2), entryOf(output, 3)]);
    const reported = {
      ...state,
      usage: { ...state.usage, last: usage, lastAt: 4, contextWindow: 2000 },
    };
    const tokens = projectTokens(reported);
    const after = tokens.items[2]?.tokens ?? 0;
    expect(tokens).toMatchObject({ total: 1000 + after, reported: 1000, estimated: after });
    expect(tokens.contextWindow).toBe(2000);
    expect(tokens.percentLeft).toBe(Math.floor(((1900 - 1000 - after) * 100) / 1900));
  });

  test("an estimate of our own is not shown as reported", () => {
    const state = stateOf([entryOf(user, 1)]);
    const last = { ...usage, input: 0, output: 0, total: 50 };
    const compacted = {
      ...state,
      usage: { ...state.usage, last, lastAt: 9, lastIsEstimate: true },
    };
    expect(projectTokens(compacted)).toMatchObject({ total: 50, reported: 0, estimated: 50 });
  });

  test("the parts add up to instructions and items", () => {
    fc.assert(
      fc.property(ledgerEntries(), (entries) => {
        const { items, parts } = projectTokens(stateOf(entries));
        const { toolOutput, ...rest } = parts;
        const spent = [...Object.values(rest), ...Object.values(toolOutput)];
        const sum = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0);
        expect(sum(spent)).toBe(sum(items.map(({ tokens }) => tokens)));
      }),
    );
  });

  const claude = (reported: number, window: number | null = null) => {
    const state = stateOf([entryOf(user, 1), entryOf(call, 2)]);
    const envelope = { model: "claude-opus-4-5" };
    const last = { ...usage, total: reported };
    return {
      ...state,
      baseline: { mode: "observed" as const, turn: null, foreignId: null, envelope, toldBy: {} },
      usage: { ...state.usage, last, lastAt: 4, contextWindow: window },
    };
  };

  test("what the session does not record is what the report has beyond the parts", () => {
    const tokens = projectTokens(claude(5_000));
    const { unaccounted, unrecorded, parts, estimator } = tokens;
    expect({ estimator, unrecorded }).toEqual({
      estimator: "script-aware",
      unrecorded: ["instructions", "tools"],
    });
    expect(sumOfParts(parts) + (unaccounted ?? 0)).toBe(5_000);
    expect(projectTokens(claude(1)).unaccounted).toBe(1 - sumOfParts(parts));
  });

  test("without a report of the history as it is, nothing is said of what is not recorded", () => {
    const reported = claude(5_000);
    const none = { ...reported.usage, last: null };
    expect(projectTokens({ ...reported, usage: none }).unaccounted).toBeNull();
    const rewritten = { ...reported.usage, lastIsEstimate: true };
    expect(projectTokens({ ...reported, usage: rewritten }).unaccounted).toBeNull();
    const checkpoint = {
      ...{ offset: 5, previous: null, windowNumber: 1 },
      ...{ trigger: "foreign", summary: null, replaced: null },
    };
    const compacted = { ...reported, checkpoint };
    const priceOf = (id: string) => findPrice(id).price;
    const { unaccounted, parts, cost } = projectTokens(compacted, { priceOf });
    expect({ unaccounted, cold: cost.cold }).toEqual({
      unaccounted: null,
      cold: (sumOfParts(parts) * 5) / 1e6,
    });
  });

  test("the window is the session's, else the model's", () => {
    expect(projectTokens(claude(100, 9_000)).contextWindow).toBe(9_000);
    expect(projectTokens(claude(100_000))).toMatchObject({
      contextWindow: 200_000,
      percentLeft: 47,
    });
    expect(projectTokens(stateOf([]))).toMatchObject({ contextWindow: null, percentLeft: null });
  });

  test("sending the prompt costs its tokens as input, all or none of it cached; an unknown price is null", () => {
    const priceOf = (id: string) => findPrice(id).price;
    expect(projectTokens(claude(100_000), { priceOf }).cost).toEqual({ cold: 0.5, cached: 0.05 });
    const unknown = { cold: null, cached: null };
    expect(projectTokens(claude(100_000)).cost).toEqual(unknown);
    expect(projectTokens(claude(100_000), { priceOf: () => null }).cost).toEqual(unknown);
  });

  test("each item names the offset of the event that recorded it", () => {
    const { items } = projectTokens(stateOf([entryOf(user, [7, 2])]));
    const bytes = countItemBytes(user);
    expect(items).toEqual([{ offset: 7, type: "message", bytes, tokens: Math.ceil(bytes / 4) }]);
  });
});

describe("tokenParts", () => {
  test("outputs are told apart by the tool that was called", () => {
    const search: Item = { ...call, name: "search", call_id: "b" };
    const found: Item = { ...output, call_id: "b" };
    const entries = [call, output, search, found].map((item, index) => entryOf(item, index));
    const { toolOutput } = tokenParts("", entries);
    expect(Object.keys(toolOutput)).toEqual(["shell", "search"]);
  });

  test("what an agent instructs counts as said to the model, though it looks like an answer", () => {
    const said: Item = {
      type: "message",
      role: "assistant",
      content: [{ type: "output_text", text: "x".repeat(400) }],
    };
    const countedBytes = countItemBytes(said);
    const byAgent = tokenParts("", [{ item: said, origin: "agent", countedBytes }]);
    const byModel = tokenParts("", [{ item: said, origin: "model", countedBytes }]);
    expect([byAgent.user, byAgent.model]).toEqual([byModel.model, byModel.user]);
    expect(byModel.model).toBeGreaterThan(100);
  });

  test("a tool may be called like what every object inherits", () => {
    const names = ["__proto__", "constructor", "toString"];
    const items = names.flatMap((name): Item[] => [
      { ...call, name, call_id: name },
      { ...output, call_id: name },
    ]);
    const { toolOutput } = tokenParts(
      "",
      items.map((item, index) => entryOf(item, index)),
    );
    const counts = names.map((name) => [
      name,
      Math.ceil(countItemBytes({ ...output, call_id: name }) / 4),
    ]);
    expect(Object.entries(toolOutput)).toEqual(counts);
  });
});

describe("projectBudget", () => {
  test("compaction is due at 90 % of the window: at 115,200 of 128,000", () => {
    expect(compactionLimit(128_000, null)).toBe(115_200);
    expect(compactionLimit(128_000, 50_000)).toBe(50_000);
    expect(compactionLimit(null, 50_000)).toBe(50_000);
    expect(compactionLimit(null, null)).toBeNull();
    const notANumber = () => projectBudget(initialState, {}, { compactionLimit: NaN });
    expect(notANumber).toThrow(expect.objectContaining({ code: "invalid-argument" }));
    const at = (total: number) => {
      const state = stateOf([]);
      const last = { ...usage, total };
      const reported = { ...state, usage: { ...state.usage, last, contextWindow: 128_000 } };
      return projectBudget(reported).compactionDue;
    };
    expect([at(115_199), at(115_200)]).toEqual([false, true]);
  });

  test("nothing is left of a full window, and nothing is known of an unnamed one", () => {
    const state = stateOf([entryOf(output, 1)]);
    expect(projectBudget(state, { contextWindow: 100 })).toMatchObject({
      usable: 95,
      left: 0,
      percentLeft: 0,
      compactionDue: true,
    });
    expect(projectBudget(state)).toMatchObject({
      window: null,
      left: null,
      percentLeft: null,
      compactAt: null,
      compactionDue: false,
    });
  });

  test("tools and instructions are reserved, and the answer's room is the model's", () => {
    const model = defineModels([{ id: "m", contextWindow: 1000, maxOutputTokens: 300 }]);
    const { reserved, window } = projectBudget(stateOf([]), { model: "m" }, { models: model });
    expect({ reserved, window }).toEqual({ reserved: { system: 0, response: 300 }, window: 1000 });
  });
});

describe("imageTokens", () => {
  const size = (width: number, height: number) => ({ width, height });

  test("patches of 32 pixels, scaled down to the detail's limits", () => {
    const rule = { kind: "patches", factor: 1.2 } as const;
    expect(imageTokens(rule, size(1024, 1024), "high")).toBe(Math.ceil(1024 * 1.2));
    expect(imageTokens(rule, size(4000, 4000), "low")).toBe(Math.ceil(256 * 1.2));
    expect(imageTokens(rule, size(4000, 4000), "high")).toBeLessThanOrEqual(3000);
    expect(imageTokens(rule, size(6000, 6000), "original")).toBeLessThanOrEqual(12_000);
    // 150 * 1.62 is 243, and in binary a bit more
    expect(imageTokens({ kind: "patches", factor: 1.62 }, size(480, 320))).toBe(243);
  });

  test("tiles of 512 pixels after a base", () => {
    const rule = { kind: "tiles", base: 85, perTile: 170 } as const;
    expect(imageTokens(rule, size(1024, 1024), "high")).toBe(765); // the documentation's example
    expect(imageTokens(rule, size(2048, 4096), "high")).toBe(1105); // the documentation's example
    expect(imageTokens(rule, size(2048, 4096), "low")).toBe(85);
  });

  test("squares of 28 pixels up to the model's limits", () => {
    const rule = { kind: "squares", maxSide: 1568, maxTokens: 1568 } as const;
    expect(imageTokens(rule, size(280, 280))).toBe(100);
    expect(imageTokens(rule, size(3000, 3000))).toBeLessThanOrEqual(1568);
    expect(imageTokens(rule, size(2070, 100))).toBe(56 * 3); // 1,568 pixels wide, and no bit more
  });

  test("crops of 768 pixels, and fixed levels", () => {
    const crops = { kind: "crops", small: 258 } as const;
    expect(imageTokens(crops, size(384, 384))).toBe(258);
    expect(imageTokens(crops, size(1000, 700))).toBe(516);
    const levels = { kind: "levels", low: 280, medium: 560, high: 1120, original: 2240 } as const;
    expect(imageTokens(levels, size(1, 1), "low")).toBe(280);
    expect(imageTokens(levels, null)).toBe(1120);
  });
});

describe("estimators", () => {
  test("a model's estimate counts images by its rule", () => {
    const image: Item = {
      type: "message",
      role: "user",
      content: [{ type: "input_image", image_url: "https://example.org/a.png" }],
    };
    const gemini = estimatorFor(findModel("gemini-3-pro").model);
    expect(gemini.item(image, 0)).toBeGreaterThanOrEqual(1120);
  });

  test("exact counts exist only where an offline tokenizer does", async () => {
    const exact = await exactEstimatorFor(findModel("gpt-5.2").model);
    expect([exact.name, exact.text("hello world")]).toEqual(["exact:o200k_base", 2]);
    await expect(exactEstimatorFor(findModel("claude-opus-5").model)).rejects.toThrow(
      expect.objectContaining({ code: "tokenizer-unavailable" }),
    );
  });

  test("a calibration gives back the factor that reports were made with", () => {
    const factors = fc.double({ min: 0.5, max: 2, noNaN: true });
    const estimates = fc.array(fc.integer({ min: 1000, max: 100_000 }), { minLength: 1 });
    fc.assert(
      fc.property(factors, estimates, (factor, sizes) => {
        const pairs = sizes.map((estimated) => ({ estimated, reported: estimated * factor }));
        const calibration = calibrate([...pairs, { estimated: 0, reported: 9 }]);
        expect(calibration.factor).toBeCloseTo(factor, 6);
        expect(calibration.pairs).toBe(sizes.length);
        expect(calibration.meanError).toBeCloseTo(0, 6);
        const text = "some text to count";
        expect(calibrated(coarseEstimator, calibration).text(text)).toBe(
          Math.ceil(coarseEstimator.text(text) * calibration.factor),
        );
      }),
    );
    expect(() => calibrate([])).toThrow("no request");
  });

  test("Anthropic counts what is input: an answer's schema, and what a beta takes", () => {
    const counted = {
      ...{ model: "claude-opus-5", messages: [], output_config: { effort: "low" } },
      betas: ["compact-2026-09-04"],
    };
    expect(toCountTokensBody({ ...counted, max_tokens: 5, stream: true })).toEqual(counted);
  });

  test("a client's count is taken from the answer of its provider", async () => {
    const body = { model: "claude-opus-5", messages: [], max_tokens: 5, stream: true };
    const asked: unknown[] = [];
    const answer = (value: unknown) => async (sent: unknown) => {
      asked.push(sent);
      return value;
    };
    expect(await countWithClient(toCountTokensBody(body), answer({ input_tokens: 12 }))).toBe(12);
    expect(await countWithClient(body, answer({ totalTokens: 13 }))).toBe(13);
    expect(await countWithClient(body, answer(14))).toBe(14);
    expect(asked[0]).toEqual({ model: "claude-opus-5", messages: [] });
    await expect(countWithClient(body, answer({}))).rejects.toThrow(
      expect.objectContaining({ code: "invalid-response" }),
    );
  });
});
