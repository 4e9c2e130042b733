import { DEFAULT_USAGE, nextId, sealed, type Reply } from "./reply.js";

/** The events of the Messages API that carry one answer. */
export function messagesStream(reply: Reply, model: string): readonly object[] {
  const blocks = [
    ...(reply.reasoning === undefined ? [] : [thinkingBlock(reply.reasoning)]),
    ...(reply.text === undefined ? [] : [textBlock(reply.text)]),
    ...(reply.calls ?? []).map(({ name, input }) => toolBlock(name, input)),
  ];
  const { input, output } = reply.usage ?? DEFAULT_USAGE;
  const usage = { input_tokens: input, output_tokens: 1, ...NO_CACHE };
  const message = { id: nextId("msg"), type: "message", role: "assistant", model, content: [] };
  const stop_reason = (reply.calls ?? []).length > 0 ? "tool_use" : "end_turn";
  return [
    { type: "message_start", message: { ...message, stop_reason: null, usage } },
    ...blocks.flatMap(({ start, deltas }, index) => [
      { type: "content_block_start", index, content_block: start },
      ...deltas.map((delta) => ({ type: "content_block_delta", index, delta })),
      { type: "content_block_stop", index },
    ]),
    {
      type: "message_delta",
      delta: { stop_reason, stop_sequence: null },
      usage: { input_tokens: input, output_tokens: output, ...NO_CACHE },
    },
    { type: "message_stop" },
  ];
}

const NO_CACHE = { cache_creation_input_tokens: 0, cache_read_input_tokens: 0 };

interface Block {
  readonly start: object;
  readonly deltas: readonly object[];
}

function textBlock(text: string): Block {
  return { start: { type: "text", text: "" }, deltas: [{ type: "text_delta", text }] };
}

function thinkingBlock(thinking: string): Block {
  return {
    start: { type: "thinking", thinking: "", signature: "" },
    deltas: [
      { type: "thinking_delta", thinking },
      { type: "signature_delta", signature: sealed(thinking) },
    ],
  };
}

function toolBlock(name: string, input: unknown): Block {
  return {
    start: { type: "tool_use", id: nextId("toolu"), name, input: {} },
    deltas: [{ type: "input_json_delta", partial_json: JSON.stringify(input) }],
  };
}
