import type { RecordedAnswer } from "./fake-api.js";

/** One answer of each API, whole and as the events of a stream, in the shapes of their references. */

const anthropicUsage = {
  input_tokens: 12,
  cache_creation_input_tokens: 100,
  cache_read_input_tokens: 1000,
  output_tokens: 80,
  output_tokens_details: { thinking_tokens: 30 },
};
const anthropicMessage = {
  id: "msg_01",
  type: "message",
  role: "assistant",
  model: "claude-opus-4-8",
  stop_sequence: null,
};

export const anthropicAnswer: RecordedAnswer = {
  body: {
    ...anthropicMessage,
    content: [
      { type: "thinking", thinking: "The clock is late.", signature: "EqQBsig" },
      { type: "redacted_thinking", data: "EmwKAhgB" },
      { type: "text", text: "I shall look.", citations: null },
      { type: "tool_use", id: "toolu_01", name: "shell", input: { command: ["date"] } },
      { type: "tool_use", id: "toolu_02", name: "apply_patch", input: { input: "*** Begin" } },
    ],
    stop_reason: "tool_use",
    usage: anthropicUsage,
  },
  events: [
    {
      type: "message_start",
      message: {
        ...anthropicMessage,
        content: [],
        stop_reason: null,
        usage: { ...anthropicUsage, output_tokens: 1, output_tokens_details: null },
      },
    },
    {
      type: "content_block_start",
      index: 0,
      content_block: { type: "thinking", thinking: "", signature: "" },
    },
    { type: "ping" },
    {
      type: "content_block_delta",
      index: 0,
      delta: { type: "thinking_delta", thinking: "The clock " },
    },
    {
      type: "content_block_delta",
      index: 0,
      delta: { type: "thinking_delta", thinking: "is late." },
    },
    {
      type: "content_block_delta",
      index: 0,
      delta: { type: "signature_delta", signature: "EqQBsig" },
    },
    { type: "content_block_stop", index: 0 },
    {
      type: "content_block_start",
      index: 1,
      content_block: { type: "redacted_thinking", data: "EmwKAhgB" },
    },
    { type: "content_block_stop", index: 1 },
    {
      type: "content_block_start",
      index: 2,
      content_block: { type: "text", text: "", citations: null },
    },
    { type: "content_block_delta", index: 2, delta: { type: "text_delta", text: "I shall " } },
    { type: "content_block_delta", index: 2, delta: { type: "text_delta", text: "look." } },
    { type: "content_block_stop", index: 2 },
    {
      type: "content_block_start",
      index: 3,
      content_block: { type: "tool_use", id: "toolu_01", name: "shell", input: {} },
    },
    {
      type: "content_block_delta",
      index: 3,
      delta: { type: "input_json_delta", partial_json: "" },
    },
    {
      type: "content_block_delta",
      index: 3,
      delta: { type: "input_json_delta", partial_json: '{"command":["da' },
    },
    {
      type: "content_block_delta",
      index: 3,
      delta: { type: "input_json_delta", partial_json: 'te"]}' },
    },
    { type: "content_block_stop", index: 3 },
    {
      type: "content_block_start",
      index: 4,
      content_block: { type: "tool_use", id: "toolu_02", name: "apply_patch", input: {} },
    },
    {
      type: "content_block_delta",
      index: 4,
      delta: { type: "input_json_delta", partial_json: '{"input":"*** Begin"}' },
    },
    { type: "content_block_stop", index: 4 },
    {
      type: "message_delta",
      delta: { stop_reason: "tool_use", stop_sequence: null },
      usage: { output_tokens: 80, output_tokens_details: { thinking_tokens: 30 } },
    },
    { type: "message_stop" },
  ],
};

const googleUsage = {
  promptTokenCount: 1112,
  cachedContentTokenCount: 1000,
  candidatesTokenCount: 50,
  thoughtsTokenCount: 30,
  totalTokenCount: 1192,
};
const googleHead = { responseId: "resp-1", modelVersion: "gemini-3.6-flash" };
const googleCall = {
  functionCall: { id: "fc-1", name: "shell", args: { command: ["date"] } },
  thoughtSignature: "CpcB",
};
const googleSecond = { functionCall: { name: "apply_patch", args: { input: "*** Begin" } } };
const googleChunk = (parts: readonly unknown[], rest: object = {}) => ({
  ...googleHead,
  candidates: [{ index: 0, content: { role: "model", parts }, ...rest }],
});

