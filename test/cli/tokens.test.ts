import fc from "fast-check";
import { expect, test } from "vitest";
import { sum, wholePercents } from "../../src/projections/figures.js";
import { callRefold } from "./run-refold.js";

test("where the API reported nothing, tokens says so and what all of it is estimated at", async () => {
  const { stdout } = await callRefold(["tokens", "fixtures/bare-2025.jsonl"]);
  expect(stdout).toContain("  reported  nothing by the API\n");
  expect(stdout).toContain("183 in all");
  expect(stdout).not.toMatch(/reported +0/);
});

test("where the API reported usage, tokens says how much", async () => {
  const { stdout } = await callRefold(["tokens", "fixtures/clean.jsonl"]);
  expect(stdout).toContain("  reported  6,973 by the API for its last response\n");
});

test("shares add up to 100, each at most one off", () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 1e9 })), (counts) => {
      const percents = wholePercents(counts);
      const total = sum(counts);
      expect(sum(percents)).toBe(total === 0 ? 0 : 100);
      percents.forEach((percent, index) => {
        const exact = total === 0 ? 0 : ((counts[index] ?? 0) * 100) / total;
        expect(Math.abs(percent - exact)).toBeLessThan(1);
      });
    }),
  );
});

test("a transcript's system prompt and tools are a part of their own", async () => {
  const file = "fixtures/claude-code.jsonl";
  const { stdout } = await callRefold(["tokens", file]);
  expect(stdout).toMatch(/ {2}total {5}[\d,]+ of the model's window of [\d,]+, \d+% left/);
  expect(stdout).toMatch(/ {2}not recorded \(system prompt, tools\) +\S+ +\d+%/);
  const percents = [...stdout.matchAll(/ (\d+)% {2}/g)].map(([, percent]) => Number(percent));
  expect(sum(percents)).toBe(100);
  const { stdout: json } = await callRefold(["tokens", file, "--json"]);
  expect(json).toMatch(/"cost":\{"cold":0\.\d+,"cached":0\.\d+\}/);
});
