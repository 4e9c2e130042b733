import type { ItemRef } from "../../../events/primitives.js";
import type { RequestContext } from "../request-context.js";
import {
  CONTINUE,
  GOES_ON,
  groupUnits,
  type HostedUnit,
  inTags,
  type InputGroup,
  isInput,
  MessageList,
  type MessageUnit,
  type ModelGroup,
  type OutputUnit,
  type Unit,
  writeModelUnits,
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

class Conversation extends MessageList<AnthropicMessage> {
  /** Outputs that were recorded as a list, and reminders that were folded into one. */
  readonly #lists = new Set<AnthropicUserBlock>();
  readonly #folded = new Set<AnthropicUserBlock>();
  /** Blocks that later requests do not have in this place: put in for this one alone. */
  readonly passing = new Set<AnthropicUserBlock>();
  /** The last block of the newest compaction's summary. */
  summary: AnthropicUserBlock | null = null;
  readonly #summaryRef: ItemRef | null;

  constructor(readonly context: RequestContext) {
    super();
    const items = context.prompt.items.toArray();
    this.#summaryRef = items.findLast(({ summary }) => summary)?.ref ?? null;
  }

  /** Notes what the blocks of a message mean for the cache. */
  noteInput({ ref }: MessageUnit, blocks: readonly AnthropicUserBlock[]): void {
    if (ref === null) for (const block of blocks) this.passing.add(block);
    else if (ref === this.#summaryRef) this.summary = blocks.at(-1) ?? null;
  }

  addUser(blocks: readonly AnthropicUserBlock[], ref: ItemRef | null): void {
    if (this.last?.role === "user") this.last.content.push(...blocks);
    else this.add({ role: "user", content: [...blocks] });
    this.credit(ref);
  }

  addOutput(output: OutputUnit): void {
    const block = toolResultBlock(this.context, output);
    if (output.isList) this.#lists.add(block);
    if (output.isInserted) this.passing.add(block);
    this.addUser([block], output.ref ?? output.call.ref);
  }

  /** A message of Claude Code's joins the one before it, and a text ends with a line feed there. */
  joinUser(blocks: readonly AnthropicUserBlock[], ref: ItemRef | null): void {
    const before = this.last?.role === "user" ? this.last.content.at(-1) : undefined;
    if (before?.type === "text" && blocks[0]?.type === "text") before.text += "\n";
    this.addUser(blocks, ref);
  }

  /** @returns false: the newest block is no output, or the blocks are not reminders alone */
  foldIntoOutput(blocks: readonly AnthropicUserBlock[], ref: ItemRef | null): boolean {
    const output = this.last?.role === "user" ? this.last.content.at(-1) : undefined;
    const texts = blocks.flatMap((block) => (block.type === "text" ? [block.text.trim()] : []));
    const areReminders = texts.every((text) => text.startsWith("<system-reminder>"));
    if (output?.type !== "tool_result" || !areReminders || texts.length < blocks.length) {
      return false;
    }
    const content = output.content ?? [];
    const last = content.at(-1);
    if (this.#lists.has(output)) {
      if (last?.type === "text" && !this.#folded.has(last)) last.text += "\n";
      const folded = texts.map((text): AnthropicText => ({ type: "text", text }));
      for (const block of folded) this.#folded.add(block);
      output.content = [...content, ...folded];
    } else {
      const before = last?.type === "text" ? [last.text.trim()] : [];
      const text = [...before, ...texts].filter((one) => one !== "").join("\n\n");
      output.content = [{ type: "text", text }];
    }
    this.credit(ref);
    return true;
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
): Pick<Conversation, "messages" | "origins" | "passing" | "summary"> {
  const write = (unit: ModelGroup["units"][number]) => assistantBlocks(context, unit);
  const isOwn = ({ item }: HostedUnit): boolean =>
    item.type === "web_search_call" && webSearchBlocks(item) !== null;
  const model = writeModelUnits(context, recorded, write, isOwn);
  const conversation = new Conversation(context);
  for (const group of groupUnits(context, withoutLooseThinking(context, model.units), false)) {
    if (group.kind === "model") addModelGroup(conversation, group, model.written);
    else addInputGroup(conversation, group);
  }
  // A body without messages, or that ends with the model's own words (a prefill), is refused.
  if (conversation.last === undefined || conversation.last.role === "assistant") {
    context.repair("turn-inserted", null, "a conversation ends with the user");
    const blocks = textBlocks(context, CONTINUE, null);
    for (const block of blocks) conversation.passing.add(block);
    conversation.addUser(blocks, null);
  }
  return conversation;
}

/** Thinking is refused at the end of the assistant's message: what it was for never came. */
export function withoutLooseThinking(
  context: RequestContext,
  units: readonly Unit[],
): readonly Unit[] {
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

function addModelGroup(
  conversation: Conversation,
  { units, outputs }: ModelGroup,
  blocks: ReadonlyMap<Unit, AnthropicAssistantBlock[]>,
): void {
  const { context } = conversation;
  for (const unit of units) conversation.addAssistant(blocks.get(unit) ?? [], unit.ref);
  for (const output of outputs) conversation.addOutput(output);
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
 * takes `system` messages there (they are directly after a user's message, alone); all others
 * become text of the user's.
 */
function addInputGroup(conversation: Conversation, { units }: InputGroup): void {
  const { context } = conversation;
  if (context.prompt.dialect === "claude-code") {
    addClaudeCodeGroup(conversation, units);
    return;
  }
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

/**
 * What Claude Code attached is before the words that it came with. After an output, reminders are
 * folded into it. Where the model takes `system` messages midway, those follow the words instead
 * (docs/claude-code.md, "Requests").
 */
function addClaudeCodeGroup(conversation: Conversation, units: readonly MessageUnit[]): void {
  const { context } = conversation;
  const isMidway = context.follows("system-midway");
  const lastAttached = units.findLastIndex(({ attached }) => attached !== null);
  const system: MessageUnit[] = [];
  for (const unit of units) {
    if (unit.attached === null) continue;
    if (unit.attached === "system" && isMidway) {
      system.push(unit);
      continue;
    }
    const blocks = inputBlocks(conversation, unit);
    const isNew = blocks.length > 0 && !conversation.foldIntoOutput(blocks, unit.ref);
    if (isNew) conversation.addUser(blocks, unit.ref);
  }
  units.forEach((unit, index) => {
    if (unit.attached !== null) return;
    if (index < lastAttached) {
      context.repair("reordered", unit.ref, "after what was attached to it");
    }
    const blocks = inputBlocks(conversation, unit);
    if (blocks.length > 0) conversation.joinUser(blocks, unit.ref);
  });
  const texts = system.flatMap(({ parts, ref }) => assistantTexts(context, parts, ref));
  const text = texts.map((block) => withoutTags(block.text)).join("\n\n");
  if (text !== "") conversation.add({ role: "system", content: [{ type: "text", text }] }, system);
}

/** A reminder's words. */
function withoutTags(text: string): string {
  return /^<system-reminder>\n([^]*)\n<\/system-reminder>$/.exec(text.trim())?.[1] ?? text;
}

function addInput(conversation: Conversation, unit: MessageUnit): void {
  const blocks = inputBlocks(conversation, unit);
  if (blocks.length === 0) return;
  if (conversation.context.isPi) conversation.add({ role: "user", content: [...blocks] }, [unit]);
  else conversation.addUser(blocks, unit.ref);
}

function inputBlocks(conversation: Conversation, unit: MessageUnit): readonly AnthropicUserBlock[] {
  const { context } = conversation;
  context.noteEmpty(unit);
  const content = contentBlocks(context, unit.parts, unit.ref);
  if (content.length === 0) return [];
  const blocks = asUsers(context, unit, content);
  conversation.noteInput(unit, blocks);
  return blocks;
}

/** A single text of instructions is one text with its tags. */
function asUsers(
  context: RequestContext,
  unit: MessageUnit,
  content: readonly AnthropicUserBlock[],
): readonly AnthropicUserBlock[] {
  const toText = (text: string): AnthropicText => ({ type: "text", text });
  const [only] = content;
  if (content.length > 1 || only?.type !== "text") {
    return inTags<AnthropicUserBlock>(context, unit, content, toText);
  }
  return [toText(inTags(context, unit, [only.text], (tag) => tag).join("\n"))];
}
