import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { checkpointList } from "../../src/reducers/checkpoint-list.js";
import { replayEvents } from "../../src/reducers/replay-events.js";
import { forkTarget } from "../../src/reducers/travel-targets.js";
import { turnList } from "../../src/reducers/turn-list.js";
import { historyCommands } from "../../src/testing/arbitraries/history.js";
import { listSource } from "../../src/testing/definition.js";
import { renderCommand } from "../../src/testing/render-history.js";
import { build, END, START, user } from "../testing/by-hand.js";
import { threadOf } from "./travelled-thread.js";

describe("views and forks", () => {
  test("the list of turns numbers the surviving user turns that the state counts", async () => {
    const property = fc.asyncProperty(historyCommands(), async (commands) => {
      const builder = build(...commands);
      const turns = await turnList(threadOf(builder).source);
      const numbers = turns.flatMap(({ number }) => (number === null ? [] : [number]));
      expect(numbers).toEqual(numbers.map((_, index) => index + 1));
      expect(numbers.length).toBe(builder.state.turns.userTurns);
      for (const { fromOffset, toOffset } of turns) {
        expect(toOffset).toBeGreaterThanOrEqual(fromOffset);
      }
    });
    await fc.assert(property);
  });

  test("a fork before a turn has the turns before it", async () => {
    const property = fc.asyncProperty(historyCommands(), fc.nat(), async (commands, pick) => {
      const builder = build(...commands);
      const { userTurns } = builder.state.turns;
      fc.pre(userTurns > 0);
      const beforeTurn = 1 + (pick % userTurns);
      const at = await forkTarget(threadOf(builder), { beforeTurn });
      expect(builder.stateAt(at).turns.userTurns).toBe(beforeTurn - 1);
      builder.fork(at);
      expect(builder.state.thread?.forked?.from.offset).toBe(at);
    });
    await fc.assert(property);
  });

  test("a fork before a turn that is not there says how many there are", async () => {
    const thread = threadOf(build(START, user("one"), END));
    for (const beforeTurn of [0, 2]) {
      const refused = { code: "no-such-turn", details: { turns: 1 } };
      await expect(forkTarget(thread, { beforeTurn })).rejects.toMatchObject(refused);
    }
  });

  test("the list of checkpoints says which survive, and the state has the newest of them", async () => {
    const property = fc.asyncProperty(historyCommands(), async (commands) => {
      const { events } = build(...commands).history();
      const checkpoints = await checkpointList(listSource(events));
      const newest = checkpoints.findLast(({ survives }) => survives)?.offset ?? null;
      expect(replayEvents(events).checkpoint?.offset ?? null).toBe(newest);
    });
    await fc.assert(property);
  });

  test("a turn is shown by what its user said first", async () => {
    const builder = build(START, user("mend the clock"), END, START, user("again"), END);
    renderCommand(builder, { do: "roll-back", at: 0.5 });
    const turns = await turnList(threadOf(builder).source);
    expect(turns.map(({ words, survives }) => [words, survives])).toEqual([
      ["mend the clock", true],
      ["again", false],
    ]);
  });
});
