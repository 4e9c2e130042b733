import fc from "fast-check";
import { expect, test } from "vitest";
import { isKnownEvent, rollbackOf } from "../../src/events/known-event.js";
import { reduceEvent, replayEvents } from "../../src/reducers/replay-events.js";
import { initialState } from "../../src/reducers/reduce.js";
import { replay } from "../../src/reducers/replay.js";
import { stateAt } from "../../src/reducers/resume.js";
import type { ThreadState } from "../../src/reducers/thread-state.js";
import { histories } from "../../src/testing/arbitraries/history.js";
import { listSource, plainState, statesByDefinition } from "../../src/testing/definition.js";
import { expectSame } from "../expect-same.js";
import { build } from "../testing/by-hand.js";

test("law 1: folding events in memory gives the defined state, at every offset", () => {
  const property = fc.property(histories(), ({ events }) => {
    statesByDefinition(events).forEach((state, to) => {
      expectSame(plainState(replayEvents(events, { to })), plainState(state));
    });
  });
  fc.assert(property);
});

test("law 1: replaying forward in one pass gives the defined state, at every offset", async () => {
  const property = fc.asyncProperty(histories(), async ({ events }) => {
    const source = listSource(events, { forwardOnly: true });
    for (const [to, state] of statesByDefinition(events).entries()) {
      expectSame(plainState(await replay(source, { to })), plainState(state));
    }
  });
  await fc.assert(property);
});

test("law 1: event by event, `derived` facts included, gives the defined state", () => {
  const property = fc.property(histories(), ({ events }) => {
    const stepped: ThreadState[] = [];
    for (const event of events) {
      const to = isKnownEvent(event) ? rollbackOf(event) : null;
      const before = stepped[to ?? event.offset - 1] ?? initialState;
      stepped.push(reduceEvent(before, event));
    }
    expectSame(stepped.map(plainState), statesByDefinition(events).map(plainState));
  });
  fc.assert(property);
});

test("a step folds each fact of an event, and refuses a rollback onto another state", () => {
  const place = { id: "01JQXZ3V8K0000000000000000", at: "2026-04-02T08:41:07Z" };
  const renamed = (title: string) => ({ type: "thread.renamed" as const, data: { title } });
  const started = build().history().events[0];
  const state = replayEvents(started === undefined ? [] : [started]);
  const kept = { type: "foreign.kept" as const, data: { kind: "meta" } };
  const event = { offset: 1, ...place, ...kept, derived: [renamed("one"), renamed("two")] };
  const after = reduceEvent(state, event);
  expect(after.thread?.title).toBe("two");
  const rollback = { type: "history.rolled-back", data: { to: 0, historyVersion: 1 } };
  const back = { offset: 2, ...place, ...rollback };
  expect(reduceEvent(state, back).log).toEqual({ head: 3, historyVersion: 1 });
  const refused = { code: "invalid-argument" };
  expect(() => reduceEvent(after, back)).toThrow(expect.objectContaining(refused));
});

test("law 8: resuming from the tail gives the defined state, at every offset", async () => {
  const property = fc.asyncProperty(histories(), async ({ events }) => {
    const source = listSource(events);
    for (const [to, state] of statesByDefinition(events).entries()) {
      expectSame(plainState(await stateAt(source, to)), plainState(state));
    }
  });
  await fc.assert(property);
});

test("law 1: up to the fork, a fork's state is its parent's", () => {
  const weights = { fork: 10 };
  const property = fc.property(histories({ weights }), ({ events, ancestors }) => {
    for (const parent of ancestors) {
      const shared = parent.findIndex((event, index) => event !== events[index]);
      for (let to = 0; to < (shared === -1 ? parent.length : shared); to++) {
        const [inFork, inParent] = [replayEvents(events, { to }), replayEvents(parent, { to })];
        expectSame(plainState(inFork), plainState(inParent));
      }
    }
  });
  fc.assert(property);
});
