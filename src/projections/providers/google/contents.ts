import type { ItemRef } from "../../../events/primitives.js";
import type { RequestContext } from "../request-context.js";
import {
  CONTINUE,
  GOES_ON,
  groupUnits,
  imagesLabel,
  type InputGroup,
  type MessageUnit,
  type ModelGroup,
  type Unit,
  withHostedText,
} from "../units.js";
import type { GoogleContent, GooglePart } from "./body.js";
import {
  callPart,
  contentParts,
  follows,
  modelTextParts,
  responsePart,
  SIGNATURE_STAND_IN,
  thoughtPart,
} from "./parts.js";

interface Conversation {
  readonly context: RequestContext;
  readonly parts: ReadonlyMap<Unit, GooglePart[]>;
  readonly contents: GoogleContent[];
  readonly origins: ItemRef[][];
}

/**
 * The conversation as contents that begin and end with the user's. A model's content with calls is
 * followed by one with exactly their responses, in the same order, and nothing else.
 */
export function toContents(
  context: RequestContext,
  units: readonly Unit[],
): { contents: GoogleContent[]; origins: ItemRef[][] } {
  const parts = new Map<Unit, GooglePart[]>();
  const sendable = units
    .flatMap((unit): readonly Unit[] =>
      unit.kind === "hosted" ? withHostedText(context, unit) : [unit],
    )
    .filter((unit) => {
      if (unit.kind === "output" || (unit.kind === "message" && unit.role !== "assistant")) {
        return true;
      }
      const made = modelParts(context, unit);
      parts.set(unit, made);
      return made.length > 0;
    });
  const conversation: Conversation = { context, parts, contents: [], origins: [] };
  for (const group of groupUnits(context, sendable, false)) {
    if (group.kind === "model") addModelGroup(conversation, group);
    else addInputGroup(conversation, group);
  }
  if (conversation.contents.at(-1)?.role !== "user") {
    context.repair("turn-inserted", null, "a conversation ends with the user");
    addUser(conversation, [{ text: CONTINUE }], null);
  }
  return { contents: conversation.contents, origins: conversation.origins };
}

function modelParts(context: RequestContext, unit: Unit): GooglePart[] {
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
    case "output":
    case "hosted":
      return [];
  }
}

function addModelGroup(conversation: Conversation, group: ModelGroup): void {
  const { context, contents, origins } = conversation;
  if (contents.length === 0) {
    context.repair(
      "turn-inserted",
      group.units[0]?.ref ?? null,
      "a conversation begins with the user",
    );
    addUser(conversation, [{ text: GOES_ON }], null);
  }
  const parts = group.units.flatMap((unit) => conversation.parts.get(unit) ?? []);
  const last = contents.at(-1);
  if (last?.role === "model") last.parts.push(...parts);
  else {
    contents.push({ role: "model", parts });
    origins.push([]);
  }
  for (const { ref } of group.units) if (ref !== null) origins.at(-1)?.push(ref);
  const first = group.units.find((unit) => unit.kind === "call");
  if (first === undefined) return;
  signFirstCall(context, parts, first.ref);
  addResponses(conversation, group);
}

/** The first call of a step carries a signature, on models that check it; all others may. */
function signFirstCall(context: RequestContext, parts: GooglePart[], ref: ItemRef | null): void {
  const call = parts.find((part) => "functionCall" in part);
  if (call === undefined || call.thoughtSignature !== undefined) return;
  if (!follows(context, "signature-on-calls")) return;
  call.thoughtSignature = SIGNATURE_STAND_IN;
  context.repair("signature-inserted", ref, "a call that Gemini did not make, or not here");
}

function addResponses(conversation: Conversation, group: ModelGroup): void {
  const { context, contents, origins } = conversation;
  const content: GoogleContent = { role: "user", parts: [] };
  const refs: ItemRef[] = [];
  const behind: { readonly parts: readonly GooglePart[]; readonly ref: ItemRef | null }[] = [];
  contents.push(content);
  origins.push(refs);
  for (const output of group.outputs) {
    const { response, images } = responsePart(context, output);
    const ref = output.ref ?? output.call.ref;
    content.parts.push(response);
    if (ref !== null) refs.push(ref);
    if (images.length === 0) continue;
    context.repair("reordered", output.ref, "images of a tool's result as the user's, behind it");
    behind.push({ parts: [{ text: imagesLabel(output) }, ...images], ref });
  }
  for (const { parts, ref } of behind) addUser(conversation, parts, ref);
}

function addInputGroup(conversation: Conversation, { units }: InputGroup): void {
  for (const unit of units) {
    conversation.context.noteEmpty(unit);
    const parts =
      unit.role === "user"
        ? contentParts(conversation.context, unit.parts, unit.ref)
        : instructionsAsUser(conversation.context, unit);
    if (parts.length > 0) addUser(conversation, parts, unit.ref);
  }
}

function instructionsAsUser(context: RequestContext, unit: MessageUnit): GooglePart[] {
  const parts = contentParts(context, unit.parts, unit.ref);
  if (parts.length === 0) return [];
  context.repair("role-changed", unit.ref, `a ${unit.role} message as the user's, in tags`);
  return [{ text: "<developer_message>" }, ...parts, { text: "</developer_message>" }];
}

function addUser(
  { contents, origins }: Conversation,
  parts: readonly GooglePart[],
  ref: ItemRef | null,
): void {
  const last = contents.at(-1);
  const open = last?.role === "user" && !last.parts.some((part) => "functionResponse" in part);
  if (open) last.parts.push(...parts);
  else {
    contents.push({ role: "user", parts: [...parts] });
    origins.push([]);
  }
  if (ref !== null) origins.at(-1)?.push(ref);
}
