import { NO_SUMMARY } from "../../../codex-strings.js";
import {
  isContextualDeveloperMessage,
  isContextualUserMessage,
  isHookPromptItem,
  isSummaryMessage,
  isUserMessage,
  isUserTurnBoundary,
} from "../../../events/item-class.js";
import type { Item } from "../../../events/item.js";
import { userMessageText } from "../../../events/message-text.js";
import { tokensOfText } from "../../../events/token-bytes.js";

/**
 * All that rollback and legacy compaction ask of a ledger's entry
 * (docs/semantics.md §10.5-10.7, §11.1-11.3).
 */
export interface EntryClass {
  readonly boundary: boolean;
  /** A contextual user or developer message: it goes with the turn behind it (§10.7). */
  readonly contextual: boolean;
  /** Estimated tokens of its text, for a user message that compaction collects; null: it is none. */
  readonly collectedTokens: number | null;
  /** Whether the collected text, as a message of its own, is contextual. */
  readonly collectedContextual: boolean;
}

const PLAIN: EntryClass = {
  boundary: false,
  contextual: false,
  collectedTokens: null,
  collectedContextual: false,
};

export function classifyEntry(item: Item): EntryClass {
  if (item.type !== "message") return PLAIN;
  const boundary = isUserTurnBoundary(item);
  if (!isUserMessage(item)) {
    const contextual = isContextualDeveloperMessage(item);
    return boundary || contextual ? { ...PLAIN, boundary, contextual } : PLAIN;
  }
  const contextual = isContextualUserMessage(item);
  if (contextual || isHookPromptItem(item) || isSummaryMessage(item)) {
    return { ...PLAIN, boundary, contextual };
  }
  const text = userMessageText(item);
  const collected = isContextualUserMessage(userMessage(text));
  return {
    ...PLAIN,
    boundary,
    collectedTokens: tokensOfText(text),
    collectedContextual: collected,
  };
}

/** What a legacy compaction's summary is in the ledger: a user message like any other (§11.3). */
export function classifySummary(summary: string | null): EntryClass {
  return classifyEntry(userMessage(summary === null || summary === "" ? NO_SUMMARY : summary));
}

/** A user message with this text alone, as compaction writes it. */
function userMessage(text: string): Item {
  return { type: "message", role: "user", content: [{ type: "input_text", text }] };
}
