import { expect, test } from "vitest";
import { checkAnthropicRequest } from "../../../src/testing/protocol/anthropic.js";
import { checkGoogleRequest } from "../../../src/testing/protocol/google.js";
import { checkChatRequest } from "../../../src/testing/protocol/openai-chat.js";
import { checkResponsesRequest } from "../../../src/testing/protocol/openai-responses.js";

const hello = { role: "user", content: [{ type: "text", text: "hello" }] };
const use = { type: "tool_use", id: "t1", name: "shell", input: {} };
const result = { type: "tool_result", tool_use_id: "t1" };
const shell = { name: "shell", input_schema: { type: "object" } };
const anthropic = (messages: readonly unknown[], rest: object = {}) => ({
  model: "claude-opus-4-8",
  max_tokens: 100,
  messages,
  tools: [shell],
  ...rest,
});
const says = (...content: readonly unknown[]) => ({ role: "assistant", content });
const answers = (...content: readonly unknown[]) => ({ role: "user", content });

test("a lawful conversation has no violations, for each API", () => {
  const messages = [hello, says(use), answers(result)];
  expect(checkAnthropicRequest(anthropic(messages))).toEqual([]);
  const call = { id: "c1", type: "function", function: { name: "shell", arguments: "{}" } };
  const chat = [
    { role: "user", content: "hello" },
    { role: "assistant", content: null, tool_calls: [call] },
    { role: "tool", tool_call_id: "c1", content: "" },
  ];
  expect(checkChatRequest({ model: "gpt-5.2", messages: chat })).toEqual([]);
});

test.each<[rule: RegExp, body: unknown]>([
  [/first message/, anthropic([says({ type: "text", text: "a" })])],
  [/alternate/, anthropic([hello, hello])],
  [/prefill/, anthropic([hello, says({ type: "text", text: "a" })])],
  [/non-whitespace/, anthropic([answers({ type: "text", text: " \n" })])],
  [/without `tool_result`/, anthropic([hello, says(use), hello])],
  [/come first/, anthropic([hello, says(use), answers({ type: "text", text: "a" }, result)])],
  [/single result/, anthropic([hello, says(use), answers(result, result)])],
  [/unexpected `tool_use_id`/, anthropic([answers(result)])],
  [/must be unique/, anthropic([hello, says(use, use), answers(result)])],
  [/'\^\[a-zA-Z0-9_-\]\+\$'/, anthropic([hello, says({ ...use, id: "a.b" }), hello])],
  [/must define tools/, anthropic([hello, says(use), answers(result)], { tools: [] })],
  [/signature/, anthropic([hello, says({ type: "thinking", thinking: "" }), hello])],
  [
    /media type/,
    anthropic([
      answers({
        type: "image",
        source: { type: "base64", media_type: "image/gif", data: "iVBORw0KGgo=" },
      }),
    ]),
  ],
  [/role system/, anthropic([{ role: "system", content: [{ type: "text", text: "a" }] }, hello])],
  [/manual thinking/, anthropic([hello], { thinking: { type: "enabled", budget_tokens: 2000 } })],
  [/low surrogate/, anthropic([answers({ type: "text", text: "\ud800" })])],
  [
    /maximum of 4/,
    anthropic([
      answers(...Array.from({ length: 5 }, () => ({ type: "text", text: "a", cache_control: {} }))),
    ]),
  ],
])("anthropic: %s", (rule, body) => {
  expect(checkAnthropicRequest(body).map((violation) => violation.rule)).toContainEqual(
    expect.stringMatching(rule),
  );
});

const asks = { role: "user", parts: [{ text: "hello" }] };
const calls = {
  role: "model",
  parts: [{ functionCall: { name: "shell", args: {} }, thoughtSignature: "s" }],
};
const responds = { role: "user", parts: [{ functionResponse: { name: "shell", response: {} } }] };

test.each<[rule: RegExp, contents: readonly unknown[], rest?: object]>([
  [/ending with a model turn/, [asks, { role: "model", parts: [{ text: "a" }] }]],
  [/begins with a user turn/, [calls, responds]],
  [/valid role/, [asks, calls, { ...responds, role: "function" }]],
  [/empty text/, [{ role: "user", parts: [{ text: "" }] }]],
  [/number of function response/, [asks, calls, asks]],
  [
    /nothing stands beside/,
    [asks, calls, { role: "user", parts: [...responds.parts, { text: "a" }] }],
  ],
  [
    /carry the names/,
    [asks, calls, { role: "user", parts: [{ functionResponse: { name: "other", response: {} } }] }],
  ],
  [
    /thought_signature/,
    [asks, { role: "model", parts: [{ functionCall: { name: "shell", args: {} } }] }, responds],
  ],
  [
    /MIME/,
    [{ role: "user", parts: [{ inlineData: { mimeType: "image/gif", data: "R0lGODlh" } }] }],
  ],
  [/oneof/, [{ role: "user", parts: [{ text: "a", inlineData: {} }] }]],
])("google: %s", (rule, contents) => {
  const violations = checkGoogleRequest({ contents }, "gemini-3.6-flash");
  expect(violations.map((violation) => violation.rule)).toContainEqual(expect.stringMatching(rule));
});

const toolCall = (id: string) => ({
  id,
  type: "function",
  function: { name: "shell", arguments: "{}" },
});

test.each<[rule: RegExp, messages: readonly unknown[], rest?: object]>([
  [/got null/, [{ role: "assistant", content: null }]],
  [/preceding message/, [{ role: "tool", tool_call_id: "a", content: "" }]],
  [
    /must be followed/,
    [
      { role: "assistant", content: null, tool_calls: [toolCall("a")] },
      { role: "user", content: "" },
    ],
  ],
  [
    /maximum length 40/,
    [{ role: "assistant", content: null, tool_calls: [toolCall("a".repeat(41))] }],
  ],
  [/Duplicate/, [{ role: "assistant", content: null, tool_calls: [toolCall("a"), toolCall("a")] }]],
  [
    /image_url in a message of tool/,
    [{ role: "tool", content: [{ type: "image_url", image_url: { url: "https://a" } }] }],
  ],
  [/only allowed when 'tools'/, [], { parallel_tool_calls: true }],
])("openai-chat: %s", (rule, messages, rest) => {
  const violations = checkChatRequest({ model: "gpt-5.2", messages, ...rest });
  expect(violations.map((violation) => violation.rule)).toContainEqual(expect.stringMatching(rule));
});

const functionCall = { type: "function_call", call_id: "c", name: "shell", arguments: "{}" };
const reasoning = { type: "reasoning", summary: [], encrypted_content: "x" };

test.each<[rule: RegExp, input: readonly unknown[]]>([
  [/No tool output/, [functionCall]],
  [/No tool call/, [{ type: "function_call_output", call_id: "c", output: "" }, functionCall]],
  [/Duplicate/, [functionCall, functionCall]],
  [/begins with 'fc'/, [{ ...functionCall, id: "call_1" }]],
  [/maximum length 64/, [{ ...functionCall, call_id: "c".repeat(65) }]],
  [/required following item/, [reasoning, { type: "message", role: "user", content: [] }]],
  [/not persisted/, [{ ...reasoning, encrypted_content: null }, functionCall]],
  [
    /Supported values are: output_text/,
    [{ type: "message", role: "assistant", content: [{ type: "input_text", text: "" }] }],
  ],
])("openai-responses: %s", (rule, input) => {
  const violations = checkResponsesRequest({ model: "gpt-5.2", store: false, input });
  expect(violations.map((violation) => violation.rule)).toContainEqual(expect.stringMatching(rule));
});
