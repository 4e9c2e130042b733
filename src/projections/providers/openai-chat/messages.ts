import type { InputImage, MessagePart, OutputPart } from "../../../events/item.js";
import type { ItemRef } from "../../../events/primitives.js";
import { calledName, wireArguments } from "../calls.js";
import { dataUrl, resolveImage, WEB_IMAGES } from "../images.js";
import {
  looseText,
  reasoningRefusal,
  reasoningText,
  type RequestContext,
} from "../request-context.js";
import {
  type CallUnit,
  groupUnits,
  imagesLabel,
  type InputGroup,
  MessageList,
  type ModelGroup,
  type OutputUnit,
  outputTexts,
  type ReasoningUnit,
  textsAlone,
  type Unit,
  withHostedText,
} from "../units.js";
import type {
  ChatAssistantMessage,
  ChatImage,
  ChatMessage,
  ChatText,
  ChatToolCall,
} from "./body.js";

class Conversation extends MessageList<ChatMessage> {
  constructor(
    readonly context: RequestContext,
    readonly instructions: "system" | "developer",
  ) {
    super();
  }
}

/** The conversation; the messages of a call's outputs are directly after that of the call. */
export function toChatMessages(
  context: RequestContext,
  units: readonly Unit[],
  instructions: "system" | "developer",
): Pick<Conversation, "messages" | "origins"> {
  const conversation = new Conversation(context, instructions);
  const sendable = units.flatMap((unit): readonly Unit[] => {
    if (unit.kind === "hosted") return withHostedText(context, unit);
    if (unit.kind !== "reasoning") return [unit];
    const refusal = reasoningRefusal(context, unit, "openai-chat");
    if (refusal === null && thoughtField(unit) !== null) return [unit];
    const reason = refusal ?? "Chat Completions takes no reasoning";
    context.repair("reasoning-left-out", unit.ref, reason);
    return [];
  });
  for (const group of groupUnits(context, sendable, true)) {
    if (group.kind === "model") addModelGroup(conversation, group);
    else addInputGroup(conversation, group);
  }
  return conversation;
}

/** The member in which a server sent its thoughts. */
type ThoughtField = "reasoning_content" | "reasoning" | "reasoning_text";

/** Null: the server named none. */
function thoughtField({ item }: ReasoningUnit): ThoughtField | null {
  const field = looseText(item, "field");
  return field === "reasoning_content" || field === "reasoning" || field === "reasoning_text"
    ? field
    : null;
}

/** The thoughts of an answer, in the member of the first. */
function thoughtsOf(
  context: RequestContext,
  units: ModelGroup["units"],
): Pick<ChatAssistantMessage, ThoughtField> {
  const thoughts = units.filter((unit) => unit.kind === "reasoning");
  const [first] = thoughts;
  const field = first === undefined ? null : thoughtField(first);
  if (field === null) return {};
  const texts = thoughts.map(({ item, ref }) => context.text(reasoningText(item), ref));
  return { [field]: texts.join("\n") };
}

function addModelGroup(conversation: Conversation, { units, outputs }: ModelGroup): void {
  const { context } = conversation;
  const parts: ChatText[] = [];
  const calls: ChatToolCall[] = [];
  for (const unit of units) {
    if (unit.kind === "message") parts.push(...textParts(context, unit.parts, unit.ref));
    else if (unit.kind === "call") calls.push(toToolCall(context, unit));
  }
  const texts = context.isPi ? joined(parts) : parts;
  if (texts.length === 0 && calls.length === 0) {
    for (const { ref } of units) context.repair("empty-dropped", ref, "a message without content");
    return;
  }
  const content = texts.length === 0 ? null : collapsed(texts);
  const called = calls.length > 0 && { tool_calls: calls };
  const thoughts = thoughtsOf(context, units);
  conversation.add({ role: "assistant", content, ...called, ...thoughts }, units);
  for (const output of outputs) addOutput(conversation, output);
  if (context.isPi) addImages(conversation, outputs);
  else for (const output of outputs) addImages(conversation, [output]);
}

