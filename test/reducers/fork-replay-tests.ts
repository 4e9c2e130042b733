import fc from "fast-check";
import { test } from "vitest";
import type { EventSource } from "../../src/events/event-source.js";
import { stateAt } from "../../src/reducers/resume.js";
import type { EventStore } from "../../src/store/event-store.js";
import { histories } from "../../src/testing/arbitraries/history.js";
import { plainState, statesByDefinition } from "../../src/testing/definition.js";
import { expectSame } from "../expect-same.js";
import { storeHistory } from "./store-history.js";

/** @param open gives a new, empty store */
export function testReplayThroughForks(
  open: () => EventStore | Promise<EventStore>,
  numRuns: number,
): void {
  test("law 1: resuming a stored fork of forks gives the defined state, at every offset", async () => {
    const weights = { fork: 8 };
    const property = fc.asyncProperty(histories({ weights, maxLength: 30 }), async (history) => {
      const store = await open();
      const { threadId, events } = await storeHistory(store, history);
      const source: EventSource = {
        read: (range) => store.read(threadId, range),
        readBackward: (range) => store.readBackward(threadId, range),
      };
      for (const [to, state] of statesByDefinition(events).entries()) {
        expectSame(plainState(await stateAt(source, to)), plainState(state));
      }
      await store.close();
    });
    await fc.assert(property, { numRuns });
  });
}
