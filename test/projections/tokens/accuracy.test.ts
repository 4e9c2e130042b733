import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { loadTokenCounter } from "../../../src/projections/tokens/exact-tokens.js";
import { estimateTextTokens } from "../../../src/projections/tokens/script-aware.js";

const corpus = join(import.meta.dirname, "../../../fixtures/corpus");
const texts = readdirSync(corpus).map((name) => ({
  name,
  text: readFileSync(join(corpus, name), "utf8"),
}));
const count = await loadTokenCounter("o200k_base");

test.each(texts)("the estimate of $name is within 20 % of the exact count", ({ text }) => {
  const exact = count(text);
  expect(Math.abs(estimateTextTokens(text) / exact - 1)).toBeLessThanOrEqual(0.2);
});

test("the estimate of the whole corpus is within 10 % of the exact count", () => {
  const exact = texts.reduce((sum, { text }) => sum + count(text), 0);
  const estimated = texts.reduce((sum, { text }) => sum + estimateTextTokens(text), 0);
  expect(Math.abs(estimated / exact - 1)).toBeLessThanOrEqual(0.1);
});

test("a special token's name is counted as the text that it is", () => {
  expect(count("<|endoftext|>")).toBeGreaterThan(1);
});

test("terminal colours and bytes that are no text are not counted as next to nothing", () => {
  const colours = "\x1b[32m✓\x1b[39m test/lease.test.ts \x1b[2m(12 tests)\x1b[22m\n".repeat(40);
  for (const text of [colours, "\x7fELF\x02\x01\x01\0\0\0\0\x03\0>\0\x01".repeat(80)]) {
    expect(Math.abs(estimateTextTokens(text) / count(text) - 1)).toBeLessThanOrEqual(0.3);
  }
});
