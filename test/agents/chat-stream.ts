import { DEFAULT_USAGE, nextId, type Reply } from "./reply.js";

/** The chunks of the Chat Completions API that carry one answer, the end mark excepted. */
export function chatStream(reply: Reply, model: string): readonly object[] {
  const id = nextId("chatcmpl");
  const chunk = (delta: object, finish_reason: string | null = null): object => ({
    id,
    object: "chat.completion.chunk",
    created: 0,
    model,
    choices: [{ index: 0, delta, finish_reason }],
  });
  const calls = reply.calls ?? [];
  const { input, output } = reply.usage ?? DEFAULT_USAGE;
  return [
    chunk({ role: "assistant", content: "" }),
    ...(reply.reasoning === undefined ? [] : [chunk({ reasoning_content: reply.reasoning })]),
    ...(reply.text === undefined ? [] : [chunk({ content: reply.text })]),
    ...calls.map(({ name, input: given }, index) => {
      const call = { name, arguments: JSON.stringify(given) };
      return chunk({
        tool_calls: [{ index, id: nextId("call"), type: "function", function: call }],
      });
    }),
    chunk({}, calls.length > 0 ? "tool_calls" : "stop"),
    {
      id,
      object: "chat.completion.chunk",
      created: 0,
      model,
      choices: [],
      usage: { prompt_tokens: input, completion_tokens: output, total_tokens: input + output },
    },
  ];
}
