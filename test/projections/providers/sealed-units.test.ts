import fc from "fast-check";
import { expect, test } from "vitest";
import { openaiResponses } from "../../../src/projections/providers/openai-responses/openai-responses.js";
import type { Prompt } from "../../../src/projections/prompt/prompt.js";
import { checkResponsesRequest } from "../../../src/testing/protocol/openai-responses.js";
import { assistant, call, developer, output, user } from "./entries.js";
import { type Entry, oddEntries, promptOf } from "./prompts.js";

const sealed = (text: string): Entry => [{ type: "compaction", encrypted_content: text }];

function requestOf(prompt: Prompt) {
  const { body, repairs } = openaiResponses.toRequest(prompt, { model: "gpt-5.5" });
  const input = body.input.map((item) => {
    if (item.type !== "message") return item.type;
    return `${item.role}: ${item.content.map((part) => ("text" in part ? part.text : "")).join("")}`;
  });
  return { body, input, left: repairs.filter(({ kind }) => kind === "left-out") };
}

const history: readonly Entry[] = [
  developer("You may write."),
  user("Why?"),
  call("a"),
  output("a", "late"),
  assistant("By an hour."),
  sealed("b25l"),
  user("And now?"),
  call("b"),
  call("c"),
  output("c", "done"),
  sealed("dHdv"),
  output("b", "late"),
  assistant("Still."),
];

test("a request leaves out what its newest sealed compaction stands for, and lists it", () => {
  const { input, left } = requestOf(promptOf(history));
  expect(input).toEqual([
    ...["developer: You may write.", "user: Why?", "user: And now?", "function_call"],
    ...["compaction", "function_call_output", "assistant: Still."],
  ]);
  expect(left.map(({ ref }) => ref)).toEqual([12, 13, 14, 15, 18, 19]);
});

test("sessions of other tools are sent as these send them", () => {
  const { input, left } = requestOf({ ...promptOf(history), dialect: "codex" });
  expect(input).toHaveLength(history.length);
  expect(left).toEqual([]);
});

test("whatever the history is, only what users said and open calls stay before the newest one", () => {
  const property = fc.property(oddEntries, oddEntries, (before, after) => {
    const rest = after.filter(([{ type }]) => !type.startsWith("compaction"));
    const { body, left } = requestOf(promptOf([...before, sealed("b25l"), ...rest]));
    expect(checkResponsesRequest(body)).toEqual([]);
    const at = body.input.findLastIndex(({ type }) => type === "compaction");
    expect(body.input[at]).toMatchObject({ encrypted_content: "b25l" });
    for (const item of body.input.slice(0, at)) {
      if (item.type === "message") expect(item.role).not.toBe("assistant");
      else expect(item.type).toMatch(/_call$/);
    }
    const gone = left.filter(({ reason }) => reason.includes("stands for it"));
    for (const { ref } of gone) expect(ref).toBeLessThan(10 + before.length);
  });
  fc.assert(property);
});
