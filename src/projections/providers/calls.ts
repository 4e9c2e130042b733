import { fullToolName } from "../../events/calls.js";
import { isJsonObject, parseObject } from "../../events/json.js";
import type { Item } from "../../events/item.js";
import type { ItemRef } from "../../events/primitives.js";
import type { ToolDeclaration } from "../../events/thread.js";
import type { RequestContext } from "./request-context.js";
import type { CallUnit } from "./units.js";

/**
 * Gives each call of a request its id on the wire. An id that the API accepts stays as it is, so
 * that the same history always gives the same bytes; another becomes its accepted characters and a
 * hash of the whole; a repeated one gets a number. Earlier calls are never affected by later ones.
 * Every API takes letters, digits, `_` and `-`.
 */
export class CallIds {
  readonly #taken = new Set<string>();
  /** Ids that are not the recorded ones. */
  readonly mapped = new Map<string, string | null>();

  constructor(
    private readonly context: RequestContext,
    private readonly maxLength: number,
  ) {}

  assign(recorded: string | null, ref: ItemRef | null): string {
    const wanted = recorded === null || recorded === "" ? idOfPlace(ref) : this.#accepted(recorded);
    const wire = this.#take(wanted);
    if (wire !== recorded) {
      this.mapped.set(wire, recorded);
      this.context.repair("id-mapped", ref, reasonOf(recorded, wire !== wanted));
    }
    return wire;
  }

  #accepted(id: string): string {
    const clean = id.replace(/[^a-zA-Z0-9_-]/g, "_");
    if (clean === id && id.length <= this.maxLength) return id;
    return `${clean.slice(0, this.maxLength - 9)}_${shortHash(id)}`;
  }

  #take(id: string): string {
    let candidate = id;
    for (let number = 2; ; number += 1) {
      const { size } = this.#taken;
      if (this.#taken.add(candidate).size > size) return candidate;
      const suffix = `_${number}`;
      candidate = id.slice(0, this.maxLength - suffix.length) + suffix;
    }
  }
}

function reasonOf(recorded: string | null, repeated: boolean): string {
  if (recorded === null) return "a call without an id";
  return repeated ? "a repeated call id" : "a call id that the API refuses";
}

function idOfPlace(ref: ItemRef | null): string {
  if (ref === null) return "call_of_request";
  return typeof ref === "number" ? `call_at_${ref}` : `call_at_${ref.join("_")}`;
}

/** Half a surrogate pair, as it is or spelled as a JSON escape. */
const ESCAPED_SURROGATE = /\\u[dD][89a-fA-F]|\p{Surrogate}/u;

function callArguments({ item }: CallUnit): string {
  switch (item.type) {
    case "function_call":
      return item.arguments;
    case "custom_tool_call":
      return JSON.stringify({ input: item.input });
    case "local_shell_call":
      return JSON.stringify(item.action);
    case "tool_search_call":
      return JSON.stringify(item.arguments ?? {});
  }
}

/** The same, as it can be sent. */
export function wireArguments(context: RequestContext, call: CallUnit): string {
  return context.text(callArguments(call), call.ref);
}

/** A call's arguments as an object, for APIs that take nothing else. */
export function callInput(context: RequestContext, call: CallUnit): Record<string, unknown> {
  const { item, ref } = call;
  if (item.type === "custom_tool_call") return { input: context.text(item.input, ref) };
  const text = callArguments(call);
  if (text.trim() === "") return {};
  const read = parseObject(text);
  if (read === null) {
    context.repair("turned-into-text", ref, "arguments that are no JSON object, as one text");
    return { arguments: context.text(text, ref) };
  }
  if (read.hasNumbersAsTexts) {
    context.repair("turned-into-text", ref, "numbers of arguments that are too large, as texts");
  }
  return ESCAPED_SURROGATE.test(text) ? context.json(read.object, ref) : read.object;
}

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

/** The wire name of the tool that a call names, with its namespace before it. */
export function calledName(
  context: RequestContext,
  { item, ref }: CallUnit,
  rule: ToolNameRule = PLAIN_NAMES,
): string {
  const name = fullToolName(item);
  const wire = wireToolName(name, rule);
  if (wire !== name) context.repair("id-mapped", ref, "a tool name that the API refuses");
  return wire;
}

/** The declared tool that a call on the wire names; undefined: none. */
export function declaredTool(
  wireName: string,
  tools: readonly ToolDeclaration[],
  rule: ToolNameRule,
): ToolDeclaration | undefined {
  return tools.find((tool) => wireToolName(tool.name, rule) === wireName);
}

/**
 * The item for a call of an API without free-form tools, whose input is decoded, or a JSON text as it
 * was streamed: a custom tool's where the tool was declared as one (it was sent as a function
 * with one argument, `input`), else a function's.
 */
export function itemOfCall(
  call: { readonly id: string; readonly name: string; readonly input: unknown },
  tools: readonly ToolDeclaration[],
  rule: ToolNameRule,
): Extract<Item, { type: "function_call" | "custom_tool_call" }> {
  const tool = declaredTool(call.name, tools, rule);
  const name = tool?.name ?? call.name;
  if (tool?.kind === "custom" && isJsonObject(call.input)) {
    const { input } = call.input;
    if (typeof input === "string") {
      return { type: "custom_tool_call", call_id: call.id, name, input };
    }
  }
  const text = typeof call.input === "string" ? call.input : JSON.stringify(call.input ?? {});
  return { type: "function_call", name, arguments: text, call_id: call.id };
}

/** Eight characters of [0-9a-z] that tell texts apart; not secure, the same everywhere. */
export function shortHash(text: string): string {
  let low = 0x811c9dc5;
  let high = 0x9747b28c;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    low = Math.imul(low ^ unit, 0x01000193);
    high = Math.imul(high ^ (unit + index), 0x5bd1e995);
  }
  low ^= low >>> 15;
  high ^= high >>> 13;
  const digits = ((high >>> 0) % 0x100000) * 0x100000000 + (low >>> 0);
  return (digits % 36 ** 8).toString(36).padStart(8, "0");
}
