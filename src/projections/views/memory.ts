import { tokensOfText, utf8Bytes } from "../../events/bytes.js";
import {
  isContextualDeveloperText,
  isContextualUserText,
} from "../../events/contextual-fragment.js";
import type { MessageItem } from "../../events/item.js";
import type { ItemRef } from "../../events/primitives.js";
import type { LedgerEntry, ThreadState } from "../../reducers/thread-state.js";
import { truncateText } from "../../reducers/truncate-text.js";
import { describeItem } from "../transcript/transcript.js";

export interface MemoryOptions {
  /** Everything together may take this many tokens, coarsely estimated; absent: 60,000. */
  readonly maxTokens?: number;
  /** One tool output may take so many; absent: 1,000. */
  readonly maxOutputTokens?: number;
}

/** One thing that may go into a memory write-up. */
export interface MemoryEntry {
  readonly ref: ItemRef;
  readonly speaker: "user" | "agent" | "model" | "call" | "output" | "summary";
  /** For a call and its output: the tool. */
  readonly name: string | null;
  readonly text: string;
}

export interface MemorySource {
  /** Oldest first. */
  readonly entries: readonly MemoryEntry[];
  /** Coarse estimate of the texts. */
  readonly tokens: number;
  /** What was left out, oldest first: it did not fit. Scaffolding is not listed. */
  readonly leftOut: readonly ItemRef[];
}

/**
 * What of a thread may go into a memory write-up: what users and agents said, what the model
 * answered and did, what tools gave back in short, and the summary of what was compacted. No
 * developer text, no AGENTS.md, skills, environment or hook texts, no reasoning, no images; bounded,
 * the newest first where not everything fits.
 */
export function projectMemory(state: ThreadState, options: MemoryOptions = {}): MemorySource {
  const { maxTokens = 60_000, maxOutputTokens = 1000 } = options;
  const toolNames = new Map<string, string>();
  const candidates = state.ledger.entries
    .toArray()
    .map((entry) => toMemory(entry, toolNames, maxOutputTokens))
    .filter((entry) => entry !== null);
  const entries: MemoryEntry[] = [];
  const leftOut: ItemRef[] = [];
  let tokens = 0;
  for (const entry of candidates.reverse()) {
    const cost = tokensOfText(entry.text);
    // Once one does not fit, nothing older is taken: a memory with holes misleads.
    if (leftOut.length > 0 || tokens + cost > maxTokens) {
      leftOut.push(entry.ref);
      continue;
    }
    entries.push(entry);
    tokens += cost;
  }
  return { entries: entries.reverse(), tokens, leftOut: leftOut.reverse() };
}

function toMemory(
  entry: LedgerEntry,
  toolNames: Map<string, string>,
  maxOutputTokens: number,
): MemoryEntry | null {
  const { item, ref, origin } = entry;
  if (item.type === "message") return messageMemory(entry, item);
  const described = describeItem(item, origin);
  if (described === null) return null;
  const { speaker, callId } = described;
  if (speaker !== "call" && speaker !== "output") return null;
  if (callId !== null && described.name !== null) toolNames.set(callId, described.name);
  const name = described.name ?? (callId === null ? null : (toolNames.get(callId) ?? null));
  const bound = speaker === "output" ? maxOutputTokens : maxOutputTokens * 2;
  return { ref, speaker, name, text: bounded(described.text, bound) };
}

function messageMemory(entry: LedgerEntry, item: MessageItem): MemoryEntry | null {
  const { ref, origin } = entry;
  if (item.role === "developer" || item.role === "system") return null;
  const isSummary = entry.summary === true;
  if (origin === "runtime" && !isSummary) return null;
  const text = item.content
    .flatMap((part) => (part.type === "input_image" || isScaffolding(part.text) ? [] : [part.text]))
    .join("\n");
  if (text.trim() === "") return null;
  const said = origin === "agent" || origin === "model" ? origin : "user";
  return { ref, speaker: isSummary ? "summary" : said, name: null, text };
}

function isScaffolding(text: string): boolean {
  return isContextualUserText(text) || isContextualDeveloperText(text);
}

function bounded(text: string, maxTokens: number): string {
  if (utf8Bytes(text) <= maxTokens * 4) return text;
  return truncateText(text, { mode: "tokens", limit: maxTokens }).text;
}
