import { codexForm } from "../../../src/dialects/codex/codex-form.js";
import { decodeSession } from "../../../src/dialects/shared/decode-session.js";
import type { ReadingOptions } from "../../../src/dialects/shared/decode-session.js";
import type { EventSource } from "../../../src/events/event-source.js";
import type { RefoldEvent } from "../../../src/events/event.js";
import { ForwardReplay } from "../../../src/reducers/replay.js";
import type { ThreadState } from "../../../src/reducers/thread-state.js";
import type { CodexLine } from "../../../src/testing/arbitraries/codex-rollout.js";
import { collect, memoryBytes } from "../shared/memory-bytes.js";

type Payload = Readonly<Record<string, unknown>>;

/** A line in the envelope form; times are of no matter here. */
export function line(type: string, payload: Payload): CodexLine {
  return { timestamp: "2026-03-01T10:00:00.000Z", type, payload };
}

export const meta = line("session_meta", { id: "019c0000-0000-7000-8000-000000000001", cwd: "/p" });
export const item = (payload: Payload): CodexLine => line("response_item", payload);
export const event = (type: string, members: Payload = {}): CodexLine =>
  line("event_msg", { type, ...members });
export const started = (id: string): CodexLine => event("task_started", { turn_id: id });
export const completed = (id: string): CodexLine => event("task_complete", { turn_id: id });
export const rolledBack = (turns: number): CodexLine =>
  event("thread_rolled_back", { num_turns: turns });
/** A report of so many tokens. */
export const used = (total: number): CodexLine =>
  event("token_count", {
    info: { last_token_usage: { input_tokens: total, output_tokens: 0, total_tokens: total } },
  });
export const context = (id: string | null, model: string): CodexLine =>
  line("turn_context", { ...(id !== null && { turn_id: id }), model });

export function message(role: string, ...texts: readonly string[]): CodexLine {
  const type = role === "assistant" ? "output_text" : "input_text";
  return item({ type: "message", role, content: texts.map((text) => ({ type, text })) });
}

export const user = (text: string): CodexLine => message("user", text);
export const answer = (text: string): CodexLine => message("assistant", text);
export const environment = user("<environment_context>here</environment_context>");

export function compacted(
  summary: string,
  ...kept: readonly Pick<CodexLine, "payload">[]
): CodexLine {
  return line("compacted", {
    message: summary,
    replacement_history: kept.map(({ payload }) => payload),
  });
}

export function textOf(lines: readonly object[]): string {
  return lines.map((one) => `${JSON.stringify(one)}\n`).join("");
}

export function decode(lines: readonly object[], options?: ReadingOptions): Promise<RefoldEvent[]> {
  return collect(decodeSession(memoryBytes(textOf(lines)), codexForm, options));
}

/** The state at every event. */
export async function statesOf(events: readonly RefoldEvent[]): Promise<ThreadState[]> {
  const source: EventSource = {
    async *read({ from = 0, to = events.length - 1 } = {}) {
      yield* events.slice(from, to + 1);
    },
  };
  const replay = new ForwardReplay(source);
  const states: ThreadState[] = [];
  for (const one of events) {
    await replay.take(one);
    states.push(replay.state);
  }
  return states;
}

/** What Codex would reconstruct, as the slow model says it. */
export function shownState(state: ThreadState | undefined) {
  const items = state?.ledger.entries.toArray().map((entry) => entry.item) ?? [];
  const baseline = state?.baseline ?? null;
  const previous = state?.turns.previous ?? null;
  return {
    items: items.map((one) => (one.type === "other" ? one.original : one)),
    baseline: baseline && { turnId: baseline.foreignId, model: baseline.envelope.model },
    previousTurn: previous && {
      model: previous.model,
      realtimeActive: previous.realtimeActive,
    },
  };
}

/** The same in short: the texts of the history, and which contexts count. */
export async function summaryOf(lines: readonly CodexLine[]) {
  const state = (await statesOf(await decode(lines))).at(-1);
  const { items, baseline, previousTurn } = shownState(state);
  return {
    history: items.map((one) => firstText(one)),
    baseline: baseline?.model ?? null,
    settings: previousTurn?.model ?? null,
  };
}

function firstText(one: unknown): unknown {
  if (typeof one !== "object" || one === null) return one;
  if (!("content" in one) || !Array.isArray(one.content)) return "type" in one ? one.type : one;
  const parts: readonly unknown[] = one.content;
  const part = parts[0];
  return typeof part === "object" && part !== null && "text" in part ? part.text : part;
}
