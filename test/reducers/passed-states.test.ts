import { expect, test } from "vitest";
import { PassedStates } from "../../src/reducers/passed-states.js";
import { initialState } from "../../src/reducers/reduce.js";
import type { ThreadState } from "../../src/reducers/thread-state.js";

/** The states after turns that begin at every tenth offset, as their writer passes them. */
function passTurns(passed: PassedStates, turns: number, rewrites: boolean): void {
  let before = initialState;
  for (let turn = 1; turn <= turns; turn += 1) {
    const historyVersion = rewrites ? turn : 0;
    const ledger = rewrites ? { ...initialState.ledger } : initialState.ledger;
    const running = { turn: `${turn}`, foreignId: null, startedAt: turn * 10 };
    const after: ThreadState = {
      ...before,
      ledger,
      turns: { ...before.turns, running: { ...running, hasBoundary: false, envelope: {} } },
      log: { head: turn * 10 + 1, historyVersion },
    };
    passed.watch(turn * 10, before, after);
    before = after;
  }
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
