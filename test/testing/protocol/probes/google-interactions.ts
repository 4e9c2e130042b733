import type { INTERACTIONS_RULES } from "../../../../src/testing/protocol/google-interactions.js";
import { HALF_PAIR, PNG_START, type Probe, type ProbesOf } from "./probe.js";

const NEWEST = "gemini-3.6-flash";
/** No levels of thinking, no signatures. */
const OLDER = "gemini-2.5-flash";

const words = (text: string) => ({ type: "text", text });
const user = (...content: readonly unknown[]) => ({ type: "user_input", content });
const model = (...content: readonly unknown[]) => ({ type: "model_output", content });
const hello = user(words("hello"));
const thought = { type: "thought", signature: "s" };
const call = { type: "function_call", id: "c", name: "shell", arguments: {} };
const result = { type: "function_result", call_id: "c", name: "shell", result: "done" };
const shell = { type: "function", name: "shell" };

const request = (input: readonly unknown[], rest: object = {}): Probe => ({
  body: { model: NEWEST, store: false, input, ...rest },
});
const called = (callRest: object, resultRest: object): Probe =>
  request([hello, thought, { ...call, ...callRest }, { ...result, ...resultRest }]);
const image = (mimeType: string, data: string): Probe =>
  request([user({ type: "image", mime_type: mimeType, data })]);
const declared = (...tools: readonly unknown[]): Probe => request([hello], { tools });
const formatted = (responseFormat: object, rest: object = {}): Probe =>
  request([hello], { response_format: { type: "text", ...responseFormat }, ...rest });

/** A conversation that the API takes. */
export const LAWFUL = called({}, {});

export const INTERACTIONS_PROBES: ProbesOf<typeof INTERACTIONS_RULES> = {
  "model-named": request([hello], { model: "" }),
  stateless: request([hello], { previous_interaction_id: "v1_1" }),
  "input-given": request([]),
  "first-step-user": request([model(words("a")), hello]),
  "last-step-user": request([hello, model(words("a"))]),
  "step-known": request([hello, { type: "turn" }, hello]),
  "content-given": request([user()]),
  "content-known": request([user({ type: "audio", data: "" })]),
  "text-given": request([user(words(""))]),
  "summary-text": request([hello, { ...thought, summary: [words("")] }, hello]),
  "thought-signed": request([hello, { type: "thought" }, hello]),
  "calls-signed": request([hello, call, result]),
  "call-name": called({ name: "a b" }, { name: "a b" }),
  "call-id": called({ id: "" }, { call_id: "" }),
  "call-input": called({ arguments: "{}" }, {}),
  "call-ids-unique": {
    ...request([hello, thought, call, call, result, result]),
    also: ["results-called"],
  },
  "calls-answered": request([hello, thought, call, hello]),
  "results-called": request([hello, result]),
  "results-named": called({}, { name: "other" }),
  "result-given": called({}, { result: [] }),
  "media-from-user": request([
    hello,
    model({ type: "image", mime_type: "image/png", data: PNG_START }),
    hello,
  ]),
  "media-type": image("image/gif", "R0lGODlh"),
  "media-base64": image("image/png", ""),
  "media-type-true": image("image/jpeg", PNG_START),
  "tool-type": declared({ ...shell, type: "google_search" }),
  "tool-name": declared({ ...shell, name: "1" }),
  "tool-names-unique": declared(shell, shell),
  "tool-schema-object": declared({ ...shell, parameters: { type: "string" } }),
  "tool-schema-required": declared({ ...shell, parameters: { type: "object", required: [] } }),
  "choice-declared": request([hello], {
    tools: [shell],
    generation_config: { tool_choice: { allowed_tools: { mode: "any", tools: ["other"] } } },
  }),
  "thinking-level": request([hello], {
    model: OLDER,
    generation_config: { thinking_level: "low" },
  }),
  "schema-with-type": formatted({ schema: {} }),
  "schema-without-tools": formatted(
    { schema: {}, mime_type: "application/json" },
    { model: OLDER, tools: [shell] },
  ),
  "text-well-formed": request([user(words(HALF_PAIR))]),
};
