import { SUMMARY_PREFIX } from "../../codex-strings.js";
import { ulidToUuid } from "../../events/ids.js";
import {
  isSummaryMessage,
  isSummaryText,
  isUserMessage,
  originOf,
  userMessageText,
} from "../../events/item-class.js";
import type { Item, MessagePart } from "../../events/item.js";
import type { JsonObject } from "../../events/primitives.js";
import type { Usage, UsageState } from "../../events/slices.js";
import { refOffset } from "../../reducers/item-refs.js";
import { NO_USAGE } from "../../reducers/usage.js";
import type { SpellableEntry } from "../shared/export-ledger.js";
import { once } from "../shared/spelling.js";

/** One line of a rollout. @param at RFC 3339, UTC */
export function lineOf(at: string, type: string, payload: unknown): JsonObject {
  return { timestamp: at, type, payload };
}

/** A line that Codex writes for its clients. */
export function eventLine(at: string, type: string, members: JsonObject): JsonObject {
  return lineOf(at, "event_msg", { type, ...members });
}

export function turnStartedLine(at: string, turnId: string, window: number | null): JsonObject {
  return eventLine(at, "task_started", { turn_id: turnId, model_context_window: window });
}

export function turnCompletedLine(at: string, turnId: string | null): JsonObject {
  return eventLine(at, "task_complete", { turn_id: turnId, last_agent_message: null });
}

const ABORT_REASONS: ReadonlySet<string> = new Set(["interrupted", "replaced", "review_ended"]);

/** @param reason Codex knows three; any other becomes `interrupted` */
export function turnAbortedLine(
  at: string,
  turnId: string | null,
  reason: string | null,
): JsonObject {
  const known = reason !== null && ABORT_REASONS.has(reason) ? reason : "interrupted";
  return eventLine(at, "turn_aborted", { turn_id: turnId, reason: known });
}

/** @param title null: it is taken away */
export function nameLine(at: string, threadId: string, title: string | null): JsonObject {
  const name = title === null ? {} : { thread_name: title };
  return eventLine(at, "thread_name_updated", { thread_id: ulidToUuid(threadId), ...name });
}

/** What Codex shows of a user's message; its inline images are in the item alone. */
export function userMessageLine(at: string, item: Item): JsonObject {
  const message = isUserMessage(item) ? userMessageText(item) : "";
  const members = { message, images: [], local_images: [], text_elements: [] };
  return eventLine(at, "user_message", members);
}

export function tokenCountLine(at: string, { total, last, contextWindow }: UsageState): JsonObject {
  const info = {
    total_token_usage: tokenUsage(total),
    last_token_usage: tokenUsage(last ?? NO_USAGE),
    model_context_window: contextWindow,
  };
  return eventLine(at, "token_count", { info, rate_limits: null });
}

/** The same for usages that a `token_count` line spells alike; the window goes with the next one. */
export function usageKey({ total, last }: UsageState): string {
  return JSON.stringify([tokenUsage(total), tokenUsage(last ?? NO_USAGE)]);
}

function tokenUsage({ input, cachedInput, output, reasoning, total }: Usage): JsonObject {
  return {
    input_tokens: input,
    cached_input_tokens: cachedInput,
    output_tokens: output,
    reasoning_output_tokens: reasoning,
    total_tokens: total,
  };
}

/**
 * Entries' items as they are to be written: a summary of ours gets Codex's first line; what a program
 * told the model as a user message is a developer's, since Codex would begin a turn with it. The
 * reasoning or compaction of another provider has none: Codex would send it to its own
 * (docs/semantics.md §8.6).
 */
export class CodexSpelling {
  readonly #summary = once(summaryItem);
  readonly #notice = once(developerItem);

  /** @param importedEnd items of events before it are as their own lines say */
  constructor(private readonly importedEnd: number) {}

  /** @returns no item, or one */
  itemsOf({ item, ref, origin, summary }: SpellableEntry): readonly Item[] {
    if (ref !== undefined && refOffset(ref) < this.importedEnd) return [item];
    const isSealed = item.type === "reasoning" || item.type === "compaction";
    if (isSealed && (item.provider ?? "openai") !== "openai") return [];
    if (summary === true) return [this.#summary(item)];
    const isNotice = origin === "runtime" && originOf(item) === "user";
    return [isNotice ? this.#notice(item) : item];
  }
}

function developerItem(item: Item): Item {
  return isUserMessage(item) ? { ...item, role: "developer" } : item;
}

/**
 * A summary's text with the line by which Codex knows it (docs/semantics.md §11.9); in our own
 * threads its entry says what it is.
 */
export function withSummaryPrefix(text: string): string {
  return isSummaryText(text) ? text : `${SUMMARY_PREFIX}\n${text}`;
}

/** The same for a summary's item. Only a user message can be a summary in Codex. */
function summaryItem(item: Item): Item {
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
