import fc from "fast-check";
import { expect, test } from "vitest";
import { ceil4 } from "../../src/events/bytes.js";
import type { Fact, FactOf, RefoldEvent } from "../../src/events/event.js";
import { countItemBytes } from "../../src/events/item-bytes.js";
import { rollbackOf, stampFact } from "../../src/events/known-event.js";
import { refKey } from "../../src/reducers/item-refs.js";
import { factsOf, foldEvent, initialState } from "../../src/reducers/reduce.js";
import { reduceEvent, replayEvents } from "../../src/reducers/replay-events.js";
import type { LedgerEntry, ThreadState } from "../../src/reducers/thread-state.js";
import { histories } from "../../src/testing/arbitraries/history.js";
import { plainState, statesByDefinition } from "../../src/testing/definition.js";
import { deepFreeze } from "../../src/store/memory.js";

test("law 2: frozen events and states give the same states", () => {
  const property = fc.property(histories(), ({ events }) => {
    const expected = plainState(replayEvents(events));
    const states: ThreadState[] = [];
    for (const event of deepFreeze(structuredClone(events))) {
      const base = rollbackOf(event) ?? event.offset - 1;
      states.push(deepFreeze(foldEvent(states[base] ?? initialState, event)));
    }
    expect(plainState(states.at(-1) ?? initialState)).toStrictEqual(expected);
  });
  fc.assert(property);
});

test("law 2: an old state is not changed by what is folded later", () => {
  const property = fc.property(histories(), ({ events }) => {
    const states: ThreadState[] = [];
    const texts: string[] = [];
    for (const event of events) {
      const base = rollbackOf(event) ?? event.offset - 1;
      states.push(foldEvent(states[base] ?? initialState, event));
      texts.push(JSON.stringify(states.at(-1)));
    }
    expect(states.map((state) => JSON.stringify(state))).toEqual(texts);
  });
  fc.assert(property);
});

test("law 2: a slice that did not change is the same object", () => {
  const property = fc.property(histories(), ({ events }) => {
    const states: ThreadState[] = [];
    for (const event of events) {
      const base = states[rollbackOf(event) ?? event.offset - 1] ?? initialState;
      const state = foldEvent(base, event);
      states.push(state);
      if (JSON.stringify(state.ledger) === JSON.stringify(base.ledger) && !isCheckpoint(event)) {
        expect(state.ledger).toBe(base.ledger);
      }
      if (!event.type.startsWith("thread.") && !/^(instructions|tools)/.test(event.type)) {
        expect(state.thread).toBe(base.thread);
      }
      if (event.type === "item.recorded" && event.derived === undefined) {
        expect([state.baseline, state.usage]).toEqual([base.baseline, base.usage]);
        expect(state.baseline).toBe(base.baseline);
        expect(state.usage).toBe(base.usage);
        expect(state.checkpoint).toBe(base.checkpoint);
      }
    }
  });
  fc.assert(property);

  /** It makes a new ledger, whatever is in it. */
  function isCheckpoint(event: RefoldEvent): boolean {
    return factsOf(event).some(({ type }) => type === "history.compacted");
  }
});

test("law 5: an edit takes or changes what it names, and nothing else", () => {
  const property = fc.property(histories({ weights: EDITS }), ({ events }) => {
    const states = statesByDefinition(events);
    for (const event of events) {
      if (!isEdit(event)) continue;
      const named = new Set(event.data.refs.map(refKey));
      const before = [...(states[event.offset - 1]?.ledger.entries ?? [])];
      const after = [...(states[event.offset]?.ledger.entries ?? [])];
      const isNamed = ({ ref }: LedgerEntry): boolean => named.has(refKey(ref));
      const isTrim = event.type === "history.trimmed";
      const keys = (isTrim ? before.filter((entry) => !isNamed(entry)) : before).map(keyOf);
      expect(after.map(keyOf)).toEqual(keys);
      const untouched = new Set(before.filter((entry) => !isNamed(entry)));
      for (const entry of after) if (!isNamed(entry)) expect(untouched).toContain(entry);
    }
  });
  fc.assert(property);
});

const EDITS = { trim: 10, "clear-outputs": 10, "replace-images": 10, images: 6 };

type Edit = FactOf<"history.trimmed" | "outputs.cleared" | "images.replaced">;

function isEdit(event: RefoldEvent): event is RefoldEvent & Edit {
  const isOne = /^(?:history\.trimmed|outputs\.cleared|images\.replaced)$/.test(event.type);
  return isOne && event.derived === undefined;
}

function keyOf({ ref }: LedgerEntry): string | number {
  return refKey(ref);
}

test("law 7: a told baseline survives only while every item survives that told a fact", () => {
  const property = fc.property(histories(), ({ events }) => {
    for (const { baseline, ledger } of statesByDefinition(events)) {
      if (baseline?.mode !== "told") continue;
      const there = new Set([...ledger.entries].map(({ ref }) => refKey(ref)));
      for (const ref of Object.values(baseline.toldBy)) expect(there).toContain(refKey(ref));
    }
  });
  fc.assert(property);
});

test("law 7: a diff to what nobody was told makes no baseline", () => {
  const diff: Fact = { type: "context.injected", data: { mode: "diff", items: [], fragments: [] } };
  const property = fc.property(histories(), ({ events }) => {
    for (const [index, state] of statesByDefinition(events).entries()) {
      const { id = "", at = "" } = events[index] ?? {};
      const next = reduceEvent(state, stampFact({ offset: state.log.head, id, at }, diff));
      if (state.baseline === null) expect(next.baseline).toBeNull();
    }
  });
  fc.assert(property);
});

test("running totals are what counting again gives", () => {
  const property = fc.property(histories(), ({ events }) => {
    for (const { ledger } of statesByDefinition(events)) {
      const bytes = [...ledger.entries].map(({ item }) => countItemBytes(item));
      expect(ledger.countedBytes).toBe(bytes.reduce((sum, each) => sum + each, 0));
      expect(ledger.tokens).toBe(bytes.reduce((sum, each) => sum + ceil4(each), 0));
      expect(ledger.editedBefore).toBeLessThanOrEqual(ledger.entries.length);
    }
  });
  fc.assert(property);
});

test("a ledger is ordered by ref, and names no item twice", () => {
  const property = fc.property(histories(), ({ events }) => {
    for (const { ledger } of statesByDefinition(events)) {
      const keys = [...ledger.entries].map(({ ref }) => [ref].flat());
      const sorted = keys.toSorted(
        (a, b) => (a[0] ?? 0) - (b[0] ?? 0) || (a[1] ?? -1) - (b[1] ?? -1),
      );
      expect(keys).toEqual(sorted);
      expect(new Set(keys.map(String)).size).toBe(keys.length);
    }
  });
  fc.assert(property);
});