export const googleAnswer: RecordedAnswer = {
  body: {
    ...googleHead,
    candidates: [
      {
        index: 0,
        finishReason: "STOP",
        content: {
          role: "model",
          parts: [
            { text: "The clock is late.", thought: true },
            { text: "I shall look.", thoughtSignature: "AbC=" },
            googleCall,
            googleSecond,
          ],
        },
      },
    ],
    usageMetadata: googleUsage,
  },
  events: [
    googleChunk([{ text: "The clock ", thought: true }]),
    googleChunk([{ text: "is late.", thought: true }, { text: "I shall" }]),
    googleChunk([{ text: " look." }]),
    googleChunk([{ text: "", thoughtSignature: "AbC=" }]),
    googleChunk([googleCall]),
    { ...googleChunk([googleSecond], { finishReason: "STOP" }), usageMetadata: googleUsage },
  ],
};

const interactionsUsage = {
  total_input_tokens: 1112,
  total_cached_tokens: 1000,
  total_output_tokens: 50,
  total_thought_tokens: 30,
  total_tool_use_tokens: 0,
  total_tokens: 1192,
};
const interactionsHead = { id: "v1_1", object: "interaction", model: "gemini-3.6-flash" };
const interactionsText = (text: string) => ({ type: "text", text });
const interactionsStep = (event: string, index: number, rest: object = {}) => ({
  event_type: `step.${event}`,
  index,
  ...rest,
});
const interactionsEvent = (kind: string, status: string, rest: object = {}) => ({
  event_type: `interaction.${kind}`,
  interaction: { ...interactionsHead, status, ...rest },
});
const interactionsCall = (id: string, name: string, input: object) => ({
  type: "function_call",
  id,
  name,
  arguments: input,
});

export const interactionsAnswer: RecordedAnswer = {
  body: {
    ...interactionsHead,
    status: "requires_action",
    steps: [
      { type: "thought", signature: "EvEFCu4F", summary: [interactionsText("The clock is late.")] },
      { type: "model_output", content: [interactionsText("I shall look.")] },
      interactionsCall("fc-1", "shell", { command: ["date"] }),
      interactionsCall("fc-2", "apply_patch", { input: "*** Begin" }),
    ],
    usage: interactionsUsage,
  },
  events: [
    interactionsEvent("created", "in_progress"),
    {
      event_type: "interaction.status_update",
      interaction_id: "v1_1",
      status: "in_progress",
    },
    interactionsStep("start", 0, { step: { type: "thought" } }),
    interactionsStep("delta", 0, {
      delta: { type: "thought_summary", content: interactionsText("The clock ") },
    }),
    interactionsStep("delta", 0, {
      delta: { type: "thought_summary", content: interactionsText("is late.") },
    }),
    interactionsStep("delta", 0, { delta: { type: "thought_signature", signature: "EvEFCu4F" } }),
    interactionsStep("stop", 0),
    interactionsStep("start", 1, { step: { type: "model_output" } }),
    interactionsStep("delta", 1, { delta: interactionsText("I shall ") }),
    interactionsStep("delta", 1, { delta: interactionsText("look.") }),
    interactionsStep("stop", 1),
    interactionsStep("start", 2, { step: interactionsCall("fc-1", "shell", {}) }),
    interactionsStep("delta", 2, { delta: { type: "arguments_delta", arguments: '{"command":' } }),
    interactionsStep("delta", 2, { delta: { type: "arguments_delta", arguments: '["date"]}' } }),
    interactionsStep("stop", 2),
    interactionsStep("start", 3, {
      step: interactionsCall("fc-2", "apply_patch", { input: "*** Begin" }),
    }),
    interactionsStep("stop", 3),
    interactionsEvent("completed", "requires_action", { usage: interactionsUsage }),
  ],
};

const chatUsage = {
  prompt_tokens: 1112,
  completion_tokens: 80,
  total_tokens: 1192,
  prompt_tokens_details: { cached_tokens: 1000, cache_write_tokens: 100 },
  completion_tokens_details: { reasoning_tokens: 30 },
};
const chatHead = { id: "chatcmpl-1", created: 1, model: "gpt-5.2" };
const chatChunk = (delta: object, finish: string | null = null) => ({
  ...chatHead,
  object: "chat.completion.chunk",
  choices: [{ index: 0, delta, finish_reason: finish, logprobs: null }],
});

