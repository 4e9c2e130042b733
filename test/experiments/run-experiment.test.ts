import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compareVariants } from "../../src/experiments/compare-variants.js";
import type { Experiment } from "../../src/experiments/experiment.js";
import type { Variant } from "../../src/experiments/plan.js";
import { readExperiment } from "../../src/experiments/run-experiment.js";
import { scriptedModel, type ScriptStep } from "../../src/runtime/models/scripted-model.js";
import type { EventStore } from "../../src/store/event-store.js";
import {
  echo,
  echoed,
  logOf,
  ownThread,
  resultsOf,
  storedFixture,
  usageOf,
} from "./experiments.js";

const limit = fc.integer({ min: 0, max: 3000 });
/** Variants that differ from the base that `ownThread` makes. */
const variant: fc.Arbitrary<Variant> = fc.oneof(
  limit.map((bytes): Variant => ({ truncation: { mode: "bytes", limit: bytes } })),
  fc
    .constantFrom("summary", "clear-outputs", "sliding-window", "priority", "auto")
    .map((strategy): Variant => ({ compaction: { strategy, keepOutputs: 0 } })),
  fc.integer({ min: 1, max: 900 }).map((compactAt): Variant => ({ compaction: { compactAt } })),
  fc.string({ minLength: 1 }).map((text): Variant => ({ instructions: `Be ${text}.` })),
  fc.string({ minLength: 1 }).map((cwd): Variant => ({ facts: { cwd: `/elsewhere/${cwd}` } })),
  fc.constant<Variant>({ model: "gpt-5.5", provider: "openai" }),
  fc.constant<Variant>({ tools: { remove: ["echo"] } }),
  fc.string({ minLength: 1 }).map((text): Variant => ({
    fragments: [{ kind: "hint", role: "developer", text }],
  })),
  fc.constant<Variant>({ items: [{ addAfter: 4, text: "And quickly." }] }),
);
const variants = fc
  .array(variant, { minLength: 1, maxLength: 4 })
  .map((list) => Object.fromEntries(list.map((one, index) => [`v${index}`, one])));
const turns = fc.array(
  fc.array(fc.integer({ min: 0, max: 9000 }), { minLength: 1, maxLength: 3 }),
  { minLength: 2, maxLength: 4 },
);

/** Answers each turn by a script of its own: the seed says how much it calls for. */
function client(calls = 1): NonNullable<Experiment["client"]> {
  return ({ seed, turn, model }) => {
    const script = Array.from({ length: calls }, (_, call): ScriptStep => ({
      items: [echoed(`${turn}-${call}`, 10 * seed + turn)],
      usage: usageOf(100 + seed, 20),
    }));
    const settings = { model: model ?? "scripted", contextWindow: 2_000 };
    const last = { items: [echoed("unused", 0)].slice(1), usage: usageOf(50, 5) };
    return { model: scriptedModel([...script, last], settings), tools: [echo] };
  };
}

async function table(experiment: Experiment): Promise<unknown> {
  const { metrics, rows } = compareVariants(await readExperiment(experiment));
  return { metrics, rows: rows.map((row) => ({ ...row, threads: row.threads.length })) };
}

