import type { EventSource } from "../../../src/events/event-source.js";
import type { Fact, FactOf, LogEvent, RefoldEvent } from "../../../src/events/event.js";
import type { Item, Origin } from "../../../src/events/item.js";

/** Events of a small session, from facts: ids, offsets and times are made up in order. */
export function sampleEvents(facts: readonly Fact[]): readonly RefoldEvent[] {
  return facts.map((fact, offset) => ({
    ...fact,
    offset,
    id: `0${String(offset).padStart(25, "0")}`,
    at: new Date(Date.UTC(2025, 10, 1, 12, 0, offset)).toISOString(),
  }));
}

export function sampleSource(events: readonly LogEvent[]): EventSource {
  return {
    async *read({ from = 0, to = Infinity } = {}) {
      for (const event of events) if (event.offset >= from && event.offset <= to) yield event;
    },
  };
}

export const started: FactOf<"thread.started"> = {
  type: "thread.started",
  data: {
    threadId: "01K8YN00000000000000000000",
    cwd: "/home/someone/tide-clock",
    source: { dialect: "refold", version: "0.1.0" },
    memoryMode: null,
    title: null,
  },
};

export function turnStarted(model: string): Fact {
  return { type: "turn.started", data: { envelope: { model } } };
}

export const turnCompleted: Fact = {
  type: "turn.completed",
  data: { reason: null, durationMs: null },
};

export function recorded(item: Item, origin: Origin): Fact {
  return {
    type: "item.recorded",
    data: { item, origin, countedBytes: JSON.stringify(item).length },
  };
}

export function said(role: "user" | "assistant", text: string): Fact {
  const type = role === "user" ? "input_text" : "output_text";
  const item: Item = { type: "message", role, content: [{ type, text }] };
  return recorded(item, role === "user" ? "user" : "model");
}

export function called(name: string, args: object, callId: string): Fact {
  const item: Item = {
    type: "function_call",
    name,
    arguments: JSON.stringify(args),
    call_id: callId,
  };
  return recorded(item, "model");
}

export function answered(output: string, callId: string): Fact {
  return recorded({ type: "function_call_output", call_id: callId, output }, "tool");
}

export function used(input: number, output: number): Fact {
  const total = input + output;
  const usage = { input, cachedInput: 0, cacheWrite: 0, output, reasoning: 0, total };
  return { type: "usage.reported", data: { usage, contextWindow: 128_000, request: null } };
}

export function rolledBack(to: number, historyVersion: number): Fact {
  return { type: "history.rolled-back", data: { to, turns: 1, historyVersion } };
}

export function compacted(summary: string): Fact {
  return {
    type: "history.compacted",
    data: {
      trigger: "manual",
      reason: null,
      summary,
      replacement: [],
      placement: "none",
      replaced: null,
      tokensBefore: 5000,
      tokensAfter: 400,
      trimmed: [],
      windowNumber: 1,
      historyVersion: 1,
    },
  };
}
