import { countItemBytes } from "../../events/item-bytes.js";
import type { InputImage, MessageItem } from "../../events/item.js";
import { userMessageText } from "../../events/message-text.js";
import { tokensOfBytes, tokensOfText } from "../../events/token-bytes.js";
import { truncateText } from "../bounding/truncate-text.js";
import { type EntryReading, readByContent, readByOrigin } from "./entry-reading.js";
import type { WithOrigin } from "./item-list.js";

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
  return walkBudget(collect(entries, readByOrigin), budgetTokens, keepContent);
}

/**
 * The user messages that a compaction of Codex keeps: their texts alone, empty ones included
 * (docs/semantics.md §11.1-11.2, §12.7).
 */
export function keepForeignUserMessages<Entry extends WithOrigin>(
  entries: Iterable<Entry>,
  budgetTokens: number = KEPT_MESSAGES_TOKENS,
): readonly KeptMessage<Entry>[] {
  return walkBudget(collect(entries, readByContent), budgetTokens, keepText);
}

/** A user message of one text, as every compaction writes it (docs/semantics.md §11.3). */
export function userTextMessage(text: string): MessageItem {
  return { type: "message", role: "user", content: [{ type: "input_text", text }] };
}

function collect<Entry extends WithOrigin>(
  entries: Iterable<Entry>,
  reading: EntryReading,
): KeptMessage<Entry>[] {
  const messages: KeptMessage<Entry>[] = [];
  for (const entry of entries) {
    const { item } = entry;
    if (item.type === "message" && reading.isUserMessage(entry)) messages.push({ entry, item });
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
