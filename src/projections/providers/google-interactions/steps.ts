import { fullToolName } from "../../../events/calls.js";
import type { MessagePart } from "../../../events/item.js";
import type { ItemRef } from "../../../events/primitives.js";
import { calledName, callInput, wireToolName } from "../calls.js";
import { GOOGLE_NAMES, inlinePart, SIGNATURE_STAND_IN, textParts } from "../google/parts.js";
import {
  looseText,
  reasoningRefusal,
  reasoningText,
  type RequestContext,
} from "../request-context.js";
import {
  CONTINUE,
  GOES_ON,
  groupUnits,
  imagesLabel,
  inTags,
  MessageList,
  type MessageUnit,
  type ModelGroup,
  type OutputUnit,
  type ReasoningUnit,
  textsAlone,
  type Unit,
  writeModelUnits,
} from "../units.js";
import type {
  InteractionsContent,
  InteractionsResult,
  InteractionsStep,
  InteractionsText,
  InteractionsThought,
} from "./body.js";

/**
 * The conversation as steps that begin and end with the user's. Calls are followed by exactly their
 * results, in the same order; every message is a step of its own.
 */
export function toSteps(
  context: RequestContext,
  units: readonly Unit[],
): { steps: InteractionsStep[]; origins: ItemRef[][] } {
  const model = writeModelUnits(context, units, (unit) => modelSteps(context, unit));
  const list = new MessageList<InteractionsStep>();
  for (const group of groupUnits(context, model.units, false)) {
    if (group.kind === "model") addModelGroup(context, list, group, model.written);
    else for (const unit of group.units) addInput(context, list, unit);
  }
  if (list.last?.type !== "user_input" && list.last?.type !== "function_result") {
    context.repair("turn-inserted", null, "a conversation ends with the user");
    list.add(userInput(CONTINUE));
  }
  return { steps: list.messages, origins: list.origins };
}

function userInput(text: string): InteractionsStep {
  return { type: "user_input", content: [{ type: "text", text }] };
}

function modelSteps(
  context: RequestContext,
  unit: ModelGroup["units"][number],
): InteractionsStep[] {
  switch (unit.kind) {
    case "message": {
      context.noteEmpty(unit);
      const content = modelTexts(context, unit);
      return content.length === 0 ? [] : [{ type: "model_output", content }];
    }
    case "reasoning": {
      const step = thoughtStep(context, unit);
      return step === null ? [] : [step];
    }
    case "call": {
      const name = calledName(context, unit, GOOGLE_NAMES);
      const input = callInput(context, unit);
      return [{ type: "function_call", id: unit.id, name, arguments: input }];
    }
    case "hosted":
      return []; // told as texts before
  }
}

function modelTexts(context: RequestContext, { parts, ref }: MessageUnit): InteractionsText[] {
  return textsAlone(context, { parts, ref }, "an image in the model's own message", ({ text }) =>
    texts(context, text, ref),
  );
}

function texts(context: RequestContext, text: string, ref: ItemRef | null): InteractionsText[] {
  return textParts(context, text, ref).map((part) => ({ type: "text", ...part }));
}

/** A thought as it came; one without a signature makes the API refuse the calls after it. */
function thoughtStep(context: RequestContext, unit: ReasoningUnit): InteractionsThought | null {
  const { item, ref } = unit;
  const signature = looseText(item, "signature");
  const refusal = reasoningRefusal(context, unit, "google-interactions");
  if (refusal !== null || signature === undefined) {
    context.repair("reasoning-left-out", ref, refusal ?? "a thought without a signature");
    return null;
  }
  const text = context.text(reasoningText(item), ref);
  return {
    type: "thought",
    signature,
    ...(text !== "" && { summary: [{ type: "text", text }] }),
  };
}

function addModelGroup(
  context: RequestContext,
  list: MessageList<InteractionsStep>,
  { units, outputs }: ModelGroup,
  made: ReadonlyMap<Unit, InteractionsStep[]>,
): void {
  if (list.last === undefined) {
    const ref = units[0]?.ref ?? null;
    context.repair("turn-inserted", ref, "a conversation begins with the user");
    list.add(userInput(GOES_ON));
  }
  signCalls(context, list, units);
  for (const unit of units) for (const step of made.get(unit) ?? []) list.add(step, [unit]);
  // Results stand together: images that cannot be in them follow the last.
  const later = outputs.map((output) => ({ output, images: addResult(context, list, output) }));
  for (const { output, images } of later) {
    if (images.length === 0) continue;
    const ref = output.ref ?? output.call.ref;
    context.repair("reordered", ref, "images of a tool result moved to a user message after it");
    const label = { type: "text" as const, text: imagesLabel(context, output) };
    list.add({ type: "user_input", content: [label, ...images] }, [{ ref }]);
  }
}

/** Calls stand after a signed thought of the same answer, on models that check it. */
function signCalls(
  context: RequestContext,
  list: MessageList<InteractionsStep>,
  units: ModelGroup["units"],
): void {
  const call = units.findIndex(({ kind }) => kind === "call");
  if (call === -1 || !context.follows("signature-on-calls")) return;
  if (units.slice(0, call).some(({ kind }) => kind === "reasoning")) return; // the signed ones are left
  list.add({ type: "thought", signature: SIGNATURE_STAND_IN });
  const ref = units[call]?.ref ?? null;
  context.repair("signature-inserted", ref, "a call that Gemini did not make, or not here");
}

/** @returns the images that have to follow */
function addResult(
  context: RequestContext,
  list: MessageList<InteractionsStep>,
  output: OutputUnit,
): readonly InteractionsContent[] {
  const { call, parts, failed } = output;
  const ref = output.ref ?? call.ref;
  // An empty text is nothing to say of.
  const told = parts.filter((part) => part.type === "input_image" || part.text !== "");
  const all = contents(context, told, ref);
  const images = all.filter(({ type }) => type === "image");
  const texts = all.flatMap((part) => (part.type === "text" ? part.text : []));
  const inside = images.length === 0 || context.follows("media-in-function-response");
  const result: InteractionsResult = {
    type: "function_result",
    call_id: call.id,
    name: wireToolName(fullToolName(call.item), GOOGLE_NAMES),
    ...(failed && { is_error: true }),
    result: inside && images.length > 0 ? all : texts.join("\n"),
  };
  list.add(result, [{ ref }]);
  return inside ? [] : images;
}

function contents(
  context: RequestContext,
  parts: readonly MessagePart[],
  ref: ItemRef | null,
): InteractionsContent[] {
  return parts.flatMap((part): InteractionsContent[] => {
    if (part.type !== "input_image") return texts(context, part.text, ref);
    const image = inlinePart(context, part, ref);
    if (typeof image === "string") return texts(context, image, ref);
    const { mimeType, data } = image.inlineData;
    return [{ type: "image", data, mime_type: mimeType }];
  });
}

function addInput(
  context: RequestContext,
  list: MessageList<InteractionsStep>,
  unit: MessageUnit,
): void {
  context.noteEmpty(unit);
  const content = contents(context, unit.parts, unit.ref);
  if (content.length === 0) return;
  const said = inTags<InteractionsContent>(context, unit, content, (text) => ({
    type: "text",
    text,
  }));
  list.add({ type: "user_input", content: [...said] }, [unit]);
}
