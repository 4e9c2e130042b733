import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  forkTarget,
  redoTarget,
  rollbackTarget,
  undoTarget,
} from "../../src/reducers/travel-targets.js";
import { turnList } from "../../src/reducers/turn-list.js";
import { historyCommands } from "../../src/testing/arbitraries/history.js";
import { listSource } from "../../src/testing/definition.js";
import { renderCommand } from "../../src/testing/render-history.js";
import { renderForeignLine } from "../../src/testing/render-lines.js";
import { build, COMPACT, END, START, user } from "../testing/by-hand.js";
import {
  apply,
  idleThread,
  isRollback,
  nothing,
  targetOf,
  threadOf,
  undo,
} from "./travelled-thread.js";
import { withoutLog } from "../without-log.js";

describe("rollback", () => {
  test("law 1: after a rollback the state is that at its target, log apart", async () => {
    const property = fc.asyncProperty(historyCommands(), fc.nat(), async (commands, pick) => {
      const builder = idleThread(commands);
      const to = pick % builder.head;
      const plan = await rollbackTarget(threadOf(builder), { to });
      fc.pre(plan.kind === "rollback");
      expect(plan.rollback.data.historyVersion).toBe(builder.nextVersion); // no version twice
      builder.append(plan.rollback);
      const expected = withoutLog(builder.stateAt(to));
      expect(withoutLog(builder.state)).toStrictEqual(expected);
      expect(withoutLog(plan.state)).toStrictEqual(expected);
    });
    await fc.assert(property);
  });

  test("nothing runs after a rollback", async () => {
    const property = fc.asyncProperty(historyCommands(), fc.nat(), async (commands, pick) => {
      const builder = idleThread(commands);
      apply(builder, await rollbackTarget(threadOf(builder), { to: pick % builder.head }));
      expect(builder.state.turns.running).toBeNull();
    });
    await fc.assert(property);
  });

  test("N rollbacks of one turn equal one rollback of N turns", async () => {
    const count = fc.integer({ min: 1, max: 4 });
    const property = fc.asyncProperty(historyCommands(), count, async (commands, turns) => {
      const [once, often] = [idleThread(commands), idleThread(commands)];
      apply(once, await rollbackTarget(threadOf(once), { turns }));
      for (let turn = 0; turn < turns; turn++) {
        apply(often, await rollbackTarget(threadOf(often), { turns: 1 }));
      }
      expect(withoutLog(often.state)).toStrictEqual(withoutLog(once.state));
    });
    await fc.assert(property);
  });

  test("a turn that began in a line which rolls back is left to where that line went", async () => {
    const builder = build(user("one"), user("two"));
    renderForeignLine(builder, "rolls-back-and-observes", 1);
    renderCommand(builder, user("three"));
    const back = await rollbackTarget(threadOf(builder), { turns: 1 });
    expect(back).toMatchObject({ kind: "rollback", to: 1 }); // and not 2, which that line discards
    apply(builder, back);
    expect(targetOf(await rollbackTarget(threadOf(builder), { turns: 1 }))).toBe(0);
  });

  test("what goes to before a foreign rollback of nothing is redone like any other", async () => {
    const builder = build(user("one"));
    renderForeignLine(builder, "rolls-back-and-observes", 1);
    renderCommand(builder, user("two"));
    const before = withoutLog(builder.state);
    apply(builder, await rollbackTarget(threadOf(builder), { turns: 1 }));
    apply(builder, await redoTarget(threadOf(builder)));
    expect(withoutLog(builder.state)).toStrictEqual(before);
  });

  test("a rollback of N turns leaves N turns fewer", async () => {
    const count = fc.integer({ min: 1, max: 4 });
    const property = fc.asyncProperty(historyCommands(), count, async (commands, turns) => {
      const builder = idleThread(commands);
      const before = builder.state.turns.userTurns;
      const plan = await rollbackTarget(threadOf(builder), { turns });
      expect(plan.kind).toBe(before === 0 ? "nothing" : "rollback");
      fc.pre(plan.kind === "rollback");
      expect(plan.turns).toBe(Math.min(turns, before));
      apply(builder, plan);
      expect(builder.state.turns.userTurns).toBe(Math.max(0, before - turns));
    });
    await fc.assert(property);
  });

  test("the target is the same where a log can only be read forward", async () => {
    const count = fc.integer({ min: 1, max: 4 });
    const property = fc.asyncProperty(historyCommands(), count, async (commands, turns) => {
      const builder = idleThread(commands);
      const source = listSource(builder.history().events, { forwardOnly: true });
      const forward = await rollbackTarget({ source, state: builder.state }, { turns });
      const backward = await rollbackTarget(threadOf(builder), { turns });
      expect(targetOf(forward)).toBe(targetOf(backward));
    });
    await fc.assert(property);
  });

  test("the first turn's beginning survives, and what stands before its message", async () => {
    const builder = build(START, user("one"), END, START, user("two"), END);
    const plan = await rollbackTarget(threadOf(builder), { turns: 2 });
    const [first] = await turnList(threadOf(builder).source);
    expect(targetOf(plan)).toBe((first?.boundaryOffset ?? 0) - 1);
    apply(builder, plan);
    expect(builder.state.ledger.entries.toArray().map(({ origin }) => origin)).not.toContain(
      "user",
    );
    expect(builder.state.baseline).not.toBeNull();
  });

  test("more turns than there are go back to the first", async () => {
    const builder = build(START, user("one"), END, START, user("two"), END);
    const plan = await rollbackTarget(threadOf(builder), { turns: 9 });
    expect(plan).toMatchObject({ turns: 2, rollback: { data: { turns: 2 } } });
  });

  test("zero turns, and a thread without a user's turn, give nothing and say so", async () => {
    const thread = threadOf(build(START, END));
    expect(await rollbackTarget(thread, { turns: 0 })).toEqual(nothing("zero-turns"));
    expect(await rollbackTarget(thread, { turns: 1 })).toEqual(nothing("no-user-turn"));
    const to = thread.state.log.head - 1;
    expect(await rollbackTarget(thread, { to })).toEqual(nothing("already-there"));
  });

  test("a turn that runs refuses rollback, undo and redo", async () => {
    const thread = threadOf(build(START, user("one")));
    const refused = { code: "turn-running" };
    await expect(rollbackTarget(thread, { turns: 1 })).rejects.toMatchObject(refused);
    await expect(undoTarget(thread)).rejects.toMatchObject(refused);
    await expect(redoTarget(thread)).rejects.toMatchObject(refused);
  });

  test("an offset outside the log is refused, with what there is", async () => {
    const thread = threadOf(build(START, END));
    for (const to of [-1, 1.5, thread.state.log.head]) {
      const refused = { code: "offset-out-of-range", details: { head: thread.state.log.head } };
      await expect(rollbackTarget(thread, { to })).rejects.toMatchObject(refused);
      await expect(forkTarget(thread, { at: to })).rejects.toMatchObject(refused);
    }
    const wrong = { code: "invalid-argument" };
    await expect(rollbackTarget(thread, { turns: -1 })).rejects.toMatchObject(wrong);
  });
});

