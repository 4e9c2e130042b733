import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { KNOWN_MODELS } from "../../src/models/find-model.js";
import { addUsd, costOf, type RequestTokens } from "../../src/models/model-price.js";
import { definePrices, findPrice, KNOWN_PRICES } from "../../src/models/prices.js";

const nothing: RequestTokens = {
  ...{ input: 0, cachedInput: 0, cacheWrite: 0 },
  ...{ output: 0, reasoning: 0 },
};

const priceOf = (id: string) => findPrice(id).price;

describe("costOf", () => {
  test("each part of the input has its rate, and reasoning is output", () => {
    const usage = { input: 1000, cachedInput: 600, cacheWrite: 300, output: 50, reasoning: 20 };
    expect(costOf(usage, priceOf("claude-opus-4-5"))).toEqual({
      input: 0.0005, // 100 at $5
      cachedInput: 0.0003, // 600 at $0.50
      cacheWrite: 0.001875, // 300 at $6.25
      output: 0.00125, // 50 at $25
      total: 0.003925,
    });
  });

  test("a cache write for the longer lifetime has its own rate", () => {
    const usage = { ...nothing, input: 300, cacheWrite: 300, longCacheWrite: 200 };
    const cost = costOf(usage, priceOf("claude-opus-4-5"));
    expect(cost?.cacheWrite).toBe(0.002625); // 100 at $6.25 and 200 at $10
  });

  test("above a tier's input, all tokens have the tier's rates", () => {
    const price = priceOf("gpt-5.4");
    const at = { ...nothing, input: 272_000, cachedInput: 272_000, output: 1000 };
    expect(costOf(at, price)?.total).toBe(0.083); // 272,000 at $0.25, 1,000 at $15
    expect(costOf({ ...at, input: 272_001 }, price)?.total).toBe(0.158505); // at $0.50, $5 and $22.50
  });

  test("what has no price of its own costs what other input costs", () => {
    const price = priceOf("gpt-4");
    expect(costOf({ ...nothing, input: 1000, cachedInput: 1000 }, price)?.total).toBe(0.03);
  });

  test("an unknown price gives no cost; nothing costs nothing", () => {
    expect(costOf({ ...nothing, output: 1 }, null)).toBeNull();
    expect(costOf(nothing, null)?.total).toBe(0);
  });

  test("a part is rounded to a whole billionth, half up", () => {
    const price = priceOf("gpt-6-luna"); // cached: $0.01, so 10 billionths a token
    expect(costOf({ ...nothing, input: 1, cachedInput: 1 }, price)?.total).toBe(0.000_000_01);
    const half = definePrices([{ id: "half", input: 0.0005, output: 0 }]).get("half") ?? null;
    expect(costOf({ ...nothing, input: 1 }, half)?.total).toBe(0.000_000_001);
    expect(costOf({ ...nothing, input: 3 }, half)?.total).toBe(0.000_000_002);
  });

  test("sums are exact in any order", () => {
    const tokens = fc.nat({ max: 2_000_000 });
    const request = fc.record({
      input: tokens,
      output: tokens,
      id: fc.constantFrom(...KNOWN_PRICES.keys()),
    });
    const property = fc.property(fc.array(request), (requests) => {
      const costs = requests.map(
        ({ id, ...usage }) => costOf({ ...nothing, ...usage }, priceOf(id))?.total ?? NaN,
      );
      const billionths = costs.map((cost) => BigInt(Math.round(cost * 1e9)));
      const exact = Number(billionths.reduce((sum, one) => sum + one, 0n)) / 1e9;
      expect(costs.reduce(addUsd, 0)).toBe(exact);
      expect(costs.toReversed().reduce(addUsd, 0)).toBe(exact);
    });
    fc.assert(property);
  });
});

describe("findPrice", () => {
  test.each([
    ["claude-sonnet-4-5-20250929", "claude-sonnet-4-5"],
    ["anthropic/claude-opus-4.6", "claude-opus-4-6"],
    ["claude-opus-4-6[1m]", "claude-opus-4-6"],
    ["us.anthropic.claude-opus-4-6-v1:0", "claude-opus-4-6"],
    ["gpt-5.2-2025-12-11", "gpt-5.2"],
    ["gemini-3-flash-preview", "gemini-3-flash"],
    ["gpt-4o-2024-05-13", "gpt-4o-2024-05-13"],
  ])("%s costs what %s costs", (id, entry) => {
    expect(findPrice(id)).toMatchObject({ entry, notice: null, price: { id: entry } });
  });

  test.each(["gpt-5.2-something", "claude-opus-4-6-fast", "openai/gpt-5.2:batch", "mystery"])(
    "the price of %s is unknown",
    (id) => {
      const found = findPrice(id);
      expect(found).toMatchObject({ price: null, entry: null });
      expect(found.notice).toContain(id);
    },
  );

  test("the known models without a known price are these", () => {
    const unknown = [...KNOWN_MODELS.keys()].filter((id) => findPrice(id).price === null);
    expect(unknown.join(" ")).toBe(
      "gpt-5.4-codex gpt-5.5-codex gpt-5.1-mini gpt-5-codex-mini gpt-5.3-chat-latest " +
        "gpt-oss gpt-oss-20b gpt-oss-120b codex-auto-review " +
        "claude-mythos-5-2 claude-mythos-preview gemini-4 gemini-3",
    );
  });
});

describe("known prices", () => {
  test.each([...KNOWN_PRICES.values()])(
    "$id names its source, and caching never costs more",
    (price) => {
      expect(price.source).not.toBe("");
      expect(price.date).toMatch(/^\d{4}-\d{2}-\d{2}$/);
      expect(price.cachedInput ?? 0).toBeLessThan(price.input);
      expect(price.output).toBeGreaterThan(price.input);
      for (const tier of price.tiers) expect(tier.input).toBeGreaterThan(price.input);
    },
  );
});
