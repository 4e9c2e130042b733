import type { OPENAI_CHAT_RULES } from "../../../../src/testing/protocol/openai-chat.js";
import { HALF_PAIR, type Probe, type ProbesOf } from "./probe.js";

const WITHOUT_REASONING = "gpt-4.1";

const user = (content: unknown = "hello") => ({ role: "user", content });
const call = { id: "c1", type: "function", function: { name: "shell", arguments: "{}" } };
const calls = (...tool_calls: readonly unknown[]) => ({
  role: "assistant",
  content: null,
  tool_calls,
});
const answer = (tool_call_id = "c1") => ({ role: "tool", tool_call_id, content: "" });
const shell = { type: "function", function: { name: "shell" } };

const request = (messages: readonly unknown[], rest: object = {}): Probe => ({
  body: { model: "gpt-5.2", messages, ...rest },
});
const called = (differing: object, id?: string): Probe =>
  request([user(), calls({ ...call, ...differing }), answer(id)]);
const noArguments = { type: "object", properties: {} };
const declared = (differing: object): Probe =>
  request([user()], { tools: [{ ...shell, function: { name: "shell", ...differing } }] });
const image = (image_url: object): Probe => request([user([{ type: "image_url", image_url }])]);

/** A conversation that the API takes. */
export const LAWFUL = called({});

export const OPENAI_CHAT_PROBES: ProbesOf<typeof OPENAI_CHAT_RULES> = {
  "model-named": request([user()], { model: "" }),
  "messages-given": request([]),
  "effort-able": request([user()], { model: WITHOUT_REASONING, reasoning_effort: "low" }),
  "results-called": request([answer()]),
  "calls-answered": request([user(), calls(call), user()]),
  "last-calls-answered": request([user(), calls(call)]),
  "role-known": request([{ role: "function", content: "" }]),
  "content-given": request([user(null)]),
  "content-list": request([user([])]),
  "part-allowed": request([user([{ type: "refusal", refusal: "" }])]),
  "text-given": request([user([{ type: "text" }])]),
  "image-url": image({ url: "data:image/bmp;base64,Qk0=" }),
  "image-detail": image({ url: "https://host/a.png", detail: "original" }),
  "calls-given": request([{ ...calls(), content: "" }]),
  "call-ids-unique": request([user(), calls(call, call), answer()]),
  "call-id": called({ id: "c".repeat(41) }, "c".repeat(41)),
  "call-type": called({ type: "web", web: { name: "shell", input: "" } }),
  "call-name": called({ function: { ...call.function, name: "a.b" } }),
  "call-input": called({ function: { ...call.function, arguments: {} } }),
  "tool-name": request([user()], { tools: [{ ...shell, function: { name: "a.b" } }] }),
  "tools-given": request([user()], { tools: [] }),
  "choice-with-tools": request([user()], { tool_choice: "auto" }),
  "parallel-with-tools": request([user()], { parallel_tool_calls: true }),
  "choice-declared": request([user()], {
    tools: [shell],
    tool_choice: { type: "function", function: { name: "other" } },
  }),
  "text-well-formed": request([user(HALF_PAIR)]),
  "tool-schema-object": declared({ parameters: { properties: {} } }),
  "tool-schema-plain": declared({ parameters: { ...noArguments, anyOf: [] } }),
  "tool-schema-properties": declared({ parameters: { type: "object" } }),
  "strict-closed": declared({ parameters: noArguments, strict: true }),
  "tool-names-unique": request([user()], { tools: [shell, shell] }),
};