describe("undo and redo", () => {
  test("a rollback and then a redo is the identity", async () => {
    const property = fc.asyncProperty(historyCommands(), fc.nat(), async (commands, pick) => {
      const builder = idleThread(commands);
      const before = withoutLog(builder.state);
      const plan = await rollbackTarget(threadOf(builder), { to: pick % builder.head });
      const isRedo = plan.kind === "rollback" && isRollback(builder, plan.to + 1);
      fc.pre(plan.kind === "rollback" && !isRedo); // going back to before a rollback is a redo
      apply(builder, plan);
      apply(builder, await redoTarget(threadOf(builder)));
      expect(withoutLog(builder.state)).toStrictEqual(before);
    });
    await fc.assert(property);
  });

  test("redoing as often as one undid brings everything back", async () => {
    const property = fc.asyncProperty(historyCommands(), fc.nat(3), async (commands, asked) => {
      const builder = idleThread(commands);
      const states = [withoutLog(builder.state)];
      while (states.length <= asked && (await undo(builder))) {
        states.push(withoutLog(builder.state));
      }
      for (const state of states.slice(0, -1).reverse()) {
        apply(builder, await redoTarget(threadOf(builder)));
        expect(withoutLog(builder.state)).toStrictEqual(state);
      }
    });
    await fc.assert(property);
  });

  test("a rollback to before a rollback that did not count any more is no redo", async () => {
    const builder = build(START, user("one"), END, START, user("two"), END);
    apply(builder, await rollbackTarget(threadOf(builder), { turns: 1 }));
    const discarded = builder.head - 1;
    apply(builder, await rollbackTarget(threadOf(builder), { to: 1 }));
    const before = withoutLog(builder.state);
    apply(builder, await rollbackTarget(threadOf(builder), { to: discarded - 1 }));
    expect(builder.state.turns.userTurns).toBe(2);
    apply(builder, await redoTarget(threadOf(builder)));
    expect(withoutLog(builder.state)).toStrictEqual(before);
  });

  test("undoing to the end leaves no turn", async () => {
    const property = fc.asyncProperty(historyCommands(), async (commands) => {
      const builder = idleThread(commands);
      let steps = 0;
      while (await undo(builder)) expect(++steps).toBeLessThan(100);
      expect(builder.state.turns.userTurns).toBe(0);
    });
    await fc.assert(property, { numRuns: 50 });
  });

  test("an edit outside of any turn is undone alone", async () => {
    const builder = build(START, user("one"), END, { ...COMPACT, keepMessages: 1 });
    const before = withoutLog(builder.state);
    renderCommand(builder, { ...COMPACT, keepMessages: 1 });
    apply(builder, await undoTarget(threadOf(builder)));
    expect(withoutLog(builder.state)).toStrictEqual(before);
  });

  test("an edit inside a turn is undone with it", async () => {
    const builder = build(
      START,
      user("one"),
      END,
      START,
      user("two"),
      { ...COMPACT, keepMessages: 1 },
      END,
    );
    apply(builder, await undoTarget(threadOf(builder)));
    expect(builder.state.checkpoint).toBeNull();
    expect(builder.state.turns.userTurns).toBe(1);
  });

  test("a change after a rollback leaves nothing to redo", async () => {
    const builder = build(START, user("one"), END);
    await expect(redoTarget(threadOf(builder))).rejects.toMatchObject({ code: "nothing-to-redo" });
    apply(builder, await undoTarget(threadOf(builder)));
    renderCommand(builder, START);
    renderCommand(builder, END);
    await expect(redoTarget(threadOf(builder))).rejects.toMatchObject({ code: "nothing-to-redo" });
  });

  test("a thread without a change has nothing to undo", async () => {
    const thread = threadOf(build(START, END));
    await expect(undoTarget(thread)).rejects.toMatchObject({ code: "nothing-to-undo" });
  });
});
