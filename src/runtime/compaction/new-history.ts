import type { FactOf } from "../../events/event.js";
import { countItemBytes } from "../../events/item-bytes.js";
import { userMessageText } from "../../events/item-class.js";
import type { CompactionItem, MessageItem, ReplacementItem } from "../../events/item.js";
import { isBlank } from "../../events/white-space.js";
import {
  findInsertionPoint,
  isWrittenByUser,
  keepUserMessages,
  type KeptMessage,
  summaryMessage,
} from "../../reducers/kept-messages.js";
import type { LedgerEntry } from "../../reducers/thread-state.js";
import { keptEntry, tokensOfItems } from "./strategy.js";

type Injection = Pick<FactOf<"context.injected">["data"], "items" | "fragments">;

export interface NewHistoryInput {
  /** The history that is replaced, oldest first. */
  readonly entries: readonly LedgerEntry[];
  /** Of this compaction, without its prefix; blank: there is none. */
  readonly summary: string;
  readonly summaryPrefix: string;
  /**
   * Sealed items of a provider; with one of them no placeholder stands for a blank summary. Before
   * OpenAI's every user message is kept as it is (docs/providers.md §10).
   */
  readonly sealed: readonly CompactionItem[];
  /** User messages may take this many tokens of text. */
  readonly keptMessagesTokens: number;
  /** The whole list should not take more; null: nobody knows a limit. */
  readonly ceilingTokens: number | null;
  /** The initial context of a turn that runs; null: none is placed. */
  readonly injection: Injection | null;
}

export interface NewHistory {
  readonly replacement: ReplacementItem[];
  /** The summary's text as it is in the list; null: sealed items stand for it. */
  readonly summary: string | null;
  readonly placement: "none" | "before-last-user";
  /** What the placed context tells; `item` is an index into the list. */
  readonly fragments: Injection["fragments"] | undefined;
  /** Estimated tokens of the list. */
  readonly tokens: number;
}

/** However little room there is, so much of the newest words is kept. */
const LEAST_KEPT_TOKENS = 256;

/**
 * What a summary leaves of a history: the newest user messages, then the summary, then the ghost
 * snapshots; a running turn's context before the last user message
 * (docs/semantics.md §11.9, §11.2-11.6). Who said what is told by origin; context, tool noise and
 * earlier summaries go. Where a limit is known, fewer messages are kept than the budget allows
 * rather than filling the window again.
 */
export function newHistory(input: NewHistoryInput): NewHistory {
  const whole = buildHistory(input, input.keptMessagesTokens);
  const { ceilingTokens } = input;
  if (ceilingTokens === null || whole.tokens <= ceilingTokens || keepsAll(input)) return whole;
  let low = Math.min(LEAST_KEPT_TOKENS, input.keptMessagesTokens);
  let high = input.keptMessagesTokens;
  let best = buildHistory(input, low);
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    const tried = buildHistory(input, middle);
    if (tried.tokens <= ceilingTokens) {
      best = tried;
      low = middle;
    } else high = middle - 1;
  }
  return best;
}

function buildHistory(input: NewHistoryInput, keptTokens: number): NewHistory {
  const { entries, injection } = input;
  const summary = summaryEntry(input);
  const told = [
    ...(keepsAll(input)
      ? entries.filter(isWrittenByUser).map(keptEntry)
      : keepUserMessages(entries, keptTokens).map(keptMessage)),
    ...input.sealed.map(sealedEntry),
    ...(summary === null ? [] : [summary]),
  ];
  const at = injection === null ? 0 : findInsertionPoint(told);
  const placed = injection?.items ?? [];
  const snapshots = entries.filter(({ item }) => item.type === "ghost_snapshot").map(keptEntry);
  const replacement = [...told.slice(0, at), ...placed, ...told.slice(at), ...snapshots];
  return {
    replacement,
    summary: summary === null ? null : userMessageText(summary.item),
    placement: injection === null ? "none" : "before-last-user",
    fragments: injection?.fragments.map((fragment) => ({ ...fragment, item: fragment.item + at })),
    tokens: tokensOfItems(replacement),
  };
}

/** OpenAI's have no provider's name: they were the first. */
function keepsAll({ sealed }: NewHistoryInput): boolean {
  return sealed.some(({ provider }) => provider === undefined);
}

function summaryEntry(input: NewHistoryInput): (ReplacementItem & { item: MessageItem }) | null {
  const isEmpty = isBlank(input.summary);
  if (isEmpty && input.sealed.length > 0) return null;
  const item = summaryMessage(isEmpty ? "" : `${input.summaryPrefix}\n${input.summary}`);
  return { item, origin: "runtime", countedBytes: countItemBytes(item), summary: true };
}

function sealedEntry(item: CompactionItem): ReplacementItem {
  return { item, origin: "model", countedBytes: countItemBytes(item) };
}

function keptMessage({ entry, item }: KeptMessage<LedgerEntry>): ReplacementItem {
  const { origin, source = entry.ref } = entry;
  return { item, origin, countedBytes: countItemBytes(item), source };
}
