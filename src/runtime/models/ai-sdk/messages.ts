import { fullToolName } from "../../../events/calls.js";
import type { InputImage, MessagePart } from "../../../events/item.js";
import type { ItemRef } from "../../../events/primitives.js";
import { isShown } from "../../../projections/providers/anthropic/blocks.js";
import { withoutLooseThinking } from "../../../projections/providers/anthropic/messages.js";
import { calledName, callInput, wireToolName } from "../../../projections/providers/calls.js";
import { GOOGLE_IMAGES } from "../../../projections/providers/google/parts.js";
import { resolveImage, WEB_IMAGES } from "../../../projections/providers/images.js";
import type { RequestContext } from "../../../projections/providers/request-context.js";
import {
  CONTINUE,
  FAILED_CALL,
  GOES_ON,
  groupUnits,
  inTags,
  leadingInstructions,
  MessageList,
  textsAlone,
  writeModelUnits,
} from "../../../projections/providers/units.js";
import type {
  CallUnit,
  MessageUnit,
  ModelGroup,
  OutputUnit,
  ReasoningUnit,
  Unit,
} from "../../../projections/providers/units.js";
import {
  type AiFile,
  type AiMessage,
  type AiReasoning,
  type AiText,
  type AiToolCall,
  type AiToolResult,
  ANY_NAMES,
  providerOptionsOf,
} from "./language-model.js";

class Conversation extends MessageList<AiMessage> {
  /** @param provider as the language model names it: only its own reasoning goes back to it */
  constructor(
    readonly context: RequestContext,
    readonly provider: string,
  ) {
    super();
  }

  /** Whether there is more than instructions. */
  get isBegun(): boolean {
    return this.messages.some(({ role }) => role !== "system");
  }

  addUser(text: string): void {
    this.add({ role: "user", content: [{ type: "text", text }] });
  }
}

/**
 * The conversation; outputs come directly after the message with their calls. Which API is behind the
 * model is not known: so texts that show nothing stay out, the user begins and ends, and only OpenAI's
 * models get system messages later than at the beginning.
 */
export function toAiMessages(
  context: RequestContext,
  units: readonly Unit[],
  provider: string,
): Pick<Conversation, "messages" | "origins"> {
  const { instructions } = context.prompt;
  const conversation = new Conversation(context, provider);
  if (instructions !== "") {
    const base = shownText(context, instructions, null);
    for (const { text } of base) conversation.add({ role: "system", content: text });
  }
  const leading = leadingInstructions(units);
  for (const unit of leading) addSystem(conversation, unit);
  const model = writeModelUnits(context, units.slice(leading.length), (unit) =>
    modelParts(conversation, unit),
  );
  for (const group of groupUnits(context, withoutLooseThinking(context, model.units), false)) {
    if (group.kind === "input") for (const unit of group.units) addInput(conversation, unit);
    else addModelGroup(conversation, group, model.written);
  }
  if (!conversation.isBegun || conversation.last?.role === "assistant") {
    context.repair("turn-inserted", null, "a conversation ends with the user");
    conversation.addUser(CONTINUE);
  }
  return conversation;
}

function addSystem(conversation: Conversation, unit: MessageUnit): void {
  const { context } = conversation;
  context.noteEmpty(unit);
  const texts = textParts(context, unit.parts, unit.ref);
  if (texts.length === 0) return;
  const content = texts.map(({ text }) => text).join("\n");
  conversation.add({ role: "system", content }, [unit]);
}

function addModelGroup(
  conversation: Conversation,
  { units, outputs }: ModelGroup,
  written: ReadonlyMap<Unit, AssistantPart[]>,
): void {
  const { context, last } = conversation;
  if (!conversation.isBegun) {
    const ref = units[0]?.ref ?? null;
    context.repair("turn-inserted", ref, "a conversation begins with the user");
    conversation.addUser(GOES_ON);
  }
  const content = withKnownIds(units.flatMap((unit) => written.get(unit) ?? []));
  if (last?.role === "assistant") {
    last.content.push(...content);
    for (const { ref } of units) conversation.credit(ref);
  } else conversation.add({ role: "assistant", content }, units);
  const results = outputs.map((output) => toToolResult(context, output));
  if (results.length > 0) conversation.add({ role: "tool", content: results }, outputs);
}

