import { expect, test } from "vitest";
import { toModelError } from "../../../src/runtime/models/to-model-error.js";

const TOO_LONG = "This exceeds the maximum context length of 200000 tokens.";

test.each([
  [400, "context-window-exceeded"],
  [413, "context-window-exceeded"],
  [429, "rate-limited"],
  [500, "overloaded"],
  [529, "overloaded"],
])("what speaks of a context's length with status %d is %s", (status, code) => {
  const failure = Object.assign(new Error(TOO_LONG), { status });
  expect(toModelError("anyone", failure).code).toBe(code);
});
