import fc from "fast-check";
import { expect, test } from "vitest";
import type { EventSource } from "../../../src/events/event-source.js";
import type { LogEvent } from "../../../src/events/event.js";
import { replayEvents } from "../../../src/reducers/replay-events.js";
import type { ThreadState } from "../../../src/reducers/thread-state.js";
import { HistoryBuilder } from "../../../src/testing/history-builder.js";
import { Chart } from "../../../src/ui/server/session-index.js";
import { KeptStates, STATE_STRIDE, SessionStates } from "../../../src/ui/server/session-states.js";

/** Items of a stretch, then a rollback to a part of the way: 1 stays where it is. */
const Stretch = fc.record({
  items: fc.integer({ min: 1, max: STATE_STRIDE }),
  back: fc.option(fc.double({ min: 0, max: 0.999, noNaN: true })),
});

function logOf(stretches: readonly { readonly items: number; readonly back: number | null }[]) {
  const builder = new HistoryBuilder();
  for (const { items, back } of stretches) {
    for (let item = 0; item < items; item += 1) say(builder);
    const to = Math.floor((back ?? 1) * (builder.head - 1));
    if (back === null || to >= builder.head - 1) continue;
    const data = { to, historyVersion: builder.nextVersion };
    builder.append({ type: "history.rolled-back", data });
  }
  return builder.wholeHistory().events;
}

function say(builder: HistoryBuilder): void {
  const text = `what was said at ${builder.head}`;
  const content = [{ type: "input_text" as const, text }];
  const item = { type: "message" as const, role: "user", content };
  builder.append({
    type: "item.recorded",
    data: { item, origin: "user", countedBytes: text.length },
  });
}

/** A log that grows: what is in it when it is asked. */
function sourceOf(events: () => readonly LogEvent[]): EventSource {
  return {
    async *read({ from = 0, to = Infinity } = {}) {
      yield* events().slice(from, to + 1);
    },
    async *readBackward({ from = events().length - 1 } = {}) {
      yield* events()
        .slice(0, from + 1)
        .reverse();
    },
  };
}

function plain(state: ThreadState): object {
  return { ...state, ledger: { ...state.ledger, entries: state.ledger.entries.toArray() } };
}

test("law 1: a state at any offset is the defined one, in whatever order offsets are asked for", async () => {
  const asked = fc.array(fc.double({ min: 0, max: 0.999, noNaN: true }), { maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(
      fc.array(Stretch, { minLength: 1, maxLength: 8 }),
      asked,
      async (made, parts) => {
        const events = logOf(made);
        const kept = new KeptStates(0);
        for (const [offset] of events.entries()) {
          if ((offset + 1) % (2 * STATE_STRIDE) === 0) {
            kept.add(offset, replayEvents(events, { to: offset }));
          }
        }
        const states = new SessionStates(
          sourceOf(() => events),
          kept,
        );
        for (const part of parts) {
          const to = Math.floor(part * events.length);
          expect(plain(await states.at(to))).toEqual(plain(replayEvents(events, { to })));
        }
      },
    ),
    { numRuns: 25 },
  );
});

test("a session that grew has the states of what is new", async () => {
  const events = logOf(Array.from({ length: 4 }, () => ({ items: 200, back: null })));
  let end = 100;
  const states = new SessionStates(
    sourceOf(() => events.slice(0, end)),
    new KeptStates(0),
  );
  for (; end < events.length; end += 97) {
    const to = end - 1;
    expect(plain(await states.at(to))).toEqual(plain(replayEvents(events, { to })));
  }
});

test("an offset after a wide gap takes one reading of each stretch before it", async () => {
  const events = logOf([{ items: 10, back: null }]);
  const source = sourceOf(() => events);
  let readings = 0;
  const read: EventSource["read"] = (options) => {
    readings += 1;
    return source.read(options);
  };
  const states = new SessionStates({ ...source, read }, new KeptStates(0));
  expect(plain(await states.at(40 * STATE_STRIDE))).toEqual(plain(replayEvents(events)));
  expect(readings).toBeLessThan(2 * 42);
});

test("a chart has at most 2,000 points, in order, and the most tokens of those that share one", () => {
  const Tokens = fc.array(fc.nat({ max: 300_000 }), { minLength: 1, maxLength: 300 });
  fc.assert(
    fc.property(Tokens, fc.integer({ min: 1, max: 60 }), (tokens, repeated) => {
      const chart = new Chart();
      const all = Array.from({ length: repeated }, () => tokens).flat();
      for (const [offset, count] of all.entries()) {
        chart.add({ offset, tokens: count, window: null });
      }
      const points = chart.points();
      expect(points.length).toBeLessThanOrEqual(2_000);
      const offsets = points.map(({ offset }) => offset);
      expect(offsets).toEqual(offsets.toSorted((one, other) => one - other));
      for (const { offset, tokens: count } of points) expect(all[offset]).toBe(count);
      expect(Math.max(...points.map((point) => point.tokens))).toBe(Math.max(...tokens));
    }),
    { numRuns: 40 },
  );
});
