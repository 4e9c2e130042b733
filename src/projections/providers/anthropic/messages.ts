import type { ItemRef } from "../../../events/primitives.js";
import type { RequestContext } from "../request-context.js";
import {
  CONTINUE,
  GOES_ON,
  groupUnits,
  type InputGroup,
  MessageList,
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

/** Messages under construction. */
class Conversation extends MessageList<AnthropicMessage> {
  constructor(readonly context: RequestContext) {
    super();
  }

  addUser(blocks: readonly AnthropicUserBlock[], ref: ItemRef | null): void {
    if (this.last?.role === "user") this.last.content.push(...blocks);
    else this.add({ role: "user", content: [...blocks] });
    this.credit(ref);
  }

  addAssistant(blocks: readonly AnthropicAssistantBlock[], ref: ItemRef | null): void {
    if (this.last === undefined) {
      this.context.repair("turn-inserted", ref, "a conversation begins with the user");
      this.addUser(textBlocks(this.context, GOES_ON, null), null);
    }
    if (this.last?.role === "assistant") this.last.content.push(...blocks);
    else this.add({ role: "assistant", content: [...blocks] });
    this.credit(ref);
  }
}

/**
 * The conversation as alternating messages that begin and end with the user's. Results of calls are
 * the first blocks after the message that holds the calls.
 */
export function toMessages(
  context: RequestContext,
  recorded: readonly Unit[],
): Pick<Conversation, "messages" | "origins"> {
  /** What each of the model's units comes to; units that come to nothing are left out. */
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
  const conversation = new Conversation(context);
  for (const group of groupUnits(context, withoutLooseThinking(context, sendable), false)) {
    if (group.kind === "model") addModelGroup(conversation, group, blocks);
    else addInputGroup(conversation, group);
  }
  // A body without messages, or that ends with the model's own words (a prefill), is refused.
  if (conversation.last === undefined || conversation.last.role === "assistant") {
    context.repair("turn-inserted", null, "a conversation ends with the user");
    conversation.addUser(textBlocks(context, CONTINUE, null), null);
  }
  return conversation;
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

function addModelGroup(
  conversation: Conversation,
  { units, outputs }: ModelGroup,
  blocks: ReadonlyMap<Unit, AnthropicAssistantBlock[]>,
): void {
  const { context } = conversation;
  for (const unit of units) conversation.addAssistant(blocks.get(unit) ?? [], unit.ref);
  for (const output of outputs) {
    conversation.addUser([toolResultBlock(context, output)], output.ref ?? output.call.ref);
  }
  const images = outputs.flatMap((output) => failedImages(context, output));
  if (images.length > 0) conversation.addUser(images, null);
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
 * takes `system` messages there (they stand directly after a user's message, alone); all others
 * become text of the user's.
 */
function addInputGroup(conversation: Conversation, { units }: InputGroup): void {
  const { context } = conversation;
  const lastUser = units.findLastIndex((unit) => unit.role === "user");
  const midway = context.has("system-midway") ? lastUser + 1 : units.length;
  for (const unit of units.slice(0, midway)) addInput(conversation, unit);
  const trailing = units.slice(midway);
  if (conversation.last?.role !== "user") {
    for (const unit of trailing) addInput(conversation, unit);
    return;
  }
  for (const unit of trailing) context.noteEmpty(unit);
  const content = trailing.flatMap((unit) => assistantTexts(context, unit.parts, unit.ref));
  if (content.length > 0) conversation.add({ role: "system", content }, trailing);
}

function addInput(conversation: Conversation, unit: MessageUnit): void {
  const { context } = conversation;
  context.noteEmpty(unit);
  const content = contentBlocks(context, unit.parts, unit.ref);
  if (content.length === 0) return;
  const blocks = unit.role === "user" ? content : instructionsAsUser(context, unit, content);
  conversation.addUser(blocks, unit.ref);
}

function instructionsAsUser(
  context: RequestContext,
  unit: MessageUnit,
  blocks: readonly AnthropicUserBlock[],
): readonly AnthropicUserBlock[] {
  context.repair("role-changed", unit.ref, `a ${unit.role} message as the user's, in tags`);
  const open: AnthropicText = { type: "text", text: "<developer_message>" };
  const close: AnthropicText = { type: "text", text: "</developer_message>" };
  const [only] = blocks;
  if (blocks.length === 1 && only?.type === "text") {
    return [{ type: "text", text: `${open.text}\n${only.text}\n${close.text}` }];
  }
  return [open, ...blocks, close];
}
