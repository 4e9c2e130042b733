import { NO_SUMMARY } from "../codex-strings.js";
import { tokensOfBytes, tokensOfText } from "../events/bytes.js";
import { countItemBytes } from "../events/item-bytes.js";
import {
  isContextMessage,
  isContextualUserMessage,
  isHookPromptItem,
  isSummaryMessage,
  isUserMessage,
  outputText,
  userMessageText,
} from "../events/item-class.js";
import type { InputImage, Item, MessageItem, Origin } from "../events/item.js";
import { isBlank } from "../events/white-space.js";
import { truncateText } from "./truncate-text.js";

/** How many tokens of user messages a compaction keeps (docs/semantics.md §2.3, §2.10). */
export const KEPT_MESSAGES_TOKENS = 20_000;

/** Stands for images that do not fit. */
const IMAGE_PLACEHOLDER = "[image]";

/** A message that survives a compaction, and the entry that it was. */
export interface KeptMessage<Entry> {
  readonly entry: Entry;
  readonly item: MessageItem;
}

/**
 * The user messages that a compaction of our own keeps, oldest first: the newest ones that fit the
 * budget, the last of them truncated to the rest (docs/semantics.md §11.1-11.2). No message is
 * empty: one of images only keeps its images while they fit, else it is `[image]` (§11.9).
 */
export function keepUserMessages<Entry extends WithOrigin>(
  entries: Iterable<Entry>,
  budgetTokens: number = KEPT_MESSAGES_TOKENS,
): readonly KeptMessage<Entry>[] {
  return walkBudget(collect(entries, isWrittenByUser), budgetTokens, keepContent);
}

/**
 * The user messages that a compaction of Codex keeps: their texts alone, empty ones included
 * (docs/semantics.md §11.1-11.2, §12.7).
 */
export function keepForeignUserMessages<Entry extends WithOrigin>(
  entries: Iterable<Entry>,
  budgetTokens: number = KEPT_MESSAGES_TOKENS,
): readonly KeptMessage<Entry>[] {
  return walkBudget(collect(entries, isReadAsUsers), budgetTokens, keepText);
}

/** The context before the first turn: a legacy compaction puts it first (docs/semantics.md §12.7). */
export function leadingContext<Entry extends WithOrigin>(
  entries: Iterable<Entry>,
): readonly Entry[] {
  const context: Entry[] = [];
  for (const entry of entries) {
    if (entry.origin === "user" || entry.origin === "agent") break;
    if (isContextMessage(entry.item)) context.push(entry);
  }
  return context;
}

/** A user message of one text, as every compaction writes it (docs/semantics.md §11.3). */
export function userTextMessage(text: string): MessageItem {
  return { type: "message", role: "user", content: [{ type: "input_text", text }] };
}

function collect<Entry extends WithOrigin>(
  entries: Iterable<Entry>,
  isUsers: (entry: WithOrigin) => boolean,
): KeptMessage<Entry>[] {
  const messages: KeptMessage<Entry>[] = [];
  for (const entry of entries) {
    const { item } = entry;
    if (item.type === "message" && isUsers(entry)) messages.push({ entry, item });
  }
  return messages;
}

/** What of a message is kept, and the tokens it costs; `isLast`: nothing older fits any more. */
interface Keeping {
  readonly item: MessageItem | null;
  readonly costTokens: number;
  readonly isLast: boolean;
}

/** From the newest to the oldest while something is left; the order is restored. */
function walkBudget<Entry>(
  messages: readonly KeptMessage<Entry>[],
  budgetTokens: number,
  keep: (item: MessageItem, restTokens: number) => Keeping,
): readonly KeptMessage<Entry>[] {
  const kept: KeptMessage<Entry>[] = [];
  let restTokens = budgetTokens;
  for (let index = messages.length - 1; index >= 0 && restTokens > 0; index--) {
    const message = messages[index];
    if (message === undefined) break;
    const { item, costTokens, isLast } = keep(message.item, restTokens);
    if (item !== null) kept.push({ entry: message.entry, item });
    if (isLast) break;
    restTokens -= costTokens;
  }
  return kept.reverse();
}

