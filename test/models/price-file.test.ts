import { describe, expect, test } from "vitest";
import { parsePriceFile } from "../../src/models/price-file.js";
import { definePrices, findPrice } from "../../src/models/prices.js";

const lines = (...all: readonly string[]) => all.join("\n");

describe("our own format", () => {
  test("gives rates and tiers, and takes the place of known prices", () => {
    const text = JSON.stringify({
      prices: {
        "house-1": { input: 1, output: 2, tiers: [{ aboveInputTokens: 5, input: 3, output: 4 }] },
        "gpt-5.2": { input: 7, output: 8, cachedInput: 0.7 },
      },
    });
    const table = definePrices(parsePriceFile(text, "house.json"));
    expect(findPrice("house-1", table).price).toMatchObject({
      ...{ input: 1, output: 2, cachedInput: null, source: "house.json" },
      tiers: [{ aboveInputTokens: 5, input: 3, output: 4, cacheWrite: null }],
    });
    expect(findPrice("gpt-5.2", table).price).toMatchObject({ input: 7, cachedInput: 0.7 });
    expect(findPrice("gpt-5.1", table).price).toMatchObject({ input: 1.25 });
  });
});

describe("LiteLLM's format", () => {
  test("gives dollars for a token as dollars for a million, with lifetimes and tiers", () => {
    const text = JSON.stringify({
      sample_spec: { input_cost_per_token: 0, output_cost_per_token: "in words" },
      "claude-x": {
        ...{ input_cost_per_token: 3e-6, output_cost_per_token: 1.5e-5 },
        ...{ cache_read_input_token_cost: 3e-7, cache_creation_input_token_cost: 3.75e-6 },
        ...{ cache_creation_input_token_cost_above_1hr: 6e-6, litellm_provider: "anthropic" },
        ...{ input_cost_per_token_above_200k_tokens: 6e-6 },
        ...{ output_cost_per_token_above_200k_tokens: 2.25e-5 },
      },
      "dall-e": { output_cost_per_image: 0.04, mode: "image_generation" },
    });
    const definitions = parsePriceFile(text, "litellm.json");
    expect(definitions).toEqual([
      {
        ...{ id: "claude-x", input: 3, output: 15, cachedInput: 0.3, source: "litellm.json" },
        ...{ cacheWrite: 3.75, longCacheWrite: 6 },
        tiers: [
          {
            ...{ aboveInputTokens: 200_000, input: 6, output: 22.5 },
            ...{ cachedInput: 0.3, cacheWrite: 3.75, longCacheWrite: 6 },
          },
        ],
      },
    ]);
  });
});

describe("a file that is no price file is refused with line and field", () => {
  test.each([
    ["text", "hello", { line: 1, field: null }],
    ["JSON that is cut", lines("{", ' "prices": {'), { line: 2, field: null }],
    ["a list", "[1]", { field: null }],
    ["an object without prices", '{"gpt-5.2": {"mode": "chat"}}', { line: null, field: null }],
    [
      "a rate that is a text",
      lines(
        "{",
        '"prices": {',
        '"a": {"input": 1, "output": 1},',
        '"b": {',
        '"output": 1,',
        '"input": "1"',
        "}}}",
      ),
      { line: 6, field: "prices.b.input" },
    ],
    [
      "a rate that is missing",
      lines("{", '"prices": {', '"a": {"input": 1}', "}}"),
      { line: 3, field: "prices.a.output" },
    ],
    [
      "an unknown field",
      lines("{", '"prices": {"a": {"input": 1, "output": 1,', '"cached": 1}}}'),
      { line: 3, field: "prices.a.cached" },
    ],
    [
      "a negative rate of LiteLLM",
      lines('{"a": {', '"input_cost_per_token": -1,', '"output_cost_per_token": 1}}'),
      { line: 2, field: "a.input_cost_per_token" },
    ],
  ])("%s", (_name, text, details) => {
    let thrown: unknown = null;
    try {
      parsePriceFile(text, "prices.json");
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toMatchObject({
      code: "price-file-invalid",
      details: { file: "prices.json", ...details },
    });
  });
});