export const chatAnswer: RecordedAnswer = {
  body: {
    ...chatHead,
    object: "chat.completion",
    choices: [
      {
        index: 0,
        logprobs: null,
        finish_reason: "tool_calls",
        message: {
          role: "assistant",
          refusal: null,
          content: "I shall look.",
          tool_calls: [
            {
              id: "call_1",
              type: "function",
              function: { name: "shell", arguments: '{"command":["date"]}' },
            },
            { id: "call_2", type: "custom", custom: { name: "apply_patch", input: "*** Begin" } },
          ],
        },
      },
    ],
    usage: chatUsage,
  },
  events: [
    chatChunk({ role: "assistant", content: "", refusal: null }),
    chatChunk({ content: "I shall " }),
    chatChunk({ content: "look." }),
    chatChunk({
      tool_calls: [
        { index: 0, id: "call_1", type: "function", function: { name: "shell", arguments: "" } },
      ],
    }),
    chatChunk({ tool_calls: [{ index: 0, function: { arguments: '{"command":' } }] }),
    chatChunk({
      tool_calls: [
        { index: 1, id: "call_2", type: "custom", custom: { name: "apply_patch", input: "" } },
      ],
    }),
    chatChunk({ tool_calls: [{ index: 0, function: { arguments: '["date"]}' } }] }),
    chatChunk({ tool_calls: [{ index: 1, custom: { input: "*** Begin" } }] }),
    chatChunk({}, "tool_calls"),
    { ...chatHead, object: "chat.completion.chunk", choices: [], usage: chatUsage },
    "[DONE]",
  ],
};

const reasoning = {
  id: "rs_1",
  type: "reasoning",
  summary: [{ type: "summary_text", text: "The clock is late." }],
  encrypted_content: "gAAAAA",
};
const message = {
  id: "msg_1",
  type: "message",
  role: "assistant",
  status: "completed",
  content: [{ type: "output_text", text: "I shall look.", annotations: [], logprobs: [] }],
};
const functionCall = {
  id: "fc_1",
  type: "function_call",
  status: "completed",
  call_id: "call_1",
  name: "shell",
  arguments: '{"command":["date"]}',
};
const customCall = {
  id: "ctc_1",
  type: "custom_tool_call",
  status: "completed",
  call_id: "call_2",
  name: "apply_patch",
  input: "*** Begin",
};
const responsesBody = (status: string, output: readonly unknown[], usage: unknown) => ({
  id: "resp_1",
  object: "response",
  created_at: 1,
  status,
  error: null,
  incomplete_details: null,
  model: "gpt-5.2",
  output,
  usage,
});
const responsesUsage = {
  input_tokens: 1112,
  input_tokens_details: { cached_tokens: 1000, cache_write_tokens: 100 },
  output_tokens: 80,
  output_tokens_details: { reasoning_tokens: 30 },
  total_tokens: 1192,
};
const whole = responsesBody(
  "completed",
  [reasoning, message, functionCall, customCall],
  responsesUsage,
);
const item = (type: string, index: number, value: object) => ({
  type: `response.output_item.${type}`,
  output_index: index,
  item: value,
});

export const responsesAnswer: RecordedAnswer = {
  body: whole,
  events: [
    { type: "response.created", response: responsesBody("in_progress", [], null) },
    item("added", 0, { ...reasoning, summary: [], encrypted_content: "" }),
    {
      type: "response.reasoning_summary_text.delta",
      item_id: "rs_1",
      output_index: 0,
      summary_index: 0,
      delta: "The clock ",
    },
    {
      type: "response.reasoning_summary_text.delta",
      item_id: "rs_1",
      output_index: 0,
      summary_index: 0,
      delta: "is late.",
    },
    item("done", 0, reasoning),
    item("added", 1, { ...message, status: "in_progress", content: [] }),
    {
      type: "response.content_part.added",
      item_id: "msg_1",
      output_index: 1,
      content_index: 0,
      part: { type: "output_text", text: "", annotations: [] },
    },
    {
      type: "response.output_text.delta",
      item_id: "msg_1",
      output_index: 1,
      content_index: 0,
      delta: "I shall ",
    },
    {
      type: "response.output_text.delta",
      item_id: "msg_1",
      output_index: 1,
      content_index: 0,
      delta: "look.",
    },
    item("done", 1, message),
    item("added", 2, { ...functionCall, arguments: "" }),
    {
      type: "response.function_call_arguments.delta",
      item_id: "fc_1",
      output_index: 2,
      delta: '{"command":["date"]}',
    },
    item("done", 2, functionCall),
    item("added", 3, { ...customCall, input: "" }),
    {
      type: "response.custom_tool_call_input.delta",
      item_id: "ctc_1",
      output_index: 3,
      delta: "*** Begin",
    },
    item("done", 3, customCall),
    { type: "response.completed", response: whole },
  ],
};
