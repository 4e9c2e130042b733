import { describe, expect, test } from "vitest";
import type { Experiment } from "../../src/experiments/experiment.js";
import type { EventStore } from "../../src/store/event-store.js";
import { ownThread, resultsOf, storedFixture } from "./experiments.js";

describe("before anything is forked, an experiment refuses", () => {
  const told = { variants: { told: { instructions: "Be brief." } } };
  test.each<[string, Partial<Experiment>, object]>([
    ["a variant that is the base", { variants: { same: {} } }, { code: "invalid-plan" }],
    [
      "facts as the base has them",
      { variants: { same: { facts: { cwd: "/srv/tide" } } } },
      { code: "invalid-plan", details: { problems: [{ path: ["variants", "same"] }] } },
    ],
    ["a run without a client", { ...told, mode: "run" }, { code: "no-model-client" }],
    [
      "the rest of a turn where there is none",
      { ...told, turns: "rest" },
      { code: "invalid-plan" },
    ],
    ["more turns than were recorded", { ...told, turns: 7 }, { code: "invalid-plan" }],
    ["a place that is not there", { ...told, beforeTurn: 9 }, { code: "invalid-plan" }],
    [
      "an item that is not there",
      { variants: { none: { items: [{ remove: 4000 }] } } },
      { code: "invalid-plan" },
    ],
  ])("%s", async (_what, wrong, error) => {
    const stored = await ownThread([[10], [20]]);
    const plan = { name: "bad", beforeTurn: 2, mode: "replay", ...stored, ...told } as const;
    await expect(resultsOf({ ...plan, ...wrong })).rejects.toMatchObject(error);
    expect(await threadsIn(stored.store)).toEqual([stored.base]);
  });

  test("facts inside a turn, which are settled", async () => {
    const stored = await storedFixture("turns.jsonl");
    const variants = { other: { facts: { cwd: "/elsewhere" } } };
    const plan = { name: "inside", at: 8, mode: "replay", variants } as const;
    await expect(resultsOf({ ...plan, ...stored })).rejects.toMatchObject({ code: "invalid-plan" });
  });

  test.each([0, NaN])("%d jobs", async (jobs) => {
    const stored = await ownThread([[10], [20]]);
    const plan = { name: "idle", beforeTurn: 2, mode: "replay", ...stored, ...told } as const;
    await expect(resultsOf(plan, { jobs })).rejects.toMatchObject({ code: "invalid-argument" });
  });

  test("to begin twice, and to go on with a base or a variant that changed", async () => {
    const stored = await ownThread([[10], [20]]);
    const plan = { name: "twice", beforeTurn: 2, mode: "replay", ...stored, ...told } as const;
    await resultsOf(plan);
    await expect(resultsOf(plan)).rejects.toMatchObject({ code: "experiment-begun" });
    const other = { ...plan, variants: { told: { instructions: "Be long." } } };
    await expect(resultsOf(other, { resume: true })).rejects.toMatchObject({
      code: "invalid-plan",
    });
    const earlier = { ...plan, beforeTurn: 1 };
    const changed = { code: "base-changed" };
    await expect(resultsOf(earlier, { resume: true })).rejects.toMatchObject(changed);
    const head = await stored.store.head(stored.base);
    const at = "2026-04-01T00:00:00.000Z";
    const renamed = { type: "thread.renamed", data: { title: "longer" } } as const;
    const id = "01KNS7MFCZF88B5H2NN8F7Y382";
    await stored.store.append(stored.base, head, [{ offset: head, id, at, ...renamed }]);
    await expect(resultsOf(plan, { resume: true })).rejects.toMatchObject(changed);
  });
});

async function threadsIn(store: EventStore): Promise<readonly string[]> {
  const ids: string[] = [];
  for await (const { threadId } of store.list()) ids.push(threadId);
  return ids;
}
