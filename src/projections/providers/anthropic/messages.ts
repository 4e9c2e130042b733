import type { ItemRef } from "../../../events/primitives.js";
import type { RequestContext } from "../request-context.js";
import {
  CONTINUE,
  GOES_ON,
  groupUnits,
  type InputGroup,
  type MessageUnit,
  type ModelGroup,
  type Unit,
  withHostedText,
} from "../units.js";
import {
  assistantTexts,
  contentBlocks,
  failedImages,
  textBlocks,
  thinkingBlock,
  toolResultBlock,
  toolUseBlock,
  webSearchBlocks,
} from "./blocks.js";
import type {
  AnthropicAssistantBlock,
  AnthropicMessage,
  AnthropicText,
  AnthropicUserBlock,
} from "./body.js";

/** Messages under construction, each with the items that it came from. */
interface Conversation {
  readonly context: RequestContext;
  /** What each of the model's units comes to; units that come to nothing are not here. */
  readonly blocks: ReadonlyMap<Unit, AnthropicAssistantBlock[]>;
  readonly messages: AnthropicMessage[];
  readonly origins: ItemRef[][];
}

/**
 * The conversation as alternating messages that begin and end with the user's. Results of calls are
 * the first blocks behind the message that holds the calls.
 */
export function toMessages(
  context: RequestContext,
  recorded: readonly Unit[],
): { messages: AnthropicMessage[]; origins: ItemRef[][] } {
  const blocks = new Map<Unit, AnthropicAssistantBlock[]>();
  const sendable = recorded
    .flatMap((unit): readonly Unit[] =>
      unit.kind === "hosted" && !isOwnSearch(unit) ? withHostedText(context, unit) : [unit],
    )
    .filter((unit) => {
      if (unit.kind === "output" || isInput(unit)) return true;
      const made = assistantBlocks(context, unit);
      blocks.set(unit, made);
      return made.length > 0;
    });
  const conversation: Conversation = { context, blocks, messages: [], origins: [] };
  const units = withoutLooseThinking(context, sendable);
  for (const group of groupUnits(context, units, false)) {
    if (group.kind === "model") addModelGroup(conversation, group);
    else addInputGroup(conversation, group);
  }
  closeWithUser(conversation);
  return { messages: conversation.messages, origins: conversation.origins };
}

/** Thinking is refused at the end of the assistant's message: what it was for never came. */
function withoutLooseThinking(context: RequestContext, units: readonly Unit[]): readonly Unit[] {
  const loose = new Set<Unit>();
  let isFollowed = false;
  for (const unit of units.toReversed()) {
    if (unit.kind !== "reasoning") isFollowed = unit.kind !== "output" && !isInput(unit);
    else if (!isFollowed) loose.add(unit);
  }
  return units.filter((unit) => {
    if (!loose.has(unit)) return true;
    context.repair("reasoning-left-out", unit.ref, "nothing that the model made follows it");
    return false;
  });
}

function isInput(unit: Unit): boolean {
  return unit.kind === "message" && unit.role !== "assistant";
}

function isOwnSearch(unit: Unit): boolean {
  return (
    unit.kind === "hosted" &&
    unit.item.type === "web_search_call" &&
    webSearchBlocks(unit.item) !== null
  );
}

function addModelGroup(conversation: Conversation, group: ModelGroup): void {
  const { context } = conversation;
  for (const unit of group.units) {
    addAssistant(conversation, conversation.blocks.get(unit) ?? [], unit.ref);
  }
  const { outputs } = group;
  for (const output of outputs) {
    addUser(conversation, [toolResultBlock(context, output)], output.ref ?? output.call.ref);
  }
  const images = outputs.flatMap((output) => failedImages(context, output));
  if (images.length > 0) addUser(conversation, images, null);
}

