import { NO_SUMMARY, SUMMARY_PREFIX } from "../../codex-strings.js";
import type { Item, MessageItem } from "../../events/item.js";
import { outputText } from "../../events/message-text.js";
import { isBlank } from "../../events/white-space.js";
import { userTextMessage } from "./kept-messages.js";

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
export function stripCitations(text: string): string {
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

/** A summary's text as Codex writes it: the prefix, a line feed, the summary. */
export function prefixedSummary(summary: string): string {
  return `${SUMMARY_PREFIX}\n${summary}`;
}

/** The message that ends a new history; a placeholder stands for an empty text (§11.3). */
export function summaryMessage(text: string): MessageItem {
  return userTextMessage(text === "" ? NO_SUMMARY : text);
}
