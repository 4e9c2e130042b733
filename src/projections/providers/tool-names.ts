import type { ToolDeclaration } from "../../events/tools-declared.js";
import type { Item } from "../../events/item.js";
import { isRecord } from "./request-context.js";
import { shortHash } from "./short-hash.js";

/** What a provider takes for a tool's name. */
export interface ToolNameRule {
  readonly maxLength: number;
  readonly refused: RegExp;
  /** The first character must match; else `_` is put before. */
  readonly first: RegExp;
}

/** OpenAI and Anthropic: letters, digits, `_` and `-`. */
export const PLAIN_NAMES: ToolNameRule = { maxLength: 64, refused: /[^a-zA-Z0-9_-]/g, first: /./ };

/** The name on the wire: as recorded where the API takes it, else cleaned, with a hash of the whole. */
export function wireToolName(name: string, rule: ToolNameRule): string {
  const clean = name.replace(rule.refused, "_");
  const started = rule.first.test(clean) ? clean : `_${clean}`;
  if (started === name && name.length <= rule.maxLength && name !== "") return name;
  return `${started.slice(0, rule.maxLength - 9)}_${shortHash(name)}`;
}

/** The declared tool that a call on the wire names; undefined: none. */
export function declaredTool(
  wireName: string,
  tools: readonly ToolDeclaration[],
  rule: ToolNameRule,
): ToolDeclaration | undefined {
  return tools.find((tool) => wireToolName(tool.name, rule) === wireName);
}

/** A call as a provider without free-form tools brings it. */
export interface WireCall {
  readonly id: string;
  readonly name: string;
  /** Decoded, or a JSON text as it was streamed. */
  readonly input: unknown;
}

/**
 * The item for a call: a custom tool's where the tool was declared as one (it was sent as a function
 * with one argument, `input`), else a function's.
 */
export function itemOfCall(
  call: WireCall,
  tools: readonly ToolDeclaration[],
  rule: ToolNameRule,
): Extract<Item, { type: "function_call" | "custom_tool_call" }> {
  const tool = declaredTool(call.name, tools, rule);
  const name = tool?.name ?? call.name;
  if (tool?.kind === "custom" && isRecord(call.input)) {
    const { input } = call.input;
    if (typeof input === "string") {
      return { type: "custom_tool_call", call_id: call.id, name, input };
    }
  }
  const text = typeof call.input === "string" ? call.input : JSON.stringify(call.input ?? {});
  return { type: "function_call", name, arguments: text, call_id: call.id };
}
