import { fullToolName } from "../../../events/calls.js";
import type { InputImage, MessagePart } from "../../../events/item.js";
import { copyJson } from "../../../events/json.js";
import type { ItemRef } from "../../../events/primitives.js";
import { callInput, PLAIN_NAMES, wireToolName } from "../../../projections/providers/calls.js";
import { resolveImage, WEB_IMAGES } from "../../../projections/providers/images.js";
import { outputSchemaOf } from "../../../projections/providers/request-context.js";
import type { RequestContext } from "../../../projections/providers/request-context.js";
import { chosenTool, ownTools } from "../../../projections/providers/tools.js";
import { groupUnits, MessageList, writeModelUnits } from "../../../projections/providers/units.js";
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
  const conversation = new Conversation(context, provider);
  if (instructions !== "") {
    conversation.add({ role: "system", content: context.text(instructions, null) }, []);
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
    const schema = declaration.kind === "custom" ? FREE_TEXT : (parameters ?? ANY_OBJECT);
    const { strict } = declaration;
    return {
      type: "function",
      ...named,
      inputSchema: copyJson(schema),
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

class Conversation extends MessageList<AiMessage> {
  /** @param provider as the language model names it: only its own reasoning goes back to it */
  constructor(
    readonly context: RequestContext,
    readonly provider: string,
  ) {
    super();
  }
}

/** Adds the messages for a prompt's units; outputs come directly after the message with their calls. */
function addMessages(conversation: Conversation, units: readonly Unit[]): void {
  const { context } = conversation;
  const model = writeModelUnits(context, units, (unit) => modelParts(conversation, unit));
  for (const group of groupUnits(context, model.units, false)) {
    if (group.kind === "input") addInputGroup(conversation, group);
    else {
      const { units: made, outputs } = group;
      const content = made.flatMap((unit) => model.written.get(unit) ?? []);
      conversation.add({ role: "assistant", content }, made);
      const results = outputs.map((output) => toToolResult(context, output));
      if (results.length > 0) conversation.add({ role: "tool", content: results }, outputs);
    }
  }
}

function modelParts(
  { context, provider }: Conversation,
  unit: ModelGroup["units"][number],
): (AiText | AiReasoning | AiToolCall)[] {
  switch (unit.kind) {
    case "message":
      context.noteEmpty(unit);
      return textParts(context, unit.parts, unit.ref);
    case "reasoning": {
      if (!isSendable(context, unit, provider)) return [];
      const text = unit.item.summary.map((part) => part.text).join("");
      return [{ type: "reasoning", text, ...providerOptionsOf(unit.item, provider) }];
    }
    case "call": {
      const named = {
        toolCallId: unit.id,
        toolName: nameOf(unit),
        input: callInput(context, unit),
      };
      return [{ type: "tool-call", ...named, ...providerOptionsOf(unit.item, provider) }];
    }
    case "hosted":
      return []; // told as texts before
  }
}

/** One provider's reasoning never goes to another, nor after an edit (docs/semantics.md §8.6). */
function isSendable(context: RequestContext, unit: ReasoningUnit, provider: string): boolean {
  const isOwn = unit.item["aiSdkProvider"] === provider && !unit.behindEdit;
  if (isOwn && context.options.reasoningHistory !== "drop") return true;
  context.repair("reasoning-left-out", unit.ref, "reasoning that is bound to another request");
  return false;
}

function addInputGroup(conversation: Conversation, { units }: InputGroup): void {
  const { context } = conversation;
  for (const unit of units) {
    context.noteEmpty(unit);
    if (unit.parts.length === 0) continue;
    if (unit.role === "user") {
      const content = unit.parts.map((part) => toPart(context, part, unit.ref));
      conversation.add({ role: "user", content }, [unit]);
    } else {
      const content = joinedText(context, unit.parts, unit.ref);
      conversation.add({ role: "system", content }, [unit]);
    }
  }
}

function toToolResult(context: RequestContext, output: OutputUnit): AiToolResult {
  const { call, parts, ref, failed } = output;
  const head = { type: "tool-result" as const, toolCallId: call.id, toolName: nameOf(call) };
  if (!failed && parts.some(({ type }) => type === "input_image")) {
    const value = parts.map((part) => toPart(context, part, ref));
    return { ...head, output: { type: "content", value } };
  }
  const value = joinedText(context, parts, ref);
  return { ...head, output: { type: failed ? "error-text" : "text", value } };
}

function nameOf({ item }: CallUnit): string {
  return wireToolName(fullToolName(item), PLAIN_NAMES);
}

function textParts(
  context: RequestContext,
  parts: readonly MessagePart[],
  ref: ItemRef | null,
): AiText[] {
  return parts.map((part) => {
    if (part.type !== "input_image") return { type: "text", text: context.text(part.text, ref) };
    context.repair("left-out", ref, "an image where only text can stand");
    return { type: "text", text: "[image]" };
  });
}

function joinedText(
  context: RequestContext,
  parts: readonly MessagePart[],
  ref: ItemRef | null,
): string {
  return textParts(context, parts, ref)
    .map(({ text }) => text)
    .join("\n");
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