/** pi sends the texts of an answer as one, without those that are blank. */
function joined(parts: readonly ChatText[]): ChatText[] {
  const text = parts.map((part) => (part.text.trim() === "" ? "" : part.text)).join("");
  return text === "" ? [] : [{ type: "text", text }];
}

function addOutput(conversation: Conversation, output: OutputUnit): void {
  const { call, ref } = output;
  const { context } = conversation;
  const texts = outputTexts(context, output).map((text) => context.text(text, ref));
  const content = collapsed(texts.map((text) => ({ type: "text", text })));
  conversation.add({ role: "tool", tool_call_id: call.id, content }, [{ ref: ref ?? call.ref }]);
}

/** Tool messages hold text alone: images follow as the user's, after all of the group's outputs. */
function addImages(conversation: Conversation, outputs: readonly OutputUnit[]): void {
  const { context } = conversation;
  const isImage = ({ type }: OutputPart): boolean => type === "input_image";
  const shown = outputs.filter(({ parts }) => parts.some(isImage));
  const [first] = shown;
  if (first === undefined) return;
  const images = shown.flatMap(({ parts, ref }) => {
    context.repair("reordered", ref, "images of a tool result moved to a user message after it");
    return parts.flatMap((part) =>
      part.type === "input_image" ? [imagePart(context, part, ref)] : [],
    );
  });
  const content = [{ type: "text" as const, text: imagesLabel(context, first) }, ...images];
  conversation.add({ role: "user", content }, shown);
}

function addInputGroup(conversation: Conversation, { units }: InputGroup): void {
  const { context, instructions } = conversation;
  for (const unit of units) {
    const { parts, ref } = unit;
    if (unit.role === "user") {
      const content = parts.map((part) =>
        part.type === "input_image"
          ? imagePart(context, part, ref)
          : { type: "text" as const, text: context.text(part.text, ref) },
      );
      conversation.add({ role: "user", content: collapsed(content) }, [unit]);
    } else {
      const content = collapsed(textParts(context, parts, ref));
      conversation.add({ role: instructions, content }, [unit]);
    }
  }
}

/** A single text is sent as a string, which every compatible server takes. */
function collapsed<Content extends ChatText | ChatImage>(parts: Content[]): string | Content[] {
  const [only] = parts;
  if (only === undefined) return "";
  return parts.length === 1 && only.type === "text" ? only.text : parts;
}

function textParts(
  context: RequestContext,
  parts: readonly MessagePart[],
  ref: ItemRef | null,
): ChatText[] {
  return textsAlone(context, { parts, ref }, "an image where the API takes text alone", (part) => [
    { type: "text", text: context.text(part.text, ref) },
  ]);
}

function imagePart(
  context: RequestContext,
  part: InputImage,
  ref: ItemRef | null,
): ChatText | ChatImage {
  const image = resolveImage(context, part, { ref, rules: WEB_IMAGES });
  if (image.kind === "text") return { type: "text", text: image.text };
  const url = image.kind === "url" ? image.url : dataUrl(image);
  const detail = part.detail === "original" ? "high" : part.detail;
  const known = detail === "auto" || detail === "low" || detail === "high";
  return { type: "image_url", image_url: known ? { url, detail } : { url } };
}

/** Servers with the same API know functions alone, as with all APIs but OpenAI's. */
export function takesFreeForm(context: RequestContext): boolean {
  return context.model.provider === "openai" && !context.has("custom-tools-refused");
}

function toToolCall(context: RequestContext, call: CallUnit): ChatToolCall {
  const { item, id, ref } = call;
  const name = calledName(context, call);
  if (item.type === "custom_tool_call" && takesFreeForm(context)) {
    return { id, type: "custom", custom: { name, input: context.text(item.input, ref) } };
  }
  return { id, type: "function", function: { name, arguments: wireArguments(context, call) } };
}
