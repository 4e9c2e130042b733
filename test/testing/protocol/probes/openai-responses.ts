import type { OPENAI_RESPONSES_RULES } from "../../../../src/testing/protocol/openai-responses.js";
import { HALF_PAIR, type Probe, type ProbesOf } from "./probe.js";

const WITHOUT_REASONING = "gpt-4.1";

const user = (...content: readonly unknown[]) => ({ type: "message", role: "user", content });
const hello = user({ type: "input_text", text: "hello" });
const says = {
  type: "message",
  role: "assistant",
  content: [{ type: "output_text", text: "hello" }],
};
const call = { type: "function_call", call_id: "c1", name: "shell", arguments: "{}" };
const output = { type: "function_call_output", call_id: "c1", output: "" };
const reasoning = { type: "reasoning", id: "rs_1", summary: [], encrypted_content: "x" };
const shell = { type: "function", name: "shell" };

const request = (input: readonly unknown[], rest: object = {}): Probe => ({
  body: { model: "gpt-5.2", store: false, input, ...rest },
});
const called = (differing: object, answer: object = {}): Probe =>
  request([hello, { ...call, ...differing }, { ...output, ...answer }]);
const noArguments = { type: "object", properties: {} };
const declared = (differing: object): Probe =>
  request([hello], { tools: [{ ...shell, ...differing }] });
const image = (image_url: string, detail: string): Probe =>
  request([user({ type: "input_image", image_url, detail })]);

/** A conversation that the API takes. */
export const LAWFUL = called({});

export const OPENAI_RESPONSES_PROBES: ProbesOf<typeof OPENAI_RESPONSES_RULES> = {
  "model-named": request([hello], { model: "" }),
  "input-given": request([]),
  "reasoning-followed": request([reasoning, hello]),
  "reasoning-encrypted": request([{ ...reasoning, encrypted_content: null }, says]),
  "item-id": called({ id: "call_1" }),
  "item-id-once": request([reasoning, says, { ...reasoning }, says]),
  "call-namespace": called({ namespace: "a b" }),
  "call-id": called({ call_id: "c".repeat(65) }, { call_id: "c".repeat(65) }),
  "call-name": called({ name: "a.b" }),
  "call-input": called({ arguments: {} }),
  "output-given": called({}, { output: null }),
  "compaction-content": request([{ type: "compaction" }]),
  "search-action": request([{ type: "web_search_call" }]),
  "item-known": request([{ type: "ghost_snapshot" }]),
  "role-known": request([{ ...hello, role: "tool" }]),
  "content-given": request([user()]),
  "part-allowed": request([user(...says.content)]),
  "image-url": image("data:image/bmp;base64,Qk0=", "auto"),
  "image-detail": image("https://host/a.png", "medium"),
  "call-ids-unique": request([call, output, call, output]),
  "outputs-called": request([output]),
  "calls-answered": request([call]),
  "tool-name": request([hello], { tools: [{ ...shell, name: "a.b" }] }),
  "choice-with-tools": request([hello], { tool_choice: "auto" }),
  "choice-declared": request([hello], {
    tools: [shell],
    tool_choice: { type: "function", name: "other" },
  }),
  "reasoning-able": request([hello], { model: WITHOUT_REASONING, reasoning: {} }),
  "include-able": request([hello], {
    model: WITHOUT_REASONING,
    include: ["reasoning.encrypted_content"],
  }),
  "reasoning-taken": request([reasoning, says], { model: WITHOUT_REASONING }),
  "text-well-formed": request([user({ type: "input_text", text: HALF_PAIR })]),
  "tool-schema-object": declared({ parameters: { properties: {} } }),
  "tool-schema-plain": declared({ parameters: { ...noArguments, anyOf: [] } }),
  "tool-schema-properties": declared({ parameters: { type: "object" } }),
  "strict-closed": declared({ parameters: noArguments, strict: true }),
  "tool-names-unique": request([hello], { tools: [shell, shell] }),
};
