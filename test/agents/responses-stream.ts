import { DEFAULT_USAGE, nextId, sealed, type Call, type Reply } from "./reply.js";

/** The events of the Responses API that carry one answer. */
export function responsesStream(reply: Reply): readonly object[] {
  const id = nextId("resp");
  const output = [
    ...(reply.reasoning === undefined ? [] : [reasoningItem(reply.reasoning)]),
    ...(reply.text === undefined ? [] : [messageItem(reply.text)]),
    ...(reply.calls ?? []).map(callItem),
  ];
  const { input, output: answered } = reply.usage ?? DEFAULT_USAGE;
  const usage = {
    input_tokens: input,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: answered,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: input + answered,
  };
  return [
    { type: "response.created", response: { id, status: "in_progress", output: [] } },
    ...output.flatMap(itemEvents),
    { type: "response.completed", response: { id, status: "completed", output, usage } },
  ];
}

/** What the API sends when a request does not fit the window. */
export function responsesTooLong(): readonly object[] {
  const error = { code: "context_length_exceeded", message: "Your input exceeds the window." };
  return [{ type: "response.failed", response: { id: nextId("resp"), status: "failed", error } }];
}

function itemEvents(item: Readonly<Record<string, unknown>>, index: number): object[] {
  const at = { output_index: index, item_id: item["id"] };
  const events: object[] = [{ type: "response.output_item.added", output_index: index, item }];
  if (item["type"] === "message" && Array.isArray(item["content"])) {
    const parts: unknown[] = item["content"];
    const part: unknown = parts[0];
    const delta = typeof part === "object" && part !== null && "text" in part ? part.text : "";
    events.push({ type: "response.content_part.added", ...at, content_index: 0, part });
    events.push({ type: "response.output_text.delta", ...at, content_index: 0, delta });
  }
  return [...events, { type: "response.output_item.done", output_index: index, item }];
}

function messageItem(text: string): Record<string, unknown> {
  const content = [{ type: "output_text", text, annotations: [] }];
  return { type: "message", id: nextId("msg"), role: "assistant", status: "completed", content };
}

function reasoningItem(text: string): Record<string, unknown> {
  const summary = [{ type: "summary_text", text }];
  return { type: "reasoning", id: nextId("rs"), summary, encrypted_content: sealed(text) };
}

function callItem({ name, input, namespace, isSearch }: Call): Record<string, unknown> {
  if (isSearch === true) {
    const search = { call_id: nextId("call"), execution: "client", status: "completed" };
    return { type: "tool_search_call", id: nextId("tsc"), ...search, arguments: input };
  }
  const shared = { name, call_id: nextId("call"), status: "completed" };
  if (typeof input === "string") {
    return { type: "custom_tool_call", id: nextId("ctc"), ...shared, input };
  }
  const space = namespace === undefined ? {} : { namespace };
  const written = JSON.stringify(input);
  return { type: "function_call", id: nextId("fc"), ...shared, ...space, arguments: written };
}
