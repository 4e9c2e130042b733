import type { ItemRef } from "../../../events/primitives.js";
import type { RequestContext } from "../request-context.js";
import {
  CONTINUE,
  GOES_ON,
  groupUnits,
  imagesLabel,
  type InputGroup,
  inTags,
  MessageList,
  type ModelGroup,
  type OutputUnit,
  type Unit,
  writeModelUnits,
} from "../units.js";
import type { GoogleContent, GooglePart } from "./body.js";
import {
  callPart,
  contentParts,
  modelTextParts,
  responsePart,
  SIGNATURE_STAND_IN,
  thoughtPart,
} from "./parts.js";

class Conversation extends MessageList<GoogleContent> {
  constructor(readonly context: RequestContext) {
    super();
  }

  addUser(parts: readonly GooglePart[], ref: ItemRef | null): void {
    const { last } = this;
    const isOpen = last?.role === "user" && !last.parts.some((part) => "functionResponse" in part);
    if (isOpen) last.parts.push(...parts);
    else this.add({ role: "user", parts: [...parts] });
    this.credit(ref);
  }
}

/**
 * The conversation as contents that begin and end with the user's. A model's content with calls is
 * followed by one with exactly their responses, in the same order, and nothing else.
 */
export function toContents(
  context: RequestContext,
  units: readonly Unit[],
): { contents: GoogleContent[]; origins: ItemRef[][] } {
  const model = writeModelUnits(context, units, (unit) => modelParts(context, unit));
  const conversation = new Conversation(context);
  for (const group of groupUnits(context, model.units, false)) {
    if (group.kind === "model") addModelGroup(conversation, group, model.written);
    else addInputGroup(conversation, group);
  }
  if (conversation.last?.role !== "user") {
    context.repair("turn-inserted", null, "a conversation ends with the user");
    conversation.addUser([{ text: CONTINUE }], null);
  }
  return { contents: conversation.messages, origins: conversation.origins };
}

function modelParts(context: RequestContext, unit: ModelGroup["units"][number]): GooglePart[] {
  switch (unit.kind) {
    case "message":
      context.noteEmpty(unit);
      return modelTextParts(context, unit.parts, unit.ref);
    case "reasoning": {
      const part = thoughtPart(context, unit);
      return part === null ? [] : [part];
    }
    case "call":
      return [callPart(context, unit)];
    case "hosted":
      return []; // told as texts before
  }
}

function addModelGroup(
  conversation: Conversation,
  { units, outputs }: ModelGroup,
  made: ReadonlyMap<Unit, GooglePart[]>,
): void {
  const { context } = conversation;
  if (conversation.last === undefined) {
    const ref = units[0]?.ref ?? null;
    context.repair("turn-inserted", ref, "a conversation begins with the user");
    conversation.addUser([{ text: GOES_ON }], null);
  }
  const parts = units.flatMap((unit) => made.get(unit) ?? []);
  if (conversation.last?.role === "model") conversation.last.parts.push(...parts);
  else conversation.add({ role: "model", parts });
  for (const { ref } of units) conversation.credit(ref);
  const first = units.find((unit) => unit.kind === "call");
  if (first === undefined) return;
  signFirstCall(context, parts, first.ref);
  addResponses(conversation, outputs);
}

/** The first call of a step carries a signature, on models that check it; all others may. */
function signFirstCall(context: RequestContext, parts: GooglePart[], ref: ItemRef | null): void {
  const call = parts.find((part) => "functionCall" in part);
  if (call === undefined || call.thoughtSignature !== undefined) return;
  if (!context.follows("signature-on-calls")) return;
  call.thoughtSignature = SIGNATURE_STAND_IN;
  context.repair("signature-inserted", ref, "a call that Gemini did not make, or not here");
}

function addResponses(conversation: Conversation, outputs: readonly OutputUnit[]): void {
  const { context } = conversation;
  const responses: GooglePart[] = [];
  conversation.add({ role: "user", parts: responses });
  const later: { readonly parts: readonly GooglePart[]; readonly ref: ItemRef | null }[] = [];
  for (const output of outputs) {
    const { response, images } = responsePart(context, output);
    const ref = output.ref ?? output.call.ref;
    responses.push(response);
    conversation.credit(ref);
    if (images.length === 0) continue;
    context.repair(
      "reordered",
      output.ref,
      "images of a tool result moved to a user message after it",
    );
    later.push({ parts: [{ text: imagesLabel(context, output) }, ...images], ref });
  }
  for (const { parts, ref } of later) conversation.addUser(parts, ref);
}

function addInputGroup(conversation: Conversation, { units }: InputGroup): void {
  const { context } = conversation;
  for (const unit of units) {
    context.noteEmpty(unit);
    const parts = contentParts(context, unit.parts, unit.ref);
    if (parts.length === 0) continue;
    const said = inTags(context, unit, parts, (text) => ({ text }));
    conversation.addUser(said, unit.ref);
  }
}
