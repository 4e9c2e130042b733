import {
  isContextualUserMessage,
  isHookPromptItem,
  isSummaryMessage,
  isUserMessage,
} from "../events/item-class.js";
import { countItemBytes } from "../events/item-bytes.js";
import type { MessageItem } from "../events/item.js";
import { userMessageText } from "../events/message-text.js";
import type { ItemRef } from "../events/primitives.js";
import type { ReplacementItem } from "../events/recorded-item.js";
import { tokensOfText } from "../events/token-bytes.js";
import { NO_SUMMARY } from "../codex-strings.js";
import { truncateText } from "./bounding/truncate-text.js";
import type { LedgerEntry, LedgerState } from "./thread-state.js";

/** How many tokens of user messages a compaction keeps (semantics.md B §1). */
const KEPT_MESSAGES_TOKENS = 20_000;

/**
 * The list that a legacy foreign compaction left: it recorded its summary only, and its own tool
 * would rebuild the rest from the history before it (semantics.md B §10.1-10.3, 11.7).
 */
export function legacyReplacement(
  { entries }: LedgerState,
  summary: string | null,
): readonly ReplacementItem[] {
  const kept = keepNewest(entries.toArray().filter(isKeptMessage));
  const text = summary === null || summary === "" ? NO_SUMMARY : summary;
  return [...kept, { ...userEntry(text), summary: true }];
}

/** Content decides here, as in the tool that wrote it: a summary without its prefix is kept. */
function isKeptMessage({ item }: LedgerEntry): boolean {
  if (!isUserMessage(item) || isContextualUserMessage(item)) return false;
  return !isHookPromptItem(item) && !isSummaryMessage(item);
}

/** From the newest on, until the budget is used up; the one that does not fit is cut. */
function keepNewest(messages: readonly LedgerEntry[]): readonly ReplacementItem[] {
  const kept: ReplacementItem[] = [];
  let rest = KEPT_MESSAGES_TOKENS;
  for (const entry of messages.toReversed()) {
    if (rest === 0 || entry.item.type !== "message") break;
    const text = userMessageText(entry.item);
    const tokens = tokensOfText(text);
    const source = entry.source ?? entry.ref;
    if (tokens > rest) {
      kept.push(userEntry(truncateText(text, { mode: "tokens", limit: rest }).text, source));
      break;
    }
    kept.push(userEntry(text, source));
    rest -= tokens;
  }
  return kept.reverse();
}

/** A summary is a user message in these sessions, and a boundary like any other (B §7.4). */
function userEntry(text: string, source?: ItemRef): ReplacementItem {
  const item: MessageItem = {
    type: "message",
    role: "user",
    content: [{ type: "input_text", text }],
  };
  const entry = { item, origin: "user" as const, countedBytes: countItemBytes(item) };
  return source === undefined ? entry : { ...entry, source };
}
