import { expect, test } from "vitest";
import { z } from "zod";
import { parsePlan } from "../../src/experiments/parse-plan.js";

test("a plan with a text that begins with * and stands in no quotes is refused by name", () => {
  const parse = () => parsePlan("name: *tides\n", "plan.yaml", z.looseObject({}));
  expect(parse).toThrow(expect.objectContaining({ code: "invalid-plan" }));
  expect(parse).toThrow(/^plan\.yaml/);
});
