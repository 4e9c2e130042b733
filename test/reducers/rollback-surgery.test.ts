import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isUserTurnBoundary } from "../../src/events/item-class.js";
import { rollbackSurgery } from "../../src/reducers/rollback-surgery.js";
import { ledgerItems } from "../../src/testing/arbitraries/items.js";
import {
  assistant,
  entriesOf,
  environment,
  hook,
  instruction,
  mixed,
  permissions,
  summary,
  user,
} from "./entries.js";

describe("rollback on a list (§10.5-10.7)", () => {
  const turns = entriesOf(
    environment,
    user("one"),
    assistant("1"),
    permissions,
    environment,
    user("two"),
    assistant("2"),
    instruction(true),
  );

  test("8.1 no turns: nothing happens", () => {
    expect(rollbackSurgery(turns, 0)).toEqual({ kept: 8, clearsBaseline: false, rewrites: false });
  });

  test("8.2 no boundary: the content stays, and the ledger counts as rewritten", () => {
    const entries = entriesOf(environment, permissions, hook, assistant("x"));
    expect(rollbackSurgery(entries, 3)).toEqual({ kept: 4, clearsBaseline: false, rewrites: true });
    expect(rollbackSurgery([], 1)).toEqual({ kept: 0, clearsBaseline: false, rewrites: true });
  });

  test("8.3 the cut is at the n-th boundary from the end, or at the first", () => {
    expect(rollbackSurgery(turns, 1).kept).toBe(7);
    expect(rollbackSurgery(turns, 3).kept).toBe(1);
    expect(rollbackSurgery(turns, 99).kept).toBe(1);
    expect(rollbackSurgery(entriesOf(user("a"), summary("b"), assistant("c")), 1).kept).toBe(1);
  });

  test("8.4 context directly before the cut goes with it, but never past the first boundary", () => {
    expect(rollbackSurgery(turns, 2)).toEqual({ kept: 3, clearsBaseline: false, rewrites: true });
    expect(rollbackSurgery(entriesOf(environment, permissions, user("a")), 1).kept).toBe(2);
    const interrupted = entriesOf(user("a"), permissions, assistant("x"), environment, user("b"));
    expect(rollbackSurgery(interrupted, 1).kept).toBe(3);
  });

  test("8.4 a mixed message before the cut clears the baseline, one after it does not", () => {
    const before = entriesOf(user("a"), mixed, environment, user("b"));
    expect(rollbackSurgery(before, 1)).toEqual({ kept: 1, clearsBaseline: true, rewrites: true });
    const behind = entriesOf(user("a"), user("b"), mixed);
    expect(rollbackSurgery(behind, 1).clearsBaseline).toBe(false);
    const first = entriesOf(mixed, user("a"));
    expect(rollbackSurgery(first, 1)).toEqual({ kept: 1, clearsBaseline: false, rewrites: true });
  });

  test("n rollbacks of one turn leave what one rollback of n turns leaves", () => {
    fc.assert(
      fc.property(
        fc.array(ledgerItems(), { maxLength: 20 }),
        fc.integer({ min: 1, max: 4 }),
        (items, n) => {
          const entries = entriesOf(...items);
          fc.pre(items.filter(isUserTurnBoundary).length >= n);
          let left = entries;
          for (let turn = 0; turn < n; turn++) left = left.slice(0, rollbackSurgery(left, 1).kept);
          expect(left.length).toBe(rollbackSurgery(entries, n).kept);
        },
      ),
    );
  });
});
