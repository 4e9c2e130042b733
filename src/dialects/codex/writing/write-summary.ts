import { SUMMARY_PREFIX } from "../../../codex-strings.js";
import { isSummaryMessage, isSummaryText, isUserMessage } from "../../../events/item-class.js";
import type { Item, MessagePart } from "../../../events/item.js";

/**
 * A summary's text with the line by which Codex knows it (docs/semantics.md §11.9); in our own
 * threads its entry says what it is.
 */
export function withSummaryPrefix(text: string): string {
  return isSummaryText(text) ? text : `${SUMMARY_PREFIX}\n${text}`;
}

/** The same for a summary's item. Only a user message can be a summary in Codex. */
export function summaryItem(item: Item): Item {
  if (!isUserMessage(item) || isSummaryMessage(item)) return item;
  const first = item.content.findIndex(({ type }) => type === "input_text");
  const content = item.content.map((part, index) =>
    index === first && part.type === "input_text"
      ? { ...part, text: `${SUMMARY_PREFIX}\n${part.text}` }
      : part,
  );
  const prefix: MessagePart = { type: "input_text", text: `${SUMMARY_PREFIX}\n` };
  return { ...item, content: first < 0 ? [prefix, ...content] : content };
}
