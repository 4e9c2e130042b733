import { fullToolName } from "../../../events/calls.js";
import type { InputImage, MessagePart } from "../../../events/item.js";
import type { ItemRef } from "../../../events/primitives.js";
import { callInput, PLAIN_NAMES, wireToolName } from "../../../projections/providers/calls.js";
import { resolveImage, WEB_IMAGES } from "../../../projections/providers/images.js";
import { outputSchemaOf } from "../../../projections/providers/request-context.js";
import type { RequestContext } from "../../../projections/providers/request-context.js";
import { chosenTool, ownTools } from "../../../projections/providers/tools.js";
import { groupUnits, withHostedText } from "../../../projections/providers/units.js";
import type {
  CallUnit,
  InputGroup,
  ModelGroup,
  OutputUnit,
  ReasoningUnit,
  Unit,
} from "../../../projections/providers/units.js";
import {
  type AiFile,
  type AiMessage,
  type AiReasoning,
  type AiSdkBody,
  type AiText,
  type AiTool,
  type AiToolCall,
  type AiToolChoice,
  type AiToolResult,
  providerOptionsOf,
} from "./language-model.js";

const EFFORTS = ["none", "minimal", "low", "medium", "high", "xhigh", "max"] as const;

/** The options of a `doStream` call for the language models of one provider. */
export function toAiSdkBody(context: RequestContext, units: readonly Unit[], provider: string) {
  const { instructions } = context.prompt;
  const conversation: AiConversation = { context, provider, messages: [], origins: [] };
  if (instructions !== "") {
    add(conversation, { role: "system", content: context.text(instructions, null) }, []);
  }
  addMessages(conversation, units);
  const { messages: prompt, origins } = conversation;
  const body: AiSdkBody = { prompt, ...toolSettings(context), ...settings(context) };
  return { body, origins };
}

function settings(context: RequestContext): Partial<AiSdkBody> {
  const { maxTokens } = context;
  const asked = context.reasoning?.effort;
  const effort = EFFORTS.find((known) => known === asked);
  if (asked !== undefined && effort === undefined) {
    context.repair("setting-left-out", null, `effort ${asked} is none of the SDK's`);
  }
  const schema = outputSchemaOf(context);
  return {
    ...(maxTokens !== undefined && { maxOutputTokens: maxTokens }),
    ...(effort !== undefined && { reasoning: effort }),
    ...(schema !== undefined && { responseFormat: { type: "json", schema, name: "answer" } }),
  };
}

/** The SDK knows functions alone: a free-form tool is one with one argument, `input`. */
function toolSettings(context: RequestContext): Pick<AiSdkBody, "tools" | "toolChoice"> {
  const tools = ownTools(context, PLAIN_NAMES, "API").map((tool): AiTool => {
    const { declaration, named, parameters } = tool;
    const inputSchema = declaration.kind === "custom" ? FREE_TEXT : (parameters ?? ANY_OBJECT);
    const { strict } = declaration;
    return {
      type: "function",
      ...named,
      inputSchema,
      ...(typeof strict === "boolean" && { strict }),
    };
  });
  if (tools.length === 0) return {};
  const toolChoice = toToolChoice(context, tools);
  return { tools, ...(toolChoice !== undefined && { toolChoice }) };
}

const ANY_OBJECT = { type: "object", properties: {} };
const FREE_TEXT = {
  type: "object",
  properties: { input: { type: "string" } },
  required: ["input"],
  additionalProperties: false,
};

function toToolChoice(context: RequestContext, tools: readonly AiTool[]): AiToolChoice | undefined {
  const { toolChoice } = context.options;
  if (toolChoice === undefined) return undefined;
  if (typeof toolChoice === "string") return { type: toolChoice };
  const isDeclared = (name: string) => tools.some((tool) => tool.name === name);
  const toolName = chosenTool(context, isDeclared, PLAIN_NAMES);
  return toolName === undefined ? undefined : { type: "tool", toolName };
}

/** A conversation under way, and where each message came from. */
interface AiConversation {
  readonly context: RequestContext;
  /** As the language model names its provider: only its own reasoning goes back to it. */
  readonly provider: string;
  readonly messages: AiMessage[];
  readonly origins: ItemRef[][];
}

/** Adds the messages for a prompt's units; outputs come directly after the message with their calls. */
function addMessages(conversation: AiConversation, units: readonly Unit[]): void {
  const { context } = conversation;
  const sendable = units.flatMap((unit): readonly Unit[] => {
    if (unit.kind === "hosted") return withHostedText(context, unit);
    return unit.kind === "reasoning" && !isSendable(conversation, unit) ? [] : [unit];
  });
  for (const group of groupUnits(context, sendable, false)) {
    if (group.kind === "model") addModelGroup(conversation, group);
    else addInputGroup(conversation, group);
  }
}