function keepText(item: MessageItem, restTokens: number): Keeping {
  const text = userMessageText(item);
  const costTokens = tokensOfText(text);
  if (costTokens <= restTokens) return { item: userTextMessage(text), costTokens, isLast: false };
  const { text: truncated } = truncateText(text, { mode: "tokens", limit: restTokens });
  return { item: userTextMessage(truncated), costTokens: restTokens, isLast: true };
}

function keepContent(item: MessageItem, restTokens: number): Keeping {
  if (userMessageText(item) !== "") return keepText(item, restTokens);
  const images = item.content.filter((part): part is InputImage => part.type === "input_image");
  if (images.length === 0) return { item: null, costTokens: 0, isLast: false };
  const withImages: MessageItem = { type: "message", role: "user", content: images };
  const costTokens = tokensOfBytes(countItemBytes(withImages));
  if (costTokens <= restTokens) return { item: withImages, costTokens, isLast: false };
  const placeholder = userTextMessage(IMAGE_PLACEHOLDER);
  const placeholderTokens = tokensOfText(IMAGE_PLACEHOLDER);
  return { item: placeholder, costTokens: Math.min(placeholderTokens, restTokens), isLast: false };
}

const CITATION_OPEN = "<oai-mem-citation>";
const CITATION_CLOSE = "</oai-mem-citation>";

/**
 * The summary that a compaction's reply gave: the newest assistant message whose text, freed of
 * citations, is not blank (docs/semantics.md §11.4).
 *
 * @param reply items of this compaction's reply only, in our own threads: never an older message
 *   (§11.9)
 * @returns "" when there is none
 */
export function chooseSummary(reply: readonly Item[]): string {
  for (const item of reply.toReversed()) {
    if (item.type !== "message" || item.role !== "assistant") continue;
    const text = stripCitations(outputText(item));
    if (!isBlank(text)) return text;
  }
  return "";
}

/** Takes `<oai-mem-citation>` blocks out of a text; one that is not closed goes to the end. */
function stripCitations(text: string): string {
  let visible = "";
  let from = 0;
  for (;;) {
    const open = text.indexOf(CITATION_OPEN, from);
    if (open < 0) return visible + text.slice(from);
    visible += text.slice(from, open);
    const close = text.indexOf(CITATION_CLOSE, open + CITATION_OPEN.length);
    if (close < 0) return visible;
    from = close + CITATION_CLOSE.length;
  }
}

/** The message that ends a new history; a placeholder stands for an empty text (§11.3). */
export function summaryMessage(text: string): MessageItem {
  return userTextMessage(text === "" ? NO_SUMMARY : text);
}

/**
 * In our own threads: a message that a user wrote. Origin and entry say it, content is never sniffed
 * (docs/semantics.md §4.1, §4.13).
 */
export function isWrittenByUser({ item, origin, summary }: WithOrigin): boolean {
  return isUserMessage(item) && origin === "user" && summary !== true;
}

/** In foreign sessions content says it, as in the tool that wrote them (§4, §11.1). */
function isReadAsUsers({ item }: WithOrigin): boolean {
  return (
    isUserMessage(item) &&
    !isContextualUserMessage(item) &&
    !isHookPromptItem(item) &&
    !isSummaryMessage(item)
  );
}

/**
 * Where initial context goes into a compacted list: directly before the last message that a user
 * wrote; if there is none, before the last summary, else before the last compaction item, else at the
 * end (docs/semantics.md §11.6).
 *
 * @returns the index that the first of the context's items gets
 */
export function findInsertionPoint(entries: readonly WithOrigin[]): number {
  for (const test of [isWrittenByUser, isSummary, isCompaction]) {
    const index = entries.findLastIndex(test);
    if (index !== -1) return index;
  }
  return entries.length;
}

function isSummary({ summary }: WithOrigin): boolean {
  return summary === true;
}

function isCompaction({ item }: WithOrigin): boolean {
  return item.type === "compaction" || item.type === "compaction_summary";
}

/** What the rules about lists need of one: arrays have it, and a ledger's `Sequence`. */
export interface ItemList<Entry> extends Iterable<Entry> {
  readonly length: number;
  /** @returns undefined outside */
  at(index: number): Entry | undefined;
}

export interface WithItem {
  readonly item: Item;
}

/** What is known of an item in a ledger, or in a checkpoint's list. */
export interface WithOrigin extends WithItem {
  readonly origin: Origin;
  /** True for a compaction's summary. */
  readonly summary?: boolean | undefined;
}
