import { NO_SUMMARY } from "../../../codex-strings.js";
import { tokensOfText } from "../../../events/bytes.js";
import {
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
import { KEPT_MESSAGES_TOKENS } from "../../../reducers/kept-messages.js";
import { IntColumn } from "./int-column.js";

const BARE = -1;
const NOT_COLLECTED = -1;

const BOUNDARY = 1;
const CONTEXTUAL = 2;
const COLLECTED_CONTEXTUAL = 4;

/**
 * The ledger of a session without lifecycle lines, reduced to what a rollback by user turns has to
 * know of each entry (docs/semantics.md §10.5-10.7): its ref and its class, never its text.
 */
export class LedgerSurgery {
  readonly #offsets = new IntColumn();
  readonly #indexes = new IntColumn();
  readonly #flags = new IntColumn();
  readonly #tokens = new IntColumn();
  #boundaries = 0;

  /** @param index of the item in its event; null: the only one, so that the ref is bare */
  record(offset: number, index: number | null, entry: EntryClass): void {
    this.#offsets.push(offset);
    this.#indexes.push(index ?? BARE);
    this.#flags.push(flagsOf(entry));
    this.#tokens.push(entry.collectedTokens ?? NOT_COLLECTED);
    if (entry.boundary) this.#boundaries++;
  }

  /** A checkpoint's list takes the ledger's place. */
  rebase(offset: number, entries: readonly EntryClass[]): void {
    this.#truncate(0);
    entries.forEach((entry, index) => this.record(offset, index, entry));
  }

  /** The list is rebuilt: user messages within their budget, then the summary (§11.1-11.3). */
  rebuild(offset: number, summary: EntryClass): void {
    const kept: EntryClass[] = [];
    let left = KEPT_MESSAGES_TOKENS;
    for (let at = this.#offsets.length - 1; at >= 0 && left > 0; at--) {
      const tokens = this.#tokens.at(at);
      if (tokens === NOT_COLLECTED) continue;
      const contextual = (this.#flags.at(at) & COLLECTED_CONTEXTUAL) !== 0;
      kept.push({
        boundary: !contextual,
        contextual,
        // One that is cut is the oldest, so that its own cost never decides anything again.
        collectedTokens: contextual ? null : Math.min(tokens, left),
        collectedContextual: contextual,
      });
      left -= Math.min(tokens, left);
    }
    this.rebase(offset, [...kept.reverse(), summary]);
  }

  /**
   * Cuts at the n-th boundary from the end, or at the first, and takes the context directly before
   * the cut along, never past the first boundary.
   * @returns the refs that went, oldest first; none without a boundary
   */
  rollback(turns: number): readonly ItemRef[] {
    if (this.#boundaries === 0) return [];
    let cut = this.#offsets.length;
    const stopAt = Math.max(0, this.#boundaries - turns);
    let boundaries = this.#boundaries;
    while (boundaries > stopAt) {
      cut--;
      if (this.#has(cut, BOUNDARY)) boundaries--;
    }
    // Context stops at the boundary before it; without one, the cut is at the first and stays.
    while (boundaries > 0 && this.#has(cut - 1, CONTEXTUAL)) cut--;
    const refs: ItemRef[] = [];
    for (let at = cut; at < this.#offsets.length; at++) refs.push(this.#refAt(at));
    this.#truncate(cut);
    this.#boundaries = boundaries;
    return refs;
  }

  #has(place: number, flag: number): boolean {
    return place >= 0 && (this.#flags.at(place) & flag) !== 0;
  }

  #refAt(place: number): ItemRef {
    const index = this.#indexes.at(place);
    return index === BARE ? this.#offsets.at(place) : [this.#offsets.at(place), index];
  }

  #truncate(length: number): void {
    for (const column of [this.#offsets, this.#indexes, this.#flags, this.#tokens]) {
      column.truncate(length);
    }
    if (length === 0) this.#boundaries = 0;
  }
}

function flagsOf(entry: EntryClass): number {
  return (
    (entry.boundary ? BOUNDARY : 0) |
    (entry.contextual ? CONTEXTUAL : 0) |
    (entry.collectedContextual ? COLLECTED_CONTEXTUAL : 0)
  );
}

/**
 * All that rollback and legacy compaction ask of a ledger's entry
 * (docs/semantics.md §10.5-10.7, §11.1-11.3).
 */
interface EntryClass {
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
