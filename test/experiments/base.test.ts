import { describe, expect, test } from "vitest";
import { continuationOf, inputsOf, openBase, turnsBehind } from "../../src/experiments/base.js";
import type { Experiment } from "../../src/experiments/experiment.js";
import { resumeState } from "../../src/reducers/resume.js";
import { turnList } from "../../src/reducers/turn-list.js";
import { scriptedModel } from "../../src/runtime/models/scripted-model.js";
import { resultsOf, storedFixture } from "./experiments.js";

const FIXTURES = ["claude-code.jsonl", "pi-linear.jsonl", "pi-tree.jsonl", "turns.jsonl"];
const variants = { brief: { instructions: "Be brief." } };
const plan = { name: "turns", mode: "replay", variants } as const;

/** The last surviving event of so many turns; with `to`, of everything up to there. */
async function endOf(experiment: Experiment, to = Infinity): Promise<number | null> {
  const base = await openBase(experiment);
  let end: number | null = null;
  for await (const { event } of continuationOf(base, experiment.turns)) {
    if (event.offset <= to) end = event.offset;
  }
  return end;
}

async function userTurns({ store, base }: Awaited<ReturnType<typeof storedFixture>>) {
  const turns = await turnList(store.source(base));
  return turns.filter(({ survives, number }) => survives && number !== null);
}

describe("the turns of a plan are those that replay shows", () => {
  test.each(FIXTURES)("%s: so many turns end where the last of them does", async (name) => {
    const stored = await storedFixture(name);
    const turns = await userTurns(stored);
    for (const { number } of turns) {
      const experiment = { ...plan, ...stored, beforeTurn: number ?? 0 };
      const ahead = turns.filter((turn) => (turn.number ?? 0) >= (number ?? 0));
      expect(turnsBehind(await openBase(experiment))).toBe(ahead.length);
      for (const [index, { toOffset }] of ahead.entries()) {
        const end = await endOf(experiment, toOffset);
        expect(await endOf({ ...experiment, turns: index + 1 })).toBe(end);
      }
    }
  });

  test.each(FIXTURES)("%s: the rest of a turn ends where the turn does", async (name) => {
    const stored = await storedFixture(name);
    for (const { boundaryOffset, toOffset } of await userTurns(stored)) {
      const experiment = { ...plan, ...stored, at: boundaryOffset ?? 0 };
      const end = await endOf(experiment, toOffset);
      expect(await endOf({ ...experiment, turns: "rest" })).toBe(end);
      expect(await endOf({ ...experiment, turns: 1 })).toBe(end);
      const [first] = await inputsOf(await openBase(experiment), {});
      expect(first).toBeNull(); // it goes on, with nothing new said
    }
  });
});

test("a run goes on in the turn that the offset is in, also where nothing says that it runs", async () => {
  const stored = await storedFixture("claude-code.jsonl");
  const [first] = await userTurns(stored);
  const run = { ...plan, ...stored, mode: "run", at: first?.boundaryOffset ?? 0 } as const;
  const asked: string[] = [];
  const client = () => {
    const model = scriptedModel([
      (request) => {
        asked.push(JSON.stringify(request.body));
        return "Done.";
      },
    ]);
    return { model };
  };
  const [result] = await resultsOf({ ...run, turns: "rest", client });
  expect(result).toMatchObject({ outcome: "done", measures: { requests: 1 } });
  expect(asked).toHaveLength(1);
  const state = await resumeState(stored.store.source(result?.threadId ?? ""));
  expect(state.turns.userTurns).toBe(1); // nothing new was said
  expect(state.turns).toMatchObject({ running: null, completed: 1 });
});

test("a base that names no model wants a variant that does", async () => {
  const stored = await storedFixture("bare-2025.jsonl");
  const nameless = { ...plan, ...stored, mode: "project", at: 6 } as const;
  await expect(resultsOf(nameless)).rejects.toMatchObject({
    code: "invalid-plan",
    details: { problems: [{ path: ["variants", "brief"] }] },
  });
  const named = { other: { model: "gpt-5.2" } };
  const results = await resultsOf({ ...nameless, variants: named });
  expect(results).toMatchObject([{ outcome: "done" }]);
});