describe("an experiment", () => {
  test("leaves its base as it is, byte for byte", async () => {
    const modes = fc.constantFrom("project", "replay", "run");
    const property = fc.asyncProperty(turns, variants, modes, async (made, planned, mode) => {
      const { store, base } = await ownThread(made);
      const before = await logOf(store, base);
      const plan = { name: "any", base, beforeTurn: 2, mode, variants: planned } as const;
      const results = await resultsOf({ ...plan, store, client: client() }, { jobs: 3 });
      expect(results.map(({ failure }) => failure)).toEqual(results.map(() => null));
      expect(await logOf(store, base)).toBe(before);
    });
    await fc.assert(property, { numRuns: 12 });
  });

  test("gives each variant what it gets alone", async () => {
    const property = fc.asyncProperty(turns, variants, async (made, planned) => {
      const { store, base } = await ownThread(made);
      const plan = { base, beforeTurn: 2, mode: "replay", store } as const;
      const together = await resultsOf({ ...plan, name: "all", variants: planned }, { jobs: 4 });
      for (const { variant: name, measures } of together) {
        const variant = planned[name];
        if (variant === undefined) continue;
        const alone = { ...plan, name: `only ${name}`, variants: { [name]: variant } };
        expect((await resultsOf(alone))[0]?.measures).toEqual(measures);
      }
    });
    await fc.assert(property, { numRuns: 6 });
  });

  test("comes to the same for the same plan and seeds, with a model that does the same", async () => {
    const property = fc.asyncProperty(turns, variants, async (made, planned) => {
      const tables: unknown[] = [];
      for (const jobs of [1, 4]) {
        const { store, base } = await ownThread(made);
        const plan = { name: "seeds", base, beforeTurn: 2, mode: "run" } as const;
        const experiment = { ...plan, seeds: [3, 7], variants: planned, store, client: client(2) };
        await resultsOf(experiment, { jobs });
        tables.push(await table(experiment));
      }
      expect(tables[1]).toEqual(tables[0]);
    });
    await fc.assert(property, { numRuns: 4 });
  });

  test("gives the same table when it was interrupted anywhere and resumed", async () => {
    const modes = fc.constantFrom("project", "replay", "run");
    const points = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 3 });
    const made = [[50, 5000], [200], [9000, 10]];
    const property = fc.asyncProperty(variants, modes, points, async (planned, mode, stops) => {
      const plan = { name: "cut", beforeTurn: 2, mode, variants: planned, repetitions: 2 } as const;
      const whole = { ...plan, ...(await ownThread(made)), client: client() };
      await resultsOf(whole);
      const cut = { ...plan, ...(await ownThread(made)), client: client() };
      const before = await logOf(cut.store, cut.base);
      for (const appends of stops) {
        const controller = new AbortController();
        const store = abortingStore(cut.store, appends, () => controller.abort());
        await resultsOf({ ...cut, store }, { resume: true, signal: controller.signal }).catch(
          (error: unknown) => expect(error).toMatchObject({ code: "aborted" }),
        );
      }
      await resultsOf(cut, { resume: true });
      expect(await table(cut)).toEqual(await table(whole));
      expect(await logOf(cut.store, cut.base)).toBe(before);
    });
    await fc.assert(property, { numRuns: 8 });
  });

  test("finds no difference where a variant changes nothing that is asked", async () => {
    for (const stored of [
      await ownThread([[20], [30, 40], [5]]),
      await storedFixture("turns.jsonl"),
    ]) {
      const variants = { later: { compaction: { compactAt: 1_000_000 } } };
      const plan = { name: "control", beforeTurn: 2, mode: "replay", variants, turns: 1 } as const;
      const [result] = await resultsOf({ ...plan, ...stored });
      expect(result?.measures?.firstDifference).toBeNull();
      const { base } = await readExperiment({ ...plan, ...stored });
      expect(result?.measures).toMatchObject({
        inputTokens: base.measures.inputTokens,
        cachedTokens: base.measures.cachedTokens,
        outputTokens: base.measures.outputTokens,
        requests: base.measures.requests,
        toolCalls: base.measures.toolCalls,
      });
    }
  });

  test("names the first request that asks something else, and how", async () => {
    const stored = await storedFixture("turns.jsonl");
    const variants: Record<string, Variant> = {
      cut: { truncation: { mode: "bytes", limit: 2000 } },
      later: { items: [{ change: 30, text: "Add Sligo." }] },
      told: { instructions: "Answer in rhymes." },
    };
    const plan = { name: "first", beforeTurn: 2, mode: "replay", variants } as const;
    const results = await resultsOf({ ...plan, ...stored });
    expect(results.map(({ measures }) => measures?.firstDifference)).toEqual([
      { offset: 17, request: 1, words: "function call output #8 changed" },
      { offset: 32, request: 4, words: "message #30 changed" },
      { offset: 17, request: 1, words: "other instructions" },
    ]);
  });

  test("goes on with its other variants when one fails, and tries that one again", async () => {
    const stored = await ownThread([[10], [20]]);
    const variants: Record<string, Variant> = { bad: { model: "bad" }, good: { model: "good" } };
    const plan = { name: "fails", beforeTurn: 2, mode: "run", variants, ...stored } as const;
    const failing: NonNullable<Experiment["client"]> = async (wish) => {
      if (wish.model === "good") return client()(wish);
      return { model: scriptedModel([new Error("broken")], { contextWindow: 1000 }) };
    };
    const first = await resultsOf({ ...plan, client: failing });
    expect(first.map(({ variant, outcome }) => [variant, outcome]).toSorted()).toEqual([
      ["bad", "failed"],
      ["good", "done"],
    ]);
    const again = await resultsOf({ ...plan, client: client() }, { resume: true });
    expect(again.map(({ outcome }) => outcome)).toEqual(["done", "done"]);
  });

  test("never goes beyond its budget, with jobs in parallel and over any number of runs", async () => {
    const jobs = fc.integer({ min: 1, max: 6 });
    const budgets = fc.record({
      tokens: fc.integer({ min: 500, max: 12_000 }),
      requests: fc.integer({ min: 1, max: 12 }),
    });
    const property = fc.asyncProperty(budgets, jobs, async (budget, at) => {
      const stored = await ownThread([[10], [20], [30]]);
      const variants = { a: { instructions: "a" }, b: { instructions: "b" } };
      const spent = { tokens: 0, requests: 0 };
      const counting: NonNullable<Experiment["client"]> = async (wish) => {
        const { model, tools = [] } = await client()(wish);
        const usage = scriptedModel(
          [
            () => {
              spent.requests += 1;
              spent.tokens += 120;
              return { items: [echoed(`${wish.turn}`, 3)], usage: usageOf(100, 20) };
            },
            () => {
              spent.requests += 1;
              return { items: [] }; // nobody says what it cost
            },
          ],
          { model: model.model, contextWindow: 400 },
        );
        return { model: usage, tools };
      };
      const plan = { name: "spend", beforeTurn: 2, mode: "run", repetitions: 3, variants } as const;
      const experiment = { ...plan, ...stored, budget, client: counting };
      for (let run = 0; run < 3; run += 1) {
        const results = await resultsOf(experiment, { jobs: at, resume: run > 0 });
        for (const { failure } of results) {
          expect(failure?.code ?? "budget-exhausted").toBe("budget-exhausted");
        }
        expect(spent.requests).toBeLessThanOrEqual(budget.requests);
        expect(spent.tokens).toBeLessThanOrEqual(budget.tokens);
      }
    });
    await fc.assert(property, { numRuns: 8 });
  });

  test("says in each fork's log which experiment, variant and repetition it belongs to", async () => {
    const stored = await ownThread([[10], [20]]);
    const variants = { told: { instructions: "Be brief." } };
    const plan = { name: "marks", beforeTurn: 2, mode: "replay", variants } as const;
    const [result] = await resultsOf({ ...plan, ...stored, seeds: [9] });
    const log = await logOf(stored.store, result?.threadId ?? "");
    const notices = log.split("\n").filter((line) => line.includes('"experiment.variant"'));
    expect(notices).toHaveLength(1);
    expect(JSON.parse(notices[0] ?? "")).toMatchObject({
      type: "notice.logged",
      data: {
        experiment: { name: "marks", mode: "replay", variant: "told", repetition: 1, seed: 9 },
      },
    });
  });
});

/** The same store; after so many appends something happens. */
function abortingStore(store: EventStore, appends: number, onReached: () => void): EventStore {
  let done = 0;
  return new Proxy(store, {
    get: (target, name) => {
      if (name !== "append") return Reflect.get(target, name) as unknown;
      return async (...args: Parameters<EventStore["append"]>) => {
        const head = await target.append(...args);
        if (++done === appends) onReached();
        return head;
      };
    },
  });
}
