import type { ANTHROPIC_RULES } from "../../../../src/testing/protocol/anthropic-rules.js";
import { HALF_PAIR, PNG_START, type Probe, type ProbesOf } from "./probe.js";

/** Each distinguishes other models by one trait. */
const OLDER = "claude-opus-4-5"; // takes a prefill and a thinking budget, no adaptive thinking
const ALWAYS_THINKING = "claude-fable-5"; // takes no forced choice, and thinking cannot be off
const WITHOUT_SYSTEM_MIDWAY = "claude-opus-4-7";
const WITHOUT_THINKING = "claude-3-5-sonnet";

const text = (words = "hello") => ({ type: "text", text: words });
const user = (...content: readonly unknown[]) => ({ role: "user", content });
const says = (...content: readonly unknown[]) => ({ role: "assistant", content });
const hello = user(text());
const use = { type: "tool_use", id: "t1", name: "shell", input: {} };
const result = { type: "tool_result", tool_use_id: "t1" };
const shell = { name: "shell", input_schema: { type: "object" } };
const thought = { type: "thinking", thinking: "", signature: "s" };
const budget = { type: "enabled", budget_tokens: 2_000 };
const compacted = { type: "compaction", content: "so far", signature: "s" };
const mark = (ttl = "5m") => ({ ...text(), cache_control: { type: "ephemeral", ttl } });
const image = (source: object) => user({ type: "image", source });
const inline = (media_type: string, data: string) => image({ type: "base64", media_type, data });

const request = (messages: readonly unknown[], rest: object = {}): Probe => ({
  body: { model: "claude-opus-4-8", max_tokens: 4_000, messages, ...rest },
});
const withTools = (messages: readonly unknown[], rest: object = {}): Probe =>
  request(messages, { tools: [shell], ...rest });
const tool = (declared: object): Probe => request([hello], { tools: [{ ...shell, ...declared }] });
const called = (call: object, answer: object = {}): Probe =>
  withTools([hello, says({ ...use, ...call }), user({ ...result, ...answer })]);

/** A conversation that the API takes. */
export const LAWFUL = called({});

export const ANTHROPIC_PROBES: ProbesOf<typeof ANTHROPIC_RULES> = {
  "model-named": request([hello], { model: "" }),
  "max-tokens-set": request([hello], { max_tokens: 0 }),
  "messages-given": request([]),
  "content-given": request([user()]),
  "first-message-user": request([says(text()), hello]),
  "roles-alternate": request([hello, says(text()), says(text()), hello]),
  "system-midway-known": request([hello, { role: "system", content: [text()] }], {
    model: WITHOUT_SYSTEM_MIDWAY,
  }),
  "system-midway-place": request([hello, { role: "system", content: [text()] }, hello]),
  "role-known": {
    ...request([hello, { role: "tool", content: [text()] }]),
    also: ["block-allowed"],
  },
  "calls-answered": withTools([hello, says(use), hello]),
  "last-calls-answered": withTools([hello, says(use)], { model: OLDER }),
  "no-prefill": request([hello, says(text())]),
  "call-ids-unique": withTools([hello, says(use), user(result), says(use), user(result)]),
  "results-first": withTools([hello, says(use), user(text(), result)]),
  "result-once": withTools([hello, says(use), user(result, result)]),
  "results-called": request([user(result)]),
  "tool-name": tool({ name: "a.b" }),
  "tool-schema-object": tool({ input_schema: { type: "array" } }),
  "tool-schema-plain": tool({ input_schema: { type: "object", oneOf: [] } }),
  "answer-closed": request([hello], {
    output_config: { format: { type: "json_schema", schema: { type: "object" } } },
  }),
  "calls-declared": request([hello, says(use), user(result)]),
  "choice-with-tools": request([hello], { tool_choice: { type: "auto" } }),
  "choice-declared": withTools([hello], { tool_choice: { type: "tool", name: "other" } }),
  "choice-not-forced": withTools([hello], {
    model: ALWAYS_THINKING,
    tool_choice: { type: "any" },
  }),
  "choice-without-thinking": withTools([hello], {
    model: OLDER,
    thinking: budget,
    tool_choice: { type: "any" },
  }),
  "thinking-adaptive": request([hello], { model: OLDER, thinking: { type: "adaptive" } }),
  "thinking-disabled": request([hello], {
    model: ALWAYS_THINKING,
    thinking: { type: "disabled" },
  }),
  "thinking-able": request([hello], { model: WITHOUT_THINKING, thinking: budget }),
  "thinking-manual": request([hello], { thinking: budget }),
  "thinking-budget": request([hello], {
    model: OLDER,
    thinking: { ...budget, budget_tokens: 1_023 },
  }),
  "thinking-first": withTools([hello, says(use), user(result)], {
    model: OLDER,
    thinking: budget,
  }),
  "cache-marks": request([user(mark(), mark(), mark(), mark(), mark())]),
  "cache-lives": request([user(mark("5m"), mark("1h"))]),
  "thinking-not-last": request([hello, says(text(), thought), hello]),
  "cache-not-thinking": request([hello, says({ ...mark(), ...thought }, text()), hello]),
  "cache-not-empty": {
    ...request([user({ ...mark(), text: "" })]),
    also: ["text-given", "text-visible"],
  },
  "compaction-first": request([hello, says(compacted), hello], { betas: ["compact-2026-09-04"] }),
  "compaction-beta": request([says(compacted), hello]),
  "block-allowed": request([user(thought)]),
  "text-given": { ...request([user(text(""))]), also: ["text-visible"] },
  "text-visible": request([user(text(" \n"))]),
  "thinking-text": request([hello, says({ type: "thinking", signature: "s" }, text()), hello]),
  "thinking-signed": request([hello, says({ ...thought, signature: "" }, text()), hello]),
  "redacted-data": request([hello, says({ type: "redacted_thinking" }, text()), hello]),
  "call-id": { ...called({ id: "a.b" }, { tool_use_id: "a.b" }), also: ["result-id"] },
  "call-name": called({ name: "a.b" }),
  "call-input": called({ input: "{}" }),
  "result-id": { ...request([user({ ...result, tool_use_id: "a.b" })]), also: ["results-called"] },
  "result-content": called({}, { content: [] }),
  "failure-told": called({}, { is_error: true }),
  "failure-text": called(
    {},
    {
      is_error: true,
      content: [{ type: "image", source: { type: "url", url: "https://host/a" } }],
    },
  ),
  "image-url": request([image({ type: "url", url: "http://host/a.png" })]),
  "image-data": request([inline("image/png", "")]),
  "image-base64": request([inline("image/png", "%")]),
  "image-type": request([inline("image/bmp", "Qk0=")]),
  "image-type-true": request([inline("image/gif", PNG_START)]),
  "text-well-formed": request([user(text(HALF_PAIR))]),
  "tool-names-unique": request([hello], { tools: [shell, shell] }),
};