type AssistantPart = AiText | AiReasoning | AiToolCall;

/** OpenAI refuses the id of what its model made after thoughts that are left out; without ids it takes all. */
function withKnownIds(parts: readonly AssistantPart[]): AssistantPart[] {
  const thought = parts.findIndex(({ type }) => type === "reasoning");
  return parts.map((part, at) => (thought !== -1 && at >= thought ? part : withoutId(part)));
}

function withoutId(part: AssistantPart): AssistantPart {
  if (part.providerOptions === undefined) return part;
  const all = Object.entries(part.providerOptions).map(
    ([name, { itemId: _, ...options }]) => [name, options] as const,
  );
  return { ...part, providerOptions: Object.fromEntries(all) };
}

function modelParts(
  { context, provider }: Conversation,
  unit: ModelGroup["units"][number],
): AssistantPart[] {
  switch (unit.kind) {
    case "message":
      context.noteEmpty(unit);
      return textParts(context, unit.parts, unit.ref, provider);
    case "reasoning": {
      if (!isSendable(context, unit, provider)) return [];
      const text = unit.item.summary.map((part) => part.text).join("");
      return [{ type: "reasoning", text, ...providerOptionsOf(unit.item, provider) }];
    }
    case "call": {
      const named = {
        toolCallId: unit.id,
        toolName: calledName(context, unit, ANY_NAMES),
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

function addInput(conversation: Conversation, unit: MessageUnit): void {
  const { context } = conversation;
  if (unit.role !== "user" && context.model.provider === "openai") {
    addSystem(conversation, unit);
    return;
  }
  context.noteEmpty(unit);
  const parts = toParts(context, unit.parts, unit.ref);
  if (parts.length === 0) return;
  const content = inTags<AiText | AiFile>(context, unit, parts, (text) => ({ type: "text", text }));
  conversation.add({ role: "user", content: [...content] }, [unit]);
}

function toToolResult(context: RequestContext, output: OutputUnit): AiToolResult {
  const { call, parts, ref, failed } = output;
  const head = { type: "tool-result" as const, toolCallId: call.id, toolName: nameOf(call) };
  if (!failed && parts.some(({ type }) => type === "input_image")) {
    return { ...head, output: { type: "content", value: toParts(context, parts, ref) } };
  }
  const text = textParts(context, parts, ref)
    .map((part) => part.text)
    .join("\n");
  if (!failed) return { ...head, output: { type: "text", value: text } };
  return { ...head, output: { type: "error-text", value: text || FAILED_CALL } };
}

function nameOf({ item }: CallUnit): string {
  return wireToolName(fullToolName(item), ANY_NAMES);
}

/** Texts alone; those of the model's own with what must go back to the provider that made them. */
function textParts(
  context: RequestContext,
  parts: readonly MessagePart[],
  ref: ItemRef | null,
  provider = "",
): AiText[] {
  return textsAlone(context, { parts, ref }, "an image where only text can stand", (part) =>
    shownText(context, part.text, ref).map((text) => ({
      ...text,
      ...providerOptionsOf(part, provider),
    })),
  );
}

function toParts(
  context: RequestContext,
  parts: readonly MessagePart[],
  ref: ItemRef | null,
): (AiText | AiFile)[] {
  return parts.flatMap((part) =>
    part.type === "input_image"
      ? [imagePart(context, part, ref)]
      : shownText(context, part.text, ref),
  );
}

/** None for a text that shows nothing, which some APIs refuse. */
function shownText(context: RequestContext, text: string, ref: ItemRef | null): AiText[] {
  if (isShown(text)) return [{ type: "text", text: context.text(text, ref) }];
  context.repair("empty-dropped", ref, "a text without a visible character");
  return [];
}

function imagePart(
  context: RequestContext,
  part: InputImage,
  ref: ItemRef | null,
): AiText | AiFile {
  const rules = context.model.provider === "google" ? GOOGLE_IMAGES : WEB_IMAGES;
  const image = resolveImage(context, part, { ref, rules });
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
