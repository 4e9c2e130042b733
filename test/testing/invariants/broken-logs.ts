import type { Fact, FactOf, LogEvent } from "../../../src/events/event.js";
import { countItemBytes } from "../../../src/events/item-bytes.js";
import type { Item, MessageItem, Origin, RecordedItem } from "../../../src/events/item.js";
import { HistoryBuilder, madeHash } from "../../../src/testing/history-builder.js";
import { renderCommand } from "../../../src/testing/render-history.js";

type Plant = (log: LogEvent[]) => readonly LogEvent[];

/** The smallest log that breaks each law of logs: what is added to a lawful one, or changed in it. */
export const BROKEN_LOGS: Readonly<Record<string, Plant>> = {
  "log/rollbacks-earlier": (log) => [
    ...log,
    next(log, { type: "history.rolled-back", data: { to: log.length, historyVersion: 1 } }),
  ],
  "log/versions-rise": (log) => [
    ...log,
    next(log, { type: "history.cleared", data: { reason: null, historyVersion: 0 } }),
  ],
  "log/fork-point": (log) => [
    ...log,
    next(log, {
      type: "thread.forked",
      data: {
        threadId: "01000000000000000000000009",
        from: {
          threadId: "01000000000000000000000000",
          offset: 1,
          id: "01000000000000000000000000",
          sum: "00000000",
        },
      },
    }),
  ],
  "log/batches-whole": (log) => changed(log, -1, (event) => ({ ...event, left: 2 })),
  "log/outputs-bounded": (log) => [
    ...log,
    next(
      log,
      recorded({ type: "function_call_output", call_id: "c1", output: "x".repeat(60_000) }, "tool"),
    ),
  ],
  "log/lifetimes": (log) => [
    ...log,
    next(log, {
      type: "context.injected",
      data: {
        mode: "diff",
        items: [recordedData(HELLO, "runtime")],
        fragments: [{ kind: "reminder", lifetime: "prompt", fact: null, tokens: 1, item: 0 }],
      },
    }),
  ],
  "log/declared-once": (log) => {
    const set: Fact = { type: "instructions.set", data: { text: "a", hash: madeHash(1) } };
    const once = [...log, next(log, set)];
    return [...once, next(once, set)];
  },
  "log/images-once": (log) => {
    const url = `data:image/png;base64,${"A".repeat(2_000)}`;
    const picture: Item = { ...HELLO, content: [{ type: "input_image", image_url: url }] };
    const once = [...log, next(log, recorded(picture, "user"))];
    return [...once, next(once, recorded(picture, "user"))];
  },
  "log/offsets-contiguous": (log) => log.filter(({ offset }) => offset !== 3),
  "log/ids-unique": (log) => changed(log, -1, (event) => ({ ...event, id: log[0]?.id ?? "" })),
  "log/forgetting-named": (log) => [
    ...log,
    next(log, {
      type: "history.compacted",
      data: {
        ...{ trigger: "manual", reason: null, summary: null, placement: "none" },
        ...{ replacement: [], replaced: { from: 0, to: 1 }, trimmed: [] },
        ...{ tokensBefore: null, tokensAfter: null, windowNumber: 1, historyVersion: 1 },
      },
    }),
  ],
  "log/checkpoints-whole": (log) => withWrongRest(log),
  "log/resume-is-replay": (log) => withWrongRest(log),
  "log/folds-purely": (log) => [
    ...log,
    // Such a line never passes the codec: what a reducer reads is not there.
    { ...next(log, recorded(HELLO, "user")), data: null },
  ],
  "state/counted-bytes": (log) => [
    ...log,
    next(log, {
      ...recorded(HELLO, "user"),
      data: { ...recordedData(HELLO, "user"), countedBytes: 1 },
    }),
  ],
  "state/usage-parts": (log) => [
    ...log,
    next(log, {
      type: "usage.reported",
      data: {
        usage: { input: 1, cachedInput: 2, cacheWrite: 0, output: 0, reasoning: 0, total: 1 },
        contextWindow: null,
        request: null,
      },
    }),
  ],
};

export const HELLO: MessageItem = {
  ...{ type: "message", role: "user" },
  content: [{ type: "input_text", text: "hello" }],
};
const CALL: Item = { type: "function_call", name: "shell", arguments: "{}", call_id: "c1" };
export const OUTPUT: Item = { type: "function_call_output", call_id: "c1", output: "done" };

/** A thread with a bit of everything, to be broken in one place. */
export function lawful(): HistoryBuilder {
  const builder = new HistoryBuilder();
  renderCommand(builder, { do: "start-turn", change: {}, tells: true });
  builder.append(recorded(HELLO, "user"));
  builder.append(recorded(CALL, "model"));
  builder.append(recorded(OUTPUT, "tool"));
  builder.append({ type: "turn.completed", data: { reason: null, durationMs: 1 } });
  return builder;
}

export function recordedData(recordedItem: Item, origin: Origin): RecordedItem {
  return { item: recordedItem, origin, countedBytes: countItemBytes(recordedItem) };
}

function recorded(...args: Parameters<typeof recordedData>): FactOf<"item.recorded"> {
  return { type: "item.recorded", data: recordedData(...args) };
}

/** The event that comes after a log. */
function next(log: readonly LogEvent[], fact: Fact): LogEvent {
  const offset = log.length;
  const id = `0199999999999999999999${String(offset).padStart(4, "0")}`;
  const version = fact.type === "item.recorded" ? { v: 2 } : {};
  return { offset, id, at: "2026-04-01T12:00:00.000Z", ...version, ...fact };
}

function changed(log: readonly LogEvent[], at: number, change: (event: LogEvent) => LogEvent) {
  const place = at < 0 ? log.length + at : at;
  return log.map((event, index) => (index === place ? change(event) : event));
}

/** A checkpoint that says another number of turns than there were. */
function withWrongRest(log: readonly LogEvent[]): readonly LogEvent[] {
  const builder = lawful();
  renderCommand(builder, {
    ...{ do: "compact", trigger: "manual", keepMessages: 1, keepItems: 0, places: false },
    complete: true,
  });
  const event = builder.history().events.at(-1);
  if (event?.type !== "history.compacted" || event.data.rest === undefined) return log;
  const { rest } = event.data;
  const turns = { ...rest.turns, userTurns: 9 };
  return [...log, { ...event, data: { ...event.data, rest: { ...rest, turns } } }];
}
