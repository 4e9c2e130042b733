import type { RequestContext } from "./request-context.js";
import { isRecord } from "./request-context.js";
import type { CallUnit } from "./units.js";

/** Half a surrogate pair, as it stands or spelled as a JSON escape. */
const ESCAPED_SURROGATE = /\\u[dD][89a-fA-F]|\p{Surrogate}/u;

/** A call's arguments as a JSON text, for APIs that take a text. */
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
  const value = parseJson(text);
  if (isRecord(value)) return ESCAPED_SURROGATE.test(text) ? context.json(value, ref) : value;
  context.repair("turned-into-text", ref, "arguments that are no JSON object, as one text");
  return { arguments: context.text(text, ref) };
}

/** The value, or undefined where the text is no JSON: the caller then sends the text itself. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
