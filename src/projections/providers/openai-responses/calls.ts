import { nameInSpace } from "../../../events/calls.js";
import { isJsonObject } from "../../../events/json.js";
import { z } from "zod";
import { unreachable } from "../../../errors.js";
import type {
  InputImage,
  LocalShellCallItem,
  MessagePart,
  ToolSearchCallItem,
  ToolSearchOutputItem,
} from "../../../events/item.js";
import type { ItemRef } from "../../../events/primitives.js";
import type { ToolDeclaration } from "../../../events/thread.js";
import { PLAIN_NAMES, wireToolName } from "../calls.js";
import { dataUrl, resolveImage, WEB_IMAGES } from "../images.js";
import type { RequestContext } from "../request-context.js";
import { type CallUnit, FAILED_CALL, type OutputUnit, outputTexts, textsAlone } from "../units.js";
import type {
  ResponsesFoundTool,
  ResponsesFunctionTool,
  ResponsesInputImage,
  ResponsesInputItem,
  ResponsesInputPart,
  ResponsesInputText,
  ResponsesLocalShellCall,
  ResponsesOutputMessage,
  ResponsesToolSearch,
} from "./body.js";

export function toCallItem(context: RequestContext, call: CallUnit): ResponsesInputItem {
  const { item, id, ref } = call;
  switch (item.type) {
    case "function_call": {
      const named = { call_id: id, ...toName(context, call, item) };
      return { type: item.type, ...named, arguments: context.text(item.arguments, ref) };
    }
    case "custom_tool_call": {
      const named = { call_id: id, ...toName(context, call, item) };
      return { type: item.type, ...named, input: context.text(item.input, ref) };
    }
    case "local_shell_call":
      return toLocalShellCall(context, call, item);
    case "tool_search_call":
      return {
        type: "tool_search_call",
        call_id: searchId(call),
        execution: executionOf(item),
        status: statusOf(item.status),
        arguments: isJsonObject(item.arguments) ? context.json(item.arguments, ref) : {},
      };
  }
}

