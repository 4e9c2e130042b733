import type { LocalShellCallItem, ToolSearchCallItem } from "../../../events/item.js";
import type { RequestContext } from "../request-context.js";
import { isRecord } from "../request-context.js";
import { PLAIN_NAMES, wireToolName } from "../tool-names.js";
import type { CallUnit, OutputUnit } from "../units.js";
import type {
  ResponsesInputItem,
  ResponsesLocalShellCall,
  ResponsesToolSearchCall,
} from "./body.js";
import { foundTools } from "./found-tools.js";
import { outputValue } from "./parts.js";
import { unstored } from "./unstored.js";

export function toCallItem(context: RequestContext, call: CallUnit): ResponsesInputItem {
  const { item, id, ref } = call;
  switch (item.type) {
    case "function_call": {
      const name = toName(context, call, item.name);
      const named = { type: "function_call" as const, call_id: id, name, ...namespaceOf(item) };
      return { ...named, arguments: context.text(item.arguments, ref) };
    }
    case "custom_tool_call": {
      const name = toName(context, call, item.name);
      const named = { type: "custom_tool_call" as const, call_id: id, name, ...namespaceOf(item) };
      return { ...named, input: context.text(item.input, ref) };
    }
    case "local_shell_call":
      return toLocalShellCall(context, call, item);
    case "tool_search_call":
      return {
        type: "tool_search_call",
        call_id: searchId(call),
        execution: executionOf(item),
        status: statusOf(item.status),
        arguments: isRecord(item.arguments) ? context.json(item.arguments, ref) : {},
      };
  }
}

/** Its characters are those of names. */
function namespaceOf({ namespace }: { readonly namespace?: string | null | undefined }): {
  namespace?: string;
} {
  return namespace ? { namespace: wireToolName(namespace, PLAIN_NAMES) } : {};
}

export function toOutputItem(context: RequestContext, output: OutputUnit): ResponsesInputItem {
  const { call, ref } = output;
  switch (call.item.type) {
    case "function_call":
    case "local_shell_call":
      return {
        type: "function_call_output",
        call_id: call.id,
        output: outputValue(context, output),
      };
    case "custom_tool_call":
      return {
        type: "custom_tool_call_output",
        call_id: call.id,
        output: outputValue(context, output),
      };
    case "tool_search_call":
      return {
        type: "tool_search_output",
        call_id: searchId(call),
        execution: executionOf(call.item),
        status: statusOf(output.search?.status),
        tools: foundTools(context, output.search, ref),
      };
  }
}

function toLocalShellCall(
  context: RequestContext,
  { id, ref }: CallUnit,
  item: LocalShellCallItem,
): ResponsesLocalShellCall {
  const { action } = item;
  const clean = (text: string | null | undefined): string | null =>
    typeof text === "string" ? context.text(text, ref) : null;
  return unstored<ResponsesLocalShellCall>({
    type: "local_shell_call",
    call_id: id,
    status: statusOf(item.status),
    action: {
      type: "exec",
      command: action.command.map((word) => context.text(word, ref)),
      env: Object.fromEntries(
        Object.entries(action.env ?? {}).map(([key, value]) => [
          context.text(key, ref),
          context.text(value, ref),
        ]),
      ),
      timeout_ms: action.timeout_ms ?? null,
      user: clean(action.user),
      working_directory: clean(action.working_directory),
    },
  });
}

function toName(context: RequestContext, call: CallUnit, name: string): string {
  const wire = wireToolName(name, PLAIN_NAMES);
  if (wire !== name) context.repair("id-mapped", call.ref, "a tool name that the API refuses");
  return wire;
}

/** A search that OpenAI ran has no id; one that the client ran needs one. */
function searchId(call: CallUnit): string | null {
  const own = call.item.type === "tool_search_call" && executionOf(call.item) === "server";
  return own && call.recordedId === null ? null : call.id;
}

function executionOf(item: ToolSearchCallItem): ResponsesToolSearchCall["execution"] {
  return item.execution === "server" ? "server" : "client";
}

function statusOf(status: string | null | undefined): ResponsesToolSearchCall["status"] {
  return status === "in_progress" || status === "incomplete" ? status : "completed";
}