/** One provider's reasoning never goes to another, nor after an edit (docs/semantics.md §8.6). */
function isSendable({ context, provider }: AiConversation, unit: ReasoningUnit): boolean {
  const isOwn = unit.item["aiSdkProvider"] === provider && !unit.behindEdit;
  if (isOwn && context.options.reasoningHistory !== "drop") return true;
  context.repair("reasoning-left-out", unit.ref, "reasoning that is bound to another request");
  return false;
}

function addModelGroup(conversation: AiConversation, group: ModelGroup): void {
  const { context, provider } = conversation;
  const content = group.units.flatMap((unit): readonly (AiText | AiReasoning | AiToolCall)[] => {
    switch (unit.kind) {
      case "message":
        return textParts(context, unit.parts, unit.ref);
      case "reasoning": {
        const text = unit.item.summary.map((part) => part.text).join("");
        return [{ type: "reasoning", text, ...providerOptionsOf(unit.item, provider) }];
      }
      case "call":
        return [toToolCall(conversation, unit)];
      case "hosted":
        return []; // said as texts before
    }
  });
  if (content.length === 0) {
    for (const { ref } of group.units) context.repair("empty-dropped", ref, "nothing was said");
    return;
  }
  add(conversation, { role: "assistant", content }, group.units);
  if (group.outputs.length === 0) return;
  const results = group.outputs.map((output) => toToolResult(conversation, output));
  add(conversation, { role: "tool", content: results }, group.outputs);
}

function addInputGroup(conversation: AiConversation, { units }: InputGroup): void {
  const { context } = conversation;
  for (const unit of units) {
    context.noteEmpty(unit);
    if (unit.parts.length === 0) continue;
    if (unit.role === "user") {
      const content = unit.parts.map((part) => toPart(context, part, unit.ref));
      add(conversation, { role: "user", content }, [unit]);
    } else {
      const texts = textParts(context, unit.parts, unit.ref).map(({ text }) => text);
      add(conversation, { role: "system", content: texts.join("\n") }, [unit]);
    }
  }
}

function add(
  { messages, origins }: AiConversation,
  message: AiMessage,
  units: readonly { readonly ref: ItemRef | null }[],
): void {
  messages.push(message);
  origins.push(units.flatMap(({ ref }) => (ref === null ? [] : [ref])));
}

function toToolCall({ context, provider }: AiConversation, call: CallUnit): AiToolCall {
  return {
    type: "tool-call",
    toolCallId: call.id,
    toolName: nameOf(call),
    input: callInput(context, call),
    ...providerOptionsOf(call.item, provider),
  };
}

function toToolResult({ context }: AiConversation, output: OutputUnit): AiToolResult {
  const { call, parts, ref, failed } = output;
  const head = { type: "tool-result" as const, toolCallId: call.id, toolName: nameOf(call) };
  if (!failed && parts.some(({ type }) => type === "input_image")) {
    const value = parts.map((part) => toPart(context, part, ref));
    return { ...head, output: { type: "content", value } };
  }
  const value = textParts(context, parts, ref)
    .map(({ text }) => text)
    .join("\n");
  return { ...head, output: { type: failed ? "error-text" : "text", value } };
}

function nameOf({ item }: CallUnit): string {
  return wireToolName(fullToolName(item), PLAIN_NAMES);
}

function textParts(
  context: RequestContext,
  parts: readonly MessagePart[],
  ref: ItemRef | null,
): readonly AiText[] {
  return parts.map((part) => {
    if (part.type !== "input_image") return { type: "text", text: context.text(part.text, ref) };
    context.repair("left-out", ref, "an image where only text can stand");
    return { type: "text", text: "[image]" };
  });
}

function toPart(context: RequestContext, part: MessagePart, ref: ItemRef | null): AiText | AiFile {
  return part.type === "input_image"
    ? imagePart(context, part, ref)
    : { type: "text", text: context.text(part.text, ref) };
}

function imagePart(
  context: RequestContext,
  part: InputImage,
  ref: ItemRef | null,
): AiText | AiFile {
  const image = resolveImage(context, part, { ref, rules: WEB_IMAGES });
  switch (image.kind) {
    case "text":
      return { type: "text", text: image.text };
    case "url":
      return { type: "file", mediaType: "image/*", data: { type: "url", url: new URL(image.url) } };
    case "inline": {
      const { mediaType, data } = image;
      return { type: "file", mediaType, data: { type: "data", data } };
    }
  }
}
