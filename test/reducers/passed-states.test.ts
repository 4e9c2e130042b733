import { expect, test } from "vitest";
import { PassedStates } from "../../src/reducers/passed-states.js";
import { initialState } from "../../src/reducers/reduce.js";
import type { ThreadState } from "../../src/reducers/thread-state.js";

/** The states after turns that begin at every tenth offset, as their writer passes them. */
function passTurns(passed: PassedStates, turns: number, rewrites: boolean): void {
  let before = initialState;
  for (let turn = 1; turn <= turns; turn += 1) {
    const after = rewrites ? rewritten(begun(before, turn * 10), turn) : begun(before, turn * 10);
    passed.watch(turn * 10, before, after);
    before = after;
  }
}

function begun(before: ThreadState, offset: number): ThreadState {
  const running = { turn: `${offset}`, foreignId: null, startedAt: offset };
  return {
    ...before,
    turns: { ...before.turns, running: { ...running, hasBoundary: false, envelope: {} } },
    log: { ...before.log, head: offset + 1 },
  };
}

function rewritten(state: ThreadState, historyVersion: number): ThreadState {
  return { ...state, ledger: { ...state.ledger }, log: { ...state.log, historyVersion } };
}

const kept = (passed: PassedStates, turns: number): number =>
  Array.from({ length: turns }, (_, turn) => passed.at((turn + 1) * 10 - 1)).filter(Boolean).length;

test("the states before turns are kept, the older the further apart", () => {
  const passed = new PassedStates();
  passTurns(passed, 400, false);
  expect(kept(passed, 400)).toBe(400);
  const long = new PassedStates();
  passTurns(long, 20_000, false);
  expect(kept(long, 20_000)).toBeLessThan(1_024);
  expect(long.at(20_000 * 10 - 1)).toBeDefined();
});

test("of a history that is rewritten again and again only a few states are kept", () => {
  const passed = new PassedStates();
  passTurns(passed, 400, true);
  expect(kept(passed, 400)).toBe(8);
});

test("of turns that were undone no state is kept once another turn begins", () => {
  const passed = new PassedStates();
  passTurns(passed, 3, false);
  const kept = (): number[] =>
    Array.from({ length: 60 }, (_, at) => at).filter((at) => passed.at(at) !== undefined);
  passed.leave({ offset: 40, to: 19 }, initialState);
  passed.leave({ offset: 41, to: 9 }, initialState);
  passed.leave({ offset: 42, to: 40 }, initialState); // a redo
  expect(kept()).toEqual([9, 19, 29, 39, 40, 41]);
  passed.watch(50, initialState, begun(initialState, 50));
  expect(kept()).toEqual([9, 19, 40, 49]);
});
