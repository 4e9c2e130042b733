import { expect, test } from "vitest";
import { googleInteractions } from "../../../src/projections/providers/google-interactions/google-interactions.js";
import { inlineImage } from "./entries.js";
import { type Entry, promptOf } from "./prompts.js";

const asked: Entry = [
  { type: "message", role: "user", content: [{ type: "input_text", text: "Why?" }] },
];
const call: Entry = [{ type: "function_call", call_id: "a", name: "shell", arguments: "{}" }];
const done: Entry = [{ type: "function_call_output", call_id: "a", output: "done" }];
const thought = (signature: string | undefined): Entry => [
  {
    type: "reasoning",
    summary: [{ type: "summary_text", text: "hm" }],
    provider: "google-interactions",
    signature,
  },
];

function requestOf(entries: readonly Entry[], model = "gemini-3.6-flash") {
  return googleInteractions.toRequest(promptOf(entries), { model });
}

test("a request stores nothing and names no interaction before it: its input is everything", () => {
  const { body } = requestOf([asked]);
  expect(body).toEqual({
    model: "gemini-3.6-flash",
    store: false,
    input: [{ type: "user_input", content: [{ type: "text", text: "Why?" }] }],
  });
});

test("a signed thought goes back as it came, and stands for the calls after it", () => {
  const { body, repairs } = requestOf([asked, thought("sealed"), call, done]);
  expect(body.input.slice(1)).toEqual([
    { type: "thought", signature: "sealed", summary: [{ type: "text", text: "hm" }] },
    { type: "function_call", id: "a", name: "shell", arguments: {} },
    { type: "function_result", call_id: "a", name: "shell", result: "done" },
  ]);
  expect(repairs).toEqual([]);
});

test("a thought without a signature is left out, and the stand-in is put before its calls", () => {
  const { body, repairs } = requestOf([asked, thought(undefined), call, done]);
  expect(body.input[1]).toEqual({ type: "thought", signature: "skip_thought_signature_validator" });
  expect(repairs.map(({ kind }) => kind)).toEqual(["reasoning-left-out", "signature-inserted"]);
  expect(requestOf([asked, call, done], "gemini-2.5-pro").body.input[1]).toMatchObject({ id: "a" });
});

test("results of parallel calls stand together: images that cannot be in them follow the last", () => {
  const called = (id: string): Entry => [
    { type: "function_call", call_id: id, name: "shell", arguments: "{}" },
  ];
  const shown = (id: string): Entry => [
    { type: "function_call_output", call_id: id, output: [inlineImage] },
  ];
  const entries = [asked, called("a"), called("b"), shown("a"), shown("b")];
  const { body, origins } = requestOf(entries, "gemini-2.5-pro");
  expect(body.input.map(({ type }) => type).join(" ")).toBe(
    "user_input function_call function_call function_result function_result user_input user_input",
  );
  expect(origins.slice(-2)).toEqual([[13], [14]]);
});

test("lists of required members that are empty are dropped at any depth", () => {
  const inner = { type: "object", required: [], properties: { required: { type: "string" } } };
  const parameters = { type: "object", required: [], properties: { inner } };
  const tools = [{ kind: "function" as const, name: "shell", parameters }];
  const { body } = googleInteractions.toRequest(promptOf([asked], { tools }), {
    model: "gemini-9",
  });
  expect(body.tools?.[0]?.parameters).toEqual({
    type: "object",
    properties: { inner: { type: "object", properties: { required: { type: "string" } } } },
  });
});

test("effort is a level, from Gemini 3 on; one function is forced by its name", () => {
  const tools = [{ kind: "function" as const, name: "shell" }];
  const prompt = promptOf([asked], { tools });
  const settings = { reasoning: { effort: "high", summary: true }, toolChoice: { tool: "shell" } };
  const made = (model: string) => googleInteractions.toRequest(prompt, { model, ...settings });
  const tool_choice = { allowed_tools: { mode: "any", tools: ["shell"] } };
  expect(made("gemini-4-argon").body.generation_config).toEqual({
    thinking_level: "high",
    thinking_summaries: "auto",
    tool_choice,
  });
  const older = made("gemini-2.5-pro");
  expect(older.body.generation_config).toEqual({ thinking_summaries: "auto", tool_choice });
  expect(older.repairs).toMatchObject([{ kind: "setting-left-out" }]);
});

test("pictures of the model are items; what no item can hold is named", () => {
  const { items, unread, finish } = googleInteractions.fromResponse({
    status: "completed",
    steps: [
      { type: "google_search_call", id: "s", arguments: {} },
      {
        type: "model_output",
        content: [
          { type: "text", text: "Here:" },
          { type: "image", mime_type: "image/png", data: "iVBORw0KGgo=" },
          { type: "audio", data: "" },
        ],
      },
    ],
  });
  expect(items.map(({ item }) => item)).toMatchObject([
    { type: "message", content: [{ text: "Here:" }] },
    { type: "image_generation_call", result: "data:image/png;base64,iVBORw0KGgo=" },
  ]);
  expect(unread).toEqual(["google_search_call", "audio"]);
  expect(finish).toBe("stop");
});

test("a stream that the client continued is one answer: steps in order, tokens added up", () => {
  const hop = (id: string, text: string, status: string) => [
    { event_type: "interaction.created", interaction: { id, status: "in_progress" } },
    { event_type: "step.start", index: 0, step: { type: "model_output" } },
    { event_type: "step.delta", index: 0, delta: { type: "text", text } },
    { event_type: "step.delta", index: 0, delta: { type: "text_annotation_delta" } },
    { event_type: "step.stop", index: 0 },
    {
      event_type: "interaction.completed",
      interaction: { id, status, usage: { total_input_tokens: 10, total_tokens: 12 } },
    },
  ];
  const events = [
    ...hop("one", "a", "requires_continuation"),
    ...hop("two", "b", "completed"),
    { event_type: "interaction.praised" },
  ];
  const states = [googleInteractions.initialStream()];
  for (const event of events) {
    states.push(
      googleInteractions.foldStream(states.at(-1) ?? googleInteractions.initialStream(), event),
    );
  }
  const results = states.map((state) => googleInteractions.streamResult(state));
  expect(results[6]).toMatchObject({ id: "one", finish: "paused" });
  expect(results.at(-1)).toMatchObject({
    id: "two",
    finish: "stop",
    items: [{ item: { content: [{ text: "a" }] } }, { item: { content: [{ text: "b" }] } }],
    usage: { input: 20, total: 24 },
    unread: ["interaction.praised"],
  });
});

test("an event out of order, or that reports a failure, is an invalid-response without content", () => {
  const text = { type: "text", text: "secret" };
  for (const event of [
    { event_type: "step.start", index: 1, step: { type: "model_output", content: [text] } },
    { event_type: "step.delta", index: 0, delta: text },
    { event_type: "step.delta", index: "secret", delta: text },
    { event_type: "error", error: { code: "unavailable", message: "secret" } },
    { secret: true },
  ]) {
    const fold = () => googleInteractions.foldStream(googleInteractions.initialStream(), event);
    expect(fold).toThrow(expect.objectContaining({ code: "invalid-response" }));
    expect(fold).not.toThrow(/secret/);
  }
});
