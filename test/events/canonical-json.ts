import type { Item, MessagePart, OutputPart } from "../../src/events/item.js";

/**
 * The canonical serialization of docs/semantics.md §3.7, built member by member: what
 * `countItemBytes` is measured against. Lone surrogates stay as they are; encoding makes three
 * bytes of each.
 */
export function canonicalJson(item: Item): string {
  return write(canonical(item));
}

function canonical(item: Item): unknown {
  switch (item.type) {
    case "message":
      return {
        type: item.type,
        role: item.role,
        content: item.content.map(part),
        ...optional("end_turn", item.end_turn),
        ...optional("phase", item.phase),
      };
    case "reasoning":
      return {
        type: item.type,
        summary: item.summary.map(({ type, text }) => ({ type, text })),
        ...reasoningContent(item.content),
        encrypted_content: item.encrypted_content ?? null,
      };
    case "local_shell_call":
      return {
        type: item.type,
        call_id: item.call_id ?? null,
        status: item.status,
        action: {
          type: item.action.type,
          command: item.action.command,
          timeout_ms: item.action.timeout_ms ?? null,
          working_directory: item.action.working_directory ?? null,
          env: item.action.env ?? null,
          user: item.action.user ?? null,
        },
      };
    case "function_call":
      return {
        type: item.type,
        name: item.name,
        ...optional("namespace", item.namespace),
        arguments: item.arguments,
        call_id: item.call_id,
      };
    case "function_call_output":
      return { type: item.type, call_id: item.call_id, output: output(item.output) };
    case "custom_tool_call":
      return {
        type: item.type,
        ...optional("status", item.status),
        call_id: item.call_id,
        name: item.name,
        input: item.input,
      };
    case "custom_tool_call_output":
      return {
        type: item.type,
        call_id: item.call_id,
        ...optional("name", item.name),
        output: output(item.output),
      };
    case "tool_search_call":
      return {
        type: item.type,
        call_id: item.call_id ?? null,
        ...optional("status", item.status),
        execution: item.execution,
        arguments: item.arguments,
      };
    case "tool_search_output":
      return {
        type: item.type,
        call_id: item.call_id ?? null,
        status: item.status,
        execution: item.execution,
        tools: item.tools,
      };
    case "web_search_call":
      return {
        type: item.type,
        ...optional("status", item.status),
        ...optional("action", item.action),
      };
    case "image_generation_call":
      return {
        type: item.type,
        id: item.id,
        status: item.status,
        ...optional("revised_prompt", item.revised_prompt),
        result: item.result,
      };
    case "ghost_snapshot":
      return { type: item.type, ghost_commit: item.ghost_commit };
    case "compaction":
    case "compaction_summary":
      return { type: "compaction", encrypted_content: item.encrypted_content };
    case "other":
      return { type: "other" };
  }
}

function reasoningContent(content: Extract<Item, { type: "reasoning" }>["content"]) {
  if (content === null || content === undefined) return { content: null };
  if (content.every(({ type }) => type === "text")) return {};
  return { content: content.map(({ type, text }) => ({ type, text })) };
}

function output(value: string | readonly OutputPart[]) {
  return typeof value === "string" ? value : value.map(part);
}

function part(value: MessagePart) {
  if (value.type !== "input_image") return { type: value.type, text: value.text };
  const { type, image_url } = value;
  return { type, image_url, ...optional("detail", value.detail) };
}

function optional(name: string, value: unknown): Record<string, unknown> {
  return value === null || value === undefined ? {} : { [name]: value };
}

function write(value: unknown): string {
  if (typeof value === "string") {
    return value
      .split(/(\p{Surrogate})/u)
      .map((text, index) => (index % 2 === 1 ? text : JSON.stringify(text).slice(1, -1)))
      .join("")
      .replace(/^[^]*$/, (text) => `"${text}"`);
  }
  if (Array.isArray(value)) return `[${value.map(write).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value ?? null);
  const members = Object.entries(value).map(([name, member]) => `${write(name)}:${write(member)}`);
  return `{${members.join(",")}}`;
}
