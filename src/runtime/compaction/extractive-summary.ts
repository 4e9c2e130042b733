import type { Item } from "../../events/item.js";
import { contentText, userMessageText } from "../../events/message-text.js";
import { describeItem } from "../../projections/transcript/describe-item.js";
import { truncateText } from "../../reducers/bounding/truncate-text.js";
import type { LedgerEntry } from "../../reducers/thread-state.js";
import type { Summarize } from "./summarize.js";

/** Room of each part, in tokens; together with the headings about 1,500. */
const ROOM = { before: 400, asked: 400, did: 400, said: 300 } as const;
/** One line, in tokens. */
const LINE_TOKENS = 40;

/**
 * A summary without a model: what an earlier summary said, what users asked for, which tools were
 * called with what and how often they failed, and what the model said last; each in short, taken
 * word for word. Deterministic, at most about 1,500 tokens.
 */
export const extractiveSummary: Summarize = ({ entries, templates }) => {
  const at = entries.findLastIndex(({ summary }) => summary === true);
  const earlier = earlierSummary(entries[at], templates.summaryPrefix);
  const since = entries.slice(at + 1); // a summary speaks for the messages that stand before it
  const parts = [
    part("Asked for", ROOM.asked, since.flatMap(asked)),
    part("Done with tools", ROOM.did, toolLines(since)),
    part("Said last", ROOM.said, since.flatMap(answer).slice(-1)),
  ].filter((text) => text !== "");
  if (parts.length === 0) return earlier; // nothing is new, so nothing of it need go
  const before = earlier.startsWith(BEFORE) ? earlier.slice(BEFORE.length) : earlier;
  return [part("Earlier", ROOM.before, before === "" ? [] : [before]), ...parts]
    .filter((text) => text !== "")
    .join("\n\n");
};

/** How a summary begins that had an earlier one before it. */
const BEFORE = "Earlier:\n";

/** A heading and its lines; the middle goes where there are too many. */
function part(heading: string, tokens: number, lines: readonly string[]): string {
  if (lines.length === 0) return "";
  const { text } = truncateText(lines.join("\n"), { mode: "tokens", limit: tokens });
  return `${heading}:\n${text}`;
}

/** Its text, without its prefix; empty: there was none. */
function earlierSummary(entry: LedgerEntry | undefined, prefix: string): string {
  if (entry?.item.type !== "message") return "";
  const text = userMessageText(entry.item);
  return text.startsWith(`${prefix}\n`) ? text.slice(prefix.length + 1) : text;
}

function asked({ item, origin, summary }: LedgerEntry): readonly string[] {
  if (item.type !== "message" || summary === true) return [];
  if (origin !== "user" && origin !== "agent") return [];
  return bullet(contentText(item.content) ?? "[image]");
}

function answer({ item, origin }: LedgerEntry): readonly string[] {
  const isAnswer = item.type === "message" && item.role === "assistant" && origin === "model";
  return isAnswer ? [contentText(item.content) ?? []].flat() : [];
}

/** A line for each call, the same ones counted once, those that failed marked. */
function toolLines(entries: readonly LedgerEntry[]): readonly string[] {
  const failed = new Set(entries.flatMap(failedCall));
  const counts = new Map<string, number>();
  for (const { item, origin } of entries) {
    const call = describeItem(item, origin);
    if (call?.speaker !== "call") continue;
    const mark = call.callId !== null && failed.has(call.callId) ? " (failed)" : "";
    for (const line of bullet(`${call.name ?? "tool"} ${call.text}`)) {
      counts.set(line + mark, (counts.get(line + mark) ?? 0) + 1);
    }
  }
  return [...counts].map(([line, count]) => (count === 1 ? line : `${line} (${count} times)`));
}

function failedCall({ item, failed }: LedgerEntry): readonly string[] {
  const callId = failed === true ? callIdOf(item) : null;
  return callId === null ? [] : [callId];
}

function callIdOf(item: Item): string | null {
  return "call_id" in item && typeof item.call_id === "string" ? item.call_id : null;
}

/** One line of a text, in short. */
function bullet(text: string): readonly string[] {
  const line = text.replace(/\s+/gu, " ").trim();
  if (line === "") return [];
  return [`- ${truncateText(line, { mode: "tokens", limit: LINE_TOKENS }).text}`];
}
