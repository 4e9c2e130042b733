import { NO_SUMMARY } from "../../../codex-strings.js";
import { tokensOfText } from "../../../events/bytes.js";
import {
  isContextMessage,
  isContextualDeveloperMessage,
  isContextualUserMessage,
  isHookPromptItem,
  isSummaryMessage,
  isUserMessage,
  isUserTurnBoundary,
  userMessageText,
} from "../../../events/item-class.js";
import type { Item } from "../../../events/item.js";
import type { ItemRef } from "../../../events/primitives.js";
import { KEPT_MESSAGES_TOKENS, userTextMessage } from "../../../reducers/kept-messages.js";

/**
 * The ledger of a session without lifecycle lines, reduced to what a rollback by user turns has to
 * know of each entry (docs/semantics.md §10.5-10.7): its ref and its class, never its text.
 */
export class LedgerSurgery {
  readonly #entries: { readonly ref: ItemRef; readonly entry: EntryClass }[] = [];
  /** Places of the boundaries: a rollback must not look through all entries for them. */
  readonly #boundaries: number[] = [];

  record(ref: ItemRef, item: Item): void {
    this.#add(ref, classifyEntry(item));
  }

  /** A checkpoint's list takes the ledger's place. */
  rebase(offset: number, items: readonly Item[]): void {
    this.#rebase(offset, items.map(classifyEntry));
  }

  /**
   * The list is rebuilt: the context before the first turn, user messages within their budget, then the summary, which is a user message
   * like any other (docs/semantics.md §11.1-11.3).
   */
  rebuild(offset: number, summary: string | null): void {
    const kept: EntryClass[] = [];
    let left = KEPT_MESSAGES_TOKENS;
    for (const { entry } of this.#entries.toReversed()) {
      const { collectedTokens: tokens, collectedContextual: contextual } = entry;
      if (tokens === null || left <= 0) continue;
      // One that is cut is the oldest, so that its own cost never decides anything again.
      const cost = Math.min(tokens, left);
      const collectedTokens = contextual ? null : cost;
      kept.push({
        boundary: !contextual,
        contextual,
        context: contextual,
        collectedTokens,
        collectedContextual: contextual,
      });
      left -= cost;
    }
    const words = summary === null || summary === "" ? NO_SUMMARY : summary;
    const summaryEntry = classifyEntry(userTextMessage(words));
    this.#rebase(offset, [...this.#leadingContext(), ...kept.reverse(), summaryEntry]);
  }

  #leadingContext(): readonly EntryClass[] {
    const leading = this.#entries.slice(0, this.#boundaries[0]);
    return leading.flatMap(({ entry }) => (entry.context ? [entry] : []));
  }

  #rebase(offset: number, entries: readonly EntryClass[]): void {
    this.#entries.length = 0;
    this.#boundaries.length = 0;
    for (const [index, entry] of entries.entries()) this.#add([offset, index], entry);
  }

  #add(ref: ItemRef, entry: EntryClass): void {
    if (entry.boundary) this.#boundaries.push(this.#entries.length);
    this.#entries.push({ ref, entry });
  }

  /**
   * Cuts at the n-th boundary from the end, or at the first, and takes the context directly before
   * the cut along, never past the first boundary.
   * @returns the refs that went, oldest first; none without a boundary
   */
  rollback(turns: number): readonly ItemRef[] {
    const cut = this.#entries.length - this.countBehind(turns);
    while ((this.#boundaries.at(-1) ?? -1) >= cut) this.#boundaries.pop();
    return this.#entries.splice(cut).map(({ ref }) => ref);
  }

  /** How many entries such a rollback would take. @param turns more than 0 */
  countBehind(turns: number): number {
    const [entries, boundaries] = [this.#entries, this.#boundaries];
    const [first] = boundaries;
    if (first === undefined) return 0;
    let cut = boundaries[Math.max(0, boundaries.length - turns)] ?? first;
    while (cut > first && entries[cut - 1]?.entry.contextual === true) cut--;
    return entries.length - cut;
  }
}

/**
 * All that rollback and legacy compaction ask of a ledger's entry (docs/semantics.md §10.5-10.7,
 * §11.1-11.3).
 */
interface EntryClass {
  readonly boundary: boolean;
  /** A contextual user or developer message: it goes with the turn after it (§10.7). */
  readonly contextual: boolean;
  /** A legacy compaction keeps it, if no turn began before it (§12.7). */
  readonly context: boolean;
  /** Estimated tokens of its text, for a user message that compaction collects; null: it is none. */
  readonly collectedTokens: number | null;
  /** Whether the collected text, as a message of its own, is contextual. */
  readonly collectedContextual: boolean;
}

const PLAIN: EntryClass = {
  boundary: false,
  contextual: false,
  context: false,
  collectedTokens: null,
  collectedContextual: false,
};

/** A message of another agent (§4.7). */
const AGENTS: EntryClass = { ...PLAIN, boundary: true };

function classifyEntry(item: Item): EntryClass {
  const boundary = isUserTurnBoundary(item);
  if (item.type !== "message") return boundary ? AGENTS : PLAIN;
  if (!isUserMessage(item)) {
    const contextual = isContextualDeveloperMessage(item);
    return { ...PLAIN, boundary, contextual, context: isContextMessage(item) };
  }
  const contextual = isContextualUserMessage(item);
  if (contextual || isHookPromptItem(item) || isSummaryMessage(item)) {
    return { ...PLAIN, boundary, contextual, context: contextual };
  }
  const text = userMessageText(item);
  const collectedContextual = isContextualUserMessage(userTextMessage(text));
  return { ...PLAIN, boundary, collectedTokens: tokensOfText(text), collectedContextual };
}
