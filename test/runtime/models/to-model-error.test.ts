import { expect, test } from "vitest";
import { lastValueFrom } from "rxjs";
import { projectPrompt } from "../../../src/projections/prompt/project-prompt.js";
import { initialState } from "../../../src/reducers/reduce.js";
import { scriptedModel } from "../../../src/runtime/models/scripted-model.js";
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

test("a scripted error in a provider's shape fails as its client would, any other one as it is", async () => {
  const inOpenAIShape = Object.assign(new Error("400"), {
    status: 400,
    error: { type: "invalid_request_error", code: "context_length_exceeded" },
  });
  const plain = new Error("the line is down");
  const model = scriptedModel([inOpenAIShape, plain]);
  const prompt = projectPrompt(initialState);
  const ask = () => lastValueFrom(model.stream({ body: {}, prompt, tools: [] }));
  await expect(ask()).rejects.toMatchObject({ code: "context-window-exceeded" });
  await expect(ask()).rejects.toBe(plain);
});
