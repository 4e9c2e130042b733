import fc from "fast-check";
import { expect, test } from "vitest";
import { replayEvents } from "../../src/reducers/replay-events.js";
import { replay } from "../../src/reducers/replay.js";
import { stateAt } from "../../src/reducers/resume.js";
import { histories } from "../../src/testing/arbitraries/history.js";
import { listSource, plainState, statesByDefinition } from "../../src/testing/definition.js";

test("law 1: folding events in memory gives the defined state, at every offset", () => {
  const property = fc.property(histories(), ({ events }) => {
    statesByDefinition(events).forEach((state, to) => {
      expect(plainState(replayEvents(events, { to }))).toStrictEqual(plainState(state));
    });
  });
  fc.assert(property);
});

test("law 1: replaying forward in one pass gives the defined state, at every offset", async () => {
  const property = fc.asyncProperty(histories(), async ({ events }) => {
    const source = listSource(events, { forwardOnly: true });
    for (const [to, state] of statesByDefinition(events).entries()) {
      expect(plainState(await replay(source, { to }))).toStrictEqual(plainState(state));
    }
  });
  await fc.assert(property);
});

test("law 8: resuming from the tail gives the defined state, at every offset", async () => {
  const property = fc.asyncProperty(histories(), async ({ events }) => {
    const source = listSource(events);
    for (const [to, state] of statesByDefinition(events).entries()) {
      expect(plainState(await stateAt(source, to))).toStrictEqual(plainState(state));
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
        expect(plainState(inFork)).toStrictEqual(plainState(inParent));
      }
    }
  });
  fc.assert(property);
});
