import type { InputImage, Item, MessagePart, OutputPart, ToolOutput } from "../../events/item.js";
import { byteFigure, counted } from "../output/figures.js";

/** What people read of an item: its text, with a word for each picture. */
export function itemWords(item: Item): string {
  switch (item.type) {
    case "message":
      return partsWords(item.content);
    case "reasoning":
      return reasoningWords(item.summary, item.content ?? [], item.encrypted_content ?? null);
    case "local_shell_call":
      return commandWords(item.action.command);
    case "function_call":
      return argumentWords(item.arguments);
    case "custom_tool_call":
      return item.input;
    case "function_call_output":
    case "custom_tool_call_output":
      return outputWords(item.output);
    case "tool_search_call":
      return JSON.stringify(item.arguments ?? null);
    case "tool_search_output":
      return `${counted(item.tools.length, "tool")} found`;
    case "web_search_call":
      return searchWords(item.action);
    case "image_generation_call":
      return item.revised_prompt ?? "";
    case "ghost_snapshot":
      return textField(item.ghost_commit, "id");
    case "compaction":
    case "compaction_summary":
      return `(encrypted summary, ${byteFigure(item.encrypted_content.length)})`;
    case "other":
      return `(an item of type ${item.original.type})`;
  }
}

function partsWords(parts: readonly (MessagePart | OutputPart)[]): string {
  return parts
    .map((part) => (part.type === "input_image" ? imageWords(part) : part.text))
    .join("\n");
}

function imageWords({ image_url: url, blob }: InputImage): string {
  if (blob !== undefined) {
    const size =
      blob.width !== null && blob.height !== null ? `${blob.width}×${blob.height}, ` : "";
    return `[image: ${size}${byteFigure(blob.payloadBytes)} as text]`;
  }
  const isInline = url.startsWith("data:");
  return isInline ? `[image: ${byteFigure(url.length)} inline]` : `[image: ${url.slice(0, 120)}]`;
}

function reasoningWords(
  summary: readonly { readonly text: string }[],
  content: readonly { readonly text: string }[],
  encrypted: string | null,
): string {
  const texts = [...summary, ...content].map((part) => part.text).filter((text) => text !== "");
  if (texts.length > 0) return texts.join("\n");
  return encrypted === null ? "(nothing said)" : `(encrypted, ${byteFigure(encrypted.length)})`;
}

/** `["bash", "-lc", "ls"]` is what the shell was told: `ls`. */
function commandWords(command: readonly string[]): string {
  const [program = "", flag = "", script] = command;
  const isShell = /(^|\/)(ba|z|da|k)?sh$/.test(program) && /^-\w*c$/.test(flag);
  return isShell && script !== undefined && command.length === 3 ? script : command.join(" ");
}

/** A call's arguments: the command for a shell tool, `name: value` pairs otherwise. */
function argumentWords(text: string): string {
  const parsed = parsedObject(text);
  if (parsed === null) return text;
  const command = parsed["command"] ?? parsed["cmd"];
  if (typeof command === "string") return command;
  if (isStrings(command)) return commandWords(command);
  return Object.entries(parsed)
    .map(([name, value]) => `${name}: ${typeof value === "string" ? value : JSON.stringify(value)}`)
    .join(", ");
}

/** A tool's words. Codex wraps a shell's output in JSON, with its exit code beside it. */
function outputWords(output: ToolOutput): string {
  if (typeof output !== "string") return partsWords(output);
  const parsed = output.startsWith("{") ? parsedObject(output) : null;
  const inner = parsed?.["output"];
  return typeof inner === "string" ? inner : output;
}

/** The exit code that an output names; null: none. */
export function exitCodeOf(output: ToolOutput): number | null {
  if (typeof output !== "string") return null;
  const metadata = output.startsWith("{") ? parsedObject(output)?.["metadata"] : undefined;
  if (typeof metadata === "object" && metadata !== null && "exit_code" in metadata) {
    return typeof metadata.exit_code === "number" ? metadata.exit_code : null;
  }
  const named = /^(?:Exit code|Process exited with code):? (-?\d+)/m.exec(output.slice(0, 400));
  return named?.[1] === undefined ? null : Number(named[1]);
}

function searchWords(action: { readonly type: string } | null | undefined): string {
  if (action === null || action === undefined) return "";
  return textField(action, "query") || textField(action, "url") || action.type;
}

function textField(value: object, name: string): string {
  const found: unknown = Object.entries(value).find(([key]) => key === name)?.[1];
  return typeof found === "string" ? found : "";
}

function isStrings(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((part) => typeof part === "string");
}

function parsedObject(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === "object" && parsed !== null && !Array.isArray(parsed)
      ? { ...parsed }
      : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null; // free-form text: it is shown as it is
    throw error;
  }
}
