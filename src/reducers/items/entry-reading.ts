import {
  isContextualUserMessage,
  isHookPromptItem,
  isSummaryMessage,
  isUserMessage,
} from "../../events/item-class.js";
import type { WithOrigin } from "./item-list.js";

/** How compaction tells what a user said from summaries and injected context. */
export interface EntryReading {
  /** A message that a user wrote: neither contextual, nor a hook's, nor a summary. */
  readonly isUserMessage: (entry: WithOrigin) => boolean;
  readonly isSummary: (entry: WithOrigin) => boolean;
}

/**
 * In our own threads: origin and entry say it, content is never sniffed
 * (docs/semantics.md §4.1, §4.13).
 */
export const readByOrigin: EntryReading = {
  isUserMessage: (entry) =>
    isUserMessage(entry.item) && entry.origin === "user" && entry.summary !== true,
  isSummary: (entry) => entry.summary === true,
};

/**
 * In foreign sessions: content says it, as in the tool that wrote them
 * (docs/semantics.md §4, §11.1).
 */
export const readByContent: EntryReading = {
  isUserMessage: ({ item }) =>
    isUserMessage(item) &&
    !isContextualUserMessage(item) &&
    !isHookPromptItem(item) &&
    !isSummaryMessage(item),
  isSummary: ({ item }) => isSummaryMessage(item),
};