export function toOutputItem(context: RequestContext, output: OutputUnit): ResponsesInputItem {
  const { call, ref } = output;
  switch (call.item.type) {
    case "function_call":
    case "local_shell_call":
    case "custom_tool_call": {
      const isCustom = call.item.type === "custom_tool_call";
      const type = isCustom ? "custom_tool_call_output" : "function_call_output";
      return { type, call_id: call.id, output: outputValue(context, output) };
    }
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

function toName(
  context: RequestContext,
  { ref }: CallUnit,
  { name, namespace }: { readonly name: string; readonly namespace?: string | null | undefined },
): { name: string; namespace?: string } {
  const wire = wireToolName(name, PLAIN_NAMES);
  if (wire !== name) context.repair("id-mapped", ref, "a tool name that the API refuses");
  return { name: wire, ...(namespace && { namespace: wireToolName(namespace, PLAIN_NAMES) }) };
}

/** The name within its namespace. */
export function ownName({ kind, name, namespace }: ToolDeclaration): string {
  if (kind !== "function" || namespace === undefined) return name;
  return name.slice(nameInSpace(namespace.name, "").length);
}

/** A search that OpenAI ran has no id; one that the client ran needs one. */
function searchId(call: CallUnit): string | null {
  const own = call.item.type === "tool_search_call" && executionOf(call.item) === "server";
  return own && call.recordedId === null ? null : call.id;
}

function executionOf(item: ToolSearchCallItem): ResponsesToolSearch["execution"] {
  return item.execution === "server" ? "server" : "client";
}

function statusOf(status: string | null | undefined): ResponsesToolSearch["status"] {
  return status === "in_progress" || status === "incomplete" ? status : "completed";
}

export function inputParts(
  context: RequestContext,
  parts: readonly MessagePart[],
  ref: ItemRef | null,
): ResponsesInputPart[] {
  return parts.map((part) =>
    part.type === "input_image"
      ? imagePart(context, part, ref)
      : { type: "input_text", text: context.text(part.text, ref) },
  );
}

export function assistantParts(
  context: RequestContext,
  parts: readonly MessagePart[],
  ref: ItemRef | null,
): ResponsesOutputMessage["content"] {
  return textsAlone(context, { parts, ref }, "an image in an assistant's message", ({ text }) => [
    { type: "output_text", text: context.text(text, ref), annotations: [] },
  ]);
}

/** An output in the form in which it was recorded: a text, or a list; an empty one is a text. */
function outputValue(context: RequestContext, output: OutputUnit): string | ResponsesInputPart[] {
  const isImage = (part: MessagePart): boolean => part.type === "input_image";
  if (context.isPi && !output.parts.some(isImage)) {
    return outputTexts(context, output)
      .map((text) => context.text(text, output.ref))
      .join("");
  }
  const parts = inputParts(context, output.parts, output.ref);
  const failed: ResponsesInputText[] =
    output.failed && !context.isPi ? [{ type: "input_text", text: FAILED_CALL }] : [];
  const told = [...failed, ...parts];
  const full = told.filter((part) => part.type !== "input_text" || part.text !== "");
  if (output.isList && full.length > 0) return full;
  return told.map((part) => (part.type === "input_text" ? part.text : "")).join("\n");
}

function imagePart(
  context: RequestContext,
  part: InputImage,
  ref: ItemRef | null,
): ResponsesInputText | ResponsesInputImage {
  const image = resolveImage(context, part, { ref, rules: WEB_IMAGES });
  if (image.kind === "text") return { type: "input_text", text: image.text };
  const image_url = image.kind === "url" ? image.url : dataUrl(image);
  const recorded = DETAILS.find((known) => known === part.detail);
  const detail = recorded ?? (context.isPi ? "auto" : undefined); // pi names one always
  const shown = { type: "input_image", image_url } as const;
  return detail === undefined ? unstored<ResponsesInputImage>(shown) : { ...shown, detail };
}

const DETAILS = ["auto", "low", "high", "original"] as const;

const FunctionTool = z.looseObject({
  type: z.literal("function"),
  name: z.string(),
  description: z.string().nullish(),
  parameters: z.record(z.string(), z.unknown()).nullish(),
  strict: z.boolean().nullish(),
  defer_loading: z.boolean().nullish(),
});
const FoundTool = z.union([
  FunctionTool,
  z.looseObject({
    type: z.literal("namespace"),
    name: z.string(),
    description: z.string(),
    tools: z.array(FunctionTool),
  }),
]);

/** The tools that a search found: functions, alone or in namespaces. */
function foundTools(
  context: RequestContext,
  search: ToolSearchOutputItem | null,
  ref: ItemRef | null,
): ResponsesFoundTool[] {
  return (search?.tools ?? []).flatMap((found): ResponsesFoundTool[] => {
    const tool = FoundTool.safeParse(isJsonObject(found) ? context.json(found, ref) : found);
    if (!tool.success) {
      context.repair("left-out", ref, "a found tool that is neither function nor namespace");
      return [];
    }
    if (tool.data.type === "function") return [functionTool(tool.data)];
    const { type, name, description, tools } = tool.data;
    return [{ type, name, description, tools: tools.map(functionTool) }];
  });
}

function functionTool(tool: z.infer<typeof FunctionTool>): ResponsesFunctionTool {
  const { name, description, parameters, strict, defer_loading: deferred } = tool;
  return {
    type: "function",
    name,
    ...(typeof description === "string" ? { description } : {}),
    parameters: parameters ?? null,
    strict: strict ?? null,
    ...(typeof deferred === "boolean" ? { defer_loading: deferred } : {}),
  };
}

/**
 * An item of the model's without its `id`, or an image without its `detail`, which the API then chooses.
 *
 * An id names an item that OpenAI stores, and an encrypted reasoning is checked against it, so none
 * may be made up. Requests with `store: false` may leave it out (the Codex CLI sends none), but the
 * SDK's types ask for both. This is the one place that tells the compiler so.
 */
export function unstored<T extends object>(item: Omit<T, "id" | "detail">): T {
  if (isWhole<T>(item)) return item;
  throw unreachable("an item without an id");
}

function isWhole<T extends object>(_item: Omit<T, "id" | "detail"> | T): _item is T {
  return true;
}
