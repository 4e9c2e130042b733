import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Item } from "../../../src/events/item.js";
import { findModel } from "../../../src/models/find-model.js";
import {
  type FitOptions,
  fitPrompt,
  toTrimmedFact,
} from "../../../src/projections/prompt/fit-prompt.js";
import { callKey, outputKey } from "../../../src/events/pairing.js";
import { projectPrompt } from "../../../src/projections/prompt/project-prompt.js";
import { estimatorFor } from "../../../src/projections/tokens/content-estimator.js";
import { compareRefs } from "../../../src/reducers/item-refs.js";
import { removeEntries } from "../../../src/reducers/ledger-edits.js";
import { entryOf, ledgerEntries, stateOf } from "../ledger-arbitrary.js";

const strategies = fc.constantFrom<FitOptions["strategy"]>("sliding-window", "priority");
const budgets = fc.integer({ min: 1, max: 6000 });

function message(role: string, text: string): Item {
  return { type: "message", role, content: [{ type: "input_text", text }] };
}

describe("fitPrompt", () => {
  test("the prompt fits, or nothing is left that may go", () => {
    fc.assert(
      fc.property(ledgerEntries(), strategies, budgets, (entries, strategy, maxTokens) => {
        const fitted = fitPrompt(projectPrompt(stateOf(entries)), { strategy, maxTokens });
        if (!fitted.fits) expect(fitted.prompt.items.length).toBe(0);
        else expect(fitted.tokensAfter).toBeLessThanOrEqual(maxTokens);
        expect(fitted.prompt.tokens).toBe(fitted.tokensAfter);
      }),
    );
  });

  test("law 6: what is left pairs every call with its outputs", () => {
    fc.assert(
      fc.property(ledgerEntries(), strategies, budgets, (entries, strategy, maxTokens) => {
        const { prompt } = fitPrompt(projectPrompt(stateOf(entries)), { strategy, maxTokens });
        const left = prompt.items.toArray().map(({ item }, index) => entryOf(item, index));
        expect(projectPrompt(stateOf(left)).repairs.length).toBe(0);
      }),
    );
  });

  test("what is to be spared stays, with what is paired with it, and others make room for it", () => {
    fc.assert(
      fc.property(
        ledgerEntries(),
        strategies,
        budgets,
        fc.nat(),
        (entries, strategy, maxTokens, pick) => {
          const before = projectPrompt(stateOf(entries));
          const items = before.items.toArray();
          const spared = items[pick % Math.max(1, items.length)];
          const spare = spared?.ref === undefined || spared.ref === null ? [] : [spared.ref];
          const { prompt, fits } = fitPrompt(before, { strategy, maxTokens, spare });
          const left = prompt.items.toArray();
          const key =
            spared === undefined ? null : (callKey(spared.item) ?? outputKey(spared.item));
          const isOfGroup = ({ item, ledgerIndex }: (typeof items)[number]) =>
            ledgerIndex === spared?.ledgerIndex ||
            (key !== null && (callKey(item) ?? outputKey(item)) === key);
          expect(left.filter(isOfGroup).length).toBe(items.filter(isOfGroup).length);
          if (!fits) expect(left.every(isOfGroup)).toBe(true);
        },
      ),
    );
  });

  test("what goes is listed with its ref, and nothing else went", () => {
    fc.assert(
      fc.property(ledgerEntries(), strategies, budgets, (entries, strategy, maxTokens) => {
        const before = projectPrompt(stateOf(entries));
        const { prompt, trimmed } = fitPrompt(before, { strategy, maxTokens });
        const left = new Set(prompt.items.toArray().map(({ ref }) => ref));
        const gone = before.items.toArray().filter(({ ref }) => !left.has(ref));
        expect(new Set(trimmed.map(({ ref }) => ref))).toEqual(new Set(gone.map(({ ref }) => ref)));
        const repairs = prompt.repairs.toArray().filter(({ kind }) => kind === "trimmed");
        expect(repairs.map(({ ref }) => ref)).toEqual(trimmed.map(({ ref }) => ref));
        const firstGone = trimmed[0]?.ref ?? Infinity;
        for (const { ref, behindEdit } of prompt.items) {
          if (ref !== null && compareRefs(ref, firstGone) > 0) expect(behindEdit).toBe(true);
        }
      }),
    );
  });

  test("written to the thread, the trimming gives the same prompt", () => {
    fc.assert(
      fc.property(ledgerEntries(), strategies, budgets, (entries, strategy, maxTokens) => {
        const state = stateOf(entries);
        const fitted = fitPrompt(projectPrompt(state), { strategy, maxTokens });
        const fact = toTrimmedFact(fitted, state);
        const ledger = removeEntries(state.ledger, fact?.data.refs ?? []);
        const after = projectPrompt({ ...state, ledger });
        const shown = (items: readonly { item: Item }[]) => items.map(({ item }) => item);
        expect(shown(after.items.toArray())).toEqual(shown(fitted.prompt.items.toArray()));
        expect(after.tokens).toBe(fitted.tokensAfter);
      }),
    );
  });

  test("a sliding window leaves out the oldest groups first", () => {
    fc.assert(
      fc.property(ledgerEntries(), budgets, (entries, maxTokens) => {
        const before = projectPrompt(stateOf(entries)).items.toArray();
        const fitted = fitPrompt(projectPrompt(stateOf(entries)), {
          strategy: "sliding-window",
          maxTokens,
        });
        const left = new Set(fitted.prompt.items.toArray().map(({ ref }) => ref));
        const firstOf = (key: string) =>
          before.findIndex(({ item }) => (callKey(item) ?? outputKey(item)) === key);
        const places = before.map((part, index) => {
          const key = callKey(part.item) ?? outputKey(part.item);
          return { place: key === null ? index : firstOf(key), isLeft: left.has(part.ref) };
        });
        const newestGone = Math.max(-1, ...places.filter((p) => !p.isLeft).map((p) => p.place));
        for (const { place } of places.filter((p) => p.isLeft)) {
          expect(place).toBeGreaterThan(newestGone);
        }
      }),
    );
  });

  test("by priority, first and newest user messages, tools and images outlast the rest", () => {
    const texts = "x".repeat(400);
    const items: readonly Item[] = [
      message("user", `first ${texts}`),
      message("assistant", `early answer ${texts}`),
      message("user", `middle ${texts}`),
      { type: "function_call", name: "shell", arguments: "{}", call_id: "a" },
      { type: "function_call_output", call_id: "a", output: texts },
      message("assistant", `late answer ${texts}`),
      message("user", `newest ${texts}`),
    ];
    const prompt = projectPrompt(stateOf(items.map((item, index) => entryOf(item, index))));
    const gone = (maxTokens: number) =>
      fitPrompt(prompt, { strategy: "priority", maxTokens, recentUserMessages: 1 }).trimmed.map(
        ({ ref }) => ref,
      );
    expect(gone(prompt.tokens)).toEqual([]);
    expect(gone(prompt.tokens - 1)).toEqual([1]);
    expect(gone(prompt.tokens - 130)).toEqual([1, 2]);
    expect(gone(prompt.tokens - 260)).toEqual([1, 2, 5]);
    expect(gone(prompt.tokens - 400)).toEqual([0, 1, 2, 5]);
    expect(gone(130)).toEqual([0, 1, 2, 3, 4, 5]);
  });

  test("by priority, the three newest user messages are protected unless told otherwise", () => {
    const said = ["first", "second", "third", "fourth", "fifth"];
    const state = stateOf(said.map((text, index) => entryOf(message("user", text), index)));
    const prompt = projectPrompt(state);
    const { trimmed } = fitPrompt(prompt, { strategy: "priority", maxTokens: 1 });
    const [left] = fitPrompt(prompt, {
      strategy: "priority",
      maxTokens: prompt.tokens - 1,
    }).trimmed;
    expect([left?.ref, trimmed.length]).toEqual([1, 5]);
    const most = { strategy: "priority" as const, recentUserMessages: 2 };
    const tight = fitPrompt(prompt, {
      ...most,
      maxTokens: prompt.tokens - (left?.tokens ?? 0) - 1,
    });
    expect(tight.trimmed.map(({ ref }) => ref)).toEqual([1, 2]);
    const usual = fitPrompt(prompt, {
      strategy: "priority",
      maxTokens: prompt.tokens - (left?.tokens ?? 0) - 1,
    });
    expect(usual.trimmed.map(({ ref }) => ref)).toEqual([0, 1]);
  });

  test("instructions and a request's own fragments never go", () => {
    const fragments = [{ kind: "hint", lifetime: "prompt", role: "user", text: "now" } as const];
    const prompt = projectPrompt(
      stateOf([entryOf(message("user", "hello"), 1)]),
      {},
      { fragments },
    );
    const fitted = fitPrompt(prompt, { strategy: "sliding-window", maxTokens: 1 });
    expect(fitted.fits).toBe(false);
    expect(fitted.prompt.items.toArray().map(({ ref }) => ref)).toEqual([null]);
  });

  test("another estimator decides what fits", () => {
    const prompt = projectPrompt(stateOf([entryOf(message("user", "漢字".repeat(400)), 1)]));
    const estimator = estimatorFor(findModel("gpt-5.2").model);
    const fitted = fitPrompt(prompt, { strategy: "priority", maxTokens: 100_000, estimator });
    expect(fitted.tokensBefore).not.toBe(prompt.tokens);
  });

  test("the baseline is cleared when an item that told a fact of it goes", () => {
    const state = stateOf([
      entryOf(message("developer", "ctx"), 1),
      entryOf(message("user", "hi"), 2),
    ]);
    const baseline = {
      mode: "told",
      turn: null,
      foreignId: null,
      envelope: {},
      toldBy: { cwd: 1 },
    };
    const told = { ...state, baseline: { ...baseline, mode: "told" as const } };
    const fitted = fitPrompt(projectPrompt(told), { strategy: "sliding-window", maxTokens: 30 });
    expect(toTrimmedFact(fitted, told)?.data).toMatchObject({
      refs: [1],
      clearsBaseline: true,
      historyVersion: 1,
    });
  });
});
