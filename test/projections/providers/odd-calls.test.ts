import { describe, expect, test } from "vitest";
import { anthropic } from "../../../src/projections/providers/anthropic/anthropic.js";
import { google } from "../../../src/projections/providers/google/google.js";
import { openaiChat } from "../../../src/projections/providers/openai-chat/openai-chat.js";
import { openaiResponses } from "../../../src/projections/providers/openai-responses/openai-responses.js";
import { checkChatRequest } from "../../../src/testing/protocol/openai-chat.js";
import { changeInPlace } from "../../change-in-place.js";
import type { Entry } from "./prompts.js";
import { promptOf } from "./prompts.js";
import { user, call, output, inlineImage } from "./entries.js";

describe("odd calls", () => {
  const model = "gpt-5.2";

  test("the output after a call is its own, a further one becomes text, a lonely one goes", () => {
    const entries = [
      user("a"),
      output("x", "first"),
      call("x"),
      output("x", "second"),
      output("z", "lonely"),
    ];
    const { body, repairs } = openaiResponses.toRequest(promptOf(entries), { model });
    expect(body.input).toMatchObject([
      { role: "user" },
      { role: "user", content: [{ text: "[further output of shell]" }, { text: "first" }] },
      { type: "function_call", call_id: "x" },
      { type: "function_call_output", call_id: "x", output: "second" },
    ]);
    expect(repairs.map(({ kind, ref }) => [kind, ref])).toEqual([
      ["turned-into-text", 11],
      ["orphan-dropped", 14],
    ]);
  });

  test("an output that stands before its call alone is put after it", () => {
    const entries = [user("a"), output("x", "early"), call("x")];
    const { body, repairs, origins } = openaiResponses.toRequest(promptOf(entries), { model });
    expect(body.input.map(({ type }) => type)).toEqual([
      "message",
      "function_call",
      "function_call_output",
    ]);
    expect(origins).toEqual([[10], [12], [11]]);
    expect(repairs).toMatchObject([{ kind: "reordered", ref: 11 }]);
  });

  test("repeated and refused ids are mapped, the same way whatever comes later", () => {
    const long = "z".repeat(50);
    const entries = [
      user("a"),
      call("x"),
      call(long),
      output("x", "1"),
      output(long, "2"),
      call("x"),
      output("x", "3"),
    ];
    const first = openaiChat.toRequest(promptOf(entries.slice(0, 5)), { model });
    const { body, callIds } = openaiChat.toRequest(promptOf(entries), { model });
    expect(body.messages.slice(0, 4)).toEqual(first.body.messages);
    expect([...callIds.values()]).toEqual([long, "x"]);
    expect([...callIds.keys()].every((id) => id.length <= 40)).toBe(true);
  });

  test("an output after a user's message moves up to its call", () => {
    const entries = [user("a"), call("x"), user("wait"), output("x", "done")];
    const { body, repairs, origins } = openaiChat.toRequest(promptOf(entries), { model });
    expect(body.messages.map(({ role }) => role)).toEqual(["user", "assistant", "tool", "user"]);
    expect(origins).toEqual([[10], [11], [13], [12]]);
    expect(repairs).toContainEqual(expect.objectContaining({ kind: "reordered", ref: 13 }));
  });

  test("an output that is an empty list is an empty text", () => {
    const empty: Entry = [{ type: "function_call_output", call_id: "x", output: [] }];
    const { body } = openaiResponses.toRequest(promptOf([user("a"), call("x"), empty]), { model });
    expect(body.input.at(-1)).toMatchObject({ call_id: "x", output: "" });
  });

  test("servers with OpenAI's Chat API get free-form tools as functions, and their calls come back", () => {
    const tools = [{ kind: "custom" as const, name: "patch" }];
    const patched: Entry = [
      { type: "custom_tool_call", call_id: "x", name: "patch", input: "*** Begin" },
    ];
    const done: Entry = [{ type: "custom_tool_call_output", call_id: "x", output: "done" }];
    const prompt = promptOf([user("a"), patched, done], { tools });
    const options = { model: "some-other-model", toolChoice: { tool: "patch" } };
    const { body } = openaiChat.toRequest(prompt, options);
    expect(checkChatRequest(body)).toEqual([]);
    expect(body.tools).toMatchObject([{ type: "function", function: { name: "patch" } }]);
    expect(body.tool_choice).toEqual({ type: "function", function: { name: "patch" } });
    const [, message] = body.messages;
    expect(message).toMatchObject({ tool_calls: [{ type: "function", id: "x" }] });
    const { items } = openaiChat.fromResponse({ choices: [{ message }] }, { tools });
    expect(items).toMatchObject([{ item: patched[0] }]);
    const open = openaiChat.toRequest(prompt, { model: "gpt-oss-120b" }).body;
    expect(open.tools).toMatchObject([{ type: "function" }]);
    const own = openaiChat.toRequest(prompt, { model: "gpt-5.2" }).body;
    expect(own.messages[1]).toMatchObject({ tool_calls: [{ type: "custom" }] });
    expect(own.tools).toMatchObject([{ type: "custom" }]);
  });

  test("what is passed on holds no half surrogate pair, and shares nothing with the history", () => {
    const told = { type: "agent_message", content: [{ text: "a\ud83d" }] };
    const prompt = promptOf([[{ type: "other", original: told }]]);
    const { body, repairs } = openaiResponses.toRequest(prompt, { model });
    expect(JSON.stringify(body.input)).toContain("a\ufffd");
    expect(repairs).toMatchObject([{ ref: 10 }]);
    changeInPlace(body.input);
    expect(told.content).toEqual([{ text: "a\ud83d" }]);
  });

  test("numbers that JavaScript cannot hold keep their digits as texts, and it is said", () => {
    const id = "1234567890123456789";
    const called: Entry = [
      { type: "function_call", call_id: "x", name: "shell", arguments: `{"id":${id},"n":1}` },
    ];
    const prompt = promptOf([user("a"), called, output("x", "done")]);
    const { body, repairs } = anthropic.toRequest(prompt, { model: "claude-opus-4-8" });
    expect(body.messages[1]?.content).toMatchObject([{ input: { id, n: 1 } }]);
    expect(repairs).toContainEqual(expect.objectContaining({ kind: "turned-into-text", ref: 11 }));
  });

  test("before Gemini 3 a tool's picture stands in a user content of its own", () => {
    const shown: Entry = [{ type: "function_call_output", call_id: "x", output: [inlineImage] }];
    const { body } = google.toRequest(promptOf([user("a"), call("x"), shown]), {
      model: "gemini-2.5-pro",
    });
    expect(body.contents.map(({ parts }) => parts.map((part) => Object.keys(part)[0]))).toEqual([
      ["text"],
      ["functionCall"],
      ["functionResponse"],
      ["text", "inlineData"],
    ]);
  });
});
