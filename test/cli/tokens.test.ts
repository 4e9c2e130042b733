import { expect, test } from "vitest";
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