function assistantBlocks(
  context: RequestContext,
  unit: ModelGroup["units"][number],
): AnthropicAssistantBlock[] {
  switch (unit.kind) {
    case "message":
      context.noteEmpty(unit);
      return assistantTexts(context, unit.parts, unit.ref);
    case "reasoning": {
      const block = thinkingBlock(context, unit);
      return block === null ? [] : [block];
    }
    case "call":
      return [toolUseBlock(context, unit)];
    case "hosted":
      return unit.item.type === "web_search_call" ? (webSearchBlocks(unit.item) ?? []) : [];
  }
}

/**
 * Developer messages at the end of what is said to the model stay what they are, where the model
 * takes `system` messages there (they stand directly behind a user's message, alone); all others
 * become text of the user's.
 */
function addInputGroup(conversation: Conversation, { units }: InputGroup): void {
  const { context } = conversation;
  const midway = context.has("system-midway") ? firstTrailingInstruction(units) : units.length;
  for (const unit of units.slice(0, midway)) {
    context.noteEmpty(unit);
    const blocks =
      unit.role === "user"
        ? contentBlocks(context, unit.parts, unit.ref)
        : instructionsAsUser(context, unit);
    if (blocks.length > 0) addUser(conversation, blocks, unit.ref);
  }
  const trailing = units.slice(midway);
  if (trailing.length === 0) return;
  for (const unit of trailing) context.noteEmpty(unit);
  if (conversation.messages.at(-1)?.role !== "user") {
    for (const unit of trailing) {
      const blocks = instructionsAsUser(context, unit);
      if (blocks.length > 0) addUser(conversation, blocks, unit.ref);
    }
    return;
  }
  const content = trailing.flatMap((unit) => assistantTexts(context, unit.parts, unit.ref));
  if (content.length === 0) return;
  conversation.messages.push({ role: "system", content });
  conversation.origins.push(trailing.flatMap((unit) => (unit.ref === null ? [] : [unit.ref])));
}

function firstTrailingInstruction(units: readonly MessageUnit[]): number {
  return units.findLastIndex((unit) => unit.role === "user") + 1;
}

function instructionsAsUser(context: RequestContext, unit: MessageUnit): AnthropicUserBlock[] {
  const blocks = contentBlocks(context, unit.parts, unit.ref);
  if (blocks.length === 0) return [];
  context.repair("role-changed", unit.ref, `a ${unit.role} message as the user's, in tags`);
  const open: AnthropicText = { type: "text", text: "<developer_message>" };
  const close: AnthropicText = { type: "text", text: "</developer_message>" };
  const [only] = blocks;
  if (blocks.length === 1 && only?.type === "text") {
    return [{ type: "text", text: `${open.text}\n${only.text}\n${close.text}` }];
  }
  return [open, ...blocks, close];
}

function addUser(
  { messages, origins }: Conversation,
  blocks: readonly AnthropicUserBlock[],
  ref: ItemRef | null,
): void {
  const last = messages.at(-1);
  if (last?.role === "user") last.content.push(...blocks);
  else {
    messages.push({ role: "user", content: [...blocks] });
    origins.push([]);
  }
  if (ref !== null) origins.at(-1)?.push(ref);
}

function addAssistant(
  conversation: Conversation,
  blocks: readonly AnthropicAssistantBlock[],
  ref: ItemRef | null,
): void {
  const { context, messages, origins } = conversation;
  const last = messages.at(-1);
  if (last?.role === "assistant") last.content.push(...blocks);
  else {
    if (messages.length === 0) {
      context.repair("turn-inserted", ref, "a conversation begins with the user");
      addUser(conversation, textBlocks(context, GOES_ON, null), null);
    }
    messages.push({ role: "assistant", content: [...blocks] });
    origins.push([]);
  }
  if (ref !== null) origins.at(-1)?.push(ref);
}

/** A body without messages, or that ends with the model's own words, is refused (prefill). */
function closeWithUser(conversation: Conversation): void {
  const { context, messages } = conversation;
  const last = messages.at(-1);
  if (last !== undefined && last.role !== "assistant") return;
  context.repair("turn-inserted", null, "a conversation ends with the user");
  addUser(conversation, textBlocks(context, CONTINUE, null), null);
}
