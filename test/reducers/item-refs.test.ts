import fc from "fast-check";
import { expect, test } from "vitest";
import type { RefoldEvent } from "../../src/events/event.js";
import { rollbackOf } from "../../src/events/known-event.js";
import { refKey, refOffset } from "../../src/reducers/item-refs.js";
import {
  initialState,
  isLegacyCompaction,
  isNumberedByState,
  itemsOf,
  placedFacts,
} from "../../src/reducers/reduce.js";
import { placedFactsIn } from "../../src/reducers/resume.js";
import { codexRollout } from "../../src/testing/arbitraries/codex-rollout.js";
import { histories } from "../../src/testing/arbitraries/history.js";
import { listSource, statesByDefinition } from "../../src/testing/definition.js";
import { decode } from "../dialects/codex/lines.js";

test("an item has the ref that the state gives it, in own histories", async () => {
  const property = fc.asyncProperty(histories(), async ({ events }) => checkRefs(events));
  await fc.assert(property);
});

test("an item has the ref that the state gives it, in Codex rollouts", async () => {
  const rollouts = codexRollout({ maxTurns: 6 }).filter((lines) => lines.length > 0);
  const property = fc.asyncProperty(rollouts, async (lines) => checkRefs(await decode(lines)));
  await fc.assert(property, { numRuns: 200 });
});

test("items after a legacy compaction in one event are numbered after its list", async () => {
  const commands = histories({ weights: { "foreign-line": 30 } });
  let numberedByState = 0;
  const property = fc.asyncProperty(commands, async ({ events }) => {
    numberedByState += events.filter(isNumberedByState).length;
    await checkRefs(events);
  });
  await fc.assert(property);
  expect(numberedByState).toBeGreaterThan(0);
});

/** The definition of state numbers by itself; what is placed has to agree with it. */
async function checkRefs(events: readonly RefoldEvent[]): Promise<void> {
  const states = statesByDefinition(events);
  for (const event of events) {
    const base = states[rollbackOf(event) ?? event.offset - 1] ?? initialState;
    const placed = placedFacts(event, base);
    const items = new Map(
      placed.flatMap(({ fact, refAt }) =>
        itemsOf(fact).map(({ item }, index) => [refKey(refAt(index)), item]),
      ),
    );
    expect(items.size).toBe(placed.reduce((sum, { fact }) => sum + itemsOf(fact).length, 0));
    const isRebuilt = placed.some(({ fact }) => isLegacyCompaction(fact));
    for (const { ref, item } of states[event.offset]?.ledger.entries ?? []) {
      if (refOffset(ref) !== event.offset) continue;
      const found = items.get(refKey(ref));
      if (found !== undefined || !isRebuilt) expect(found).toEqual(item);
    }
    if (!isNumberedByState(event)) continue;
    const read = await placedFactsIn(listSource(events), event);
    expect(read.map(({ refAt }) => refAt())).toEqual(placed.map(({ refAt }) => refAt()));
  }
}
