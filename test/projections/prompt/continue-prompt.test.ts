import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Item } from "../../../src/events/item.js";
import {
  continuePrompt,
  projectPrompt,
  promptForFork,
  retargetPrompt,
} from "../../../src/projections/prompt/project-prompt.js";
import type { Prompt } from "../../../src/projections/prompt/prompt.js";
import { SharedSequence } from "../../../src/reducers/sequence.js";
import type { ThreadState } from "../../../src/reducers/thread-state.js";
import { entryOf, ledgerEntries, stateOf } from "../ledger-arbitrary.js";
import { targets, call, output } from "./targets.js";

test("a prompt that is made for another target equals the cold one for it", () => {
  const property = fc.property(ledgerEntries(24), targets, targets, (entries, target, other) => {
    const state = stateOf(entries);
    const made = retargetPrompt(projectPrompt(state, target), state, other);
    expectSamePrompt(made, projectPrompt(state, other));
  });
  fc.assert(property, { numRuns: 300 });
});

test("a fork goes on from a prompt that shows half of its history, and not from one of less", () => {
  const state = [1, 2, 3].reduce((before, at) => grow(before, call, at), stateOf([]));
  const shown = [1, 2].map((gone) => projectPrompt(shorten(state, gone)));
  const [most, least] = shown.map((prompt) => promptForFork(prompt, state));
  expect(most?.items.at(0)).toBe(shown[0]?.items.at(0));
  expect(least).toBeNull();
});

describe("continuePrompt", () => {
  test("the continued prompt equals the cold one, however the ledger grew", () => {
    fc.assert(
      fc.property(ledgerEntries(24), targets, (entries, target) => {
        let state = stateOf([]);
        let prompt = projectPrompt(state, target);
        entries.forEach(({ item }, index) => {
          state = grow(state, item, index + 1);
          prompt = continuePrompt(prompt, state);
          expectSamePrompt(prompt, projectPrompt(state, target));
        });
      }),
      { numRuns: 300 },
    );
  });

  test("the continued prompt equals the cold one, wherever the history's end went", () => {
    const steps = fc.array(fc.tuple(fc.nat({ max: 6 }), ledgerEntries(4)), { maxLength: 5 });
    fc.assert(
      fc.property(ledgerEntries(16), steps, targets, (entries, changes, target) => {
        let state = stateOf([]);
        entries.forEach(({ item }, index) => (state = grow(state, item, index + 1)));
        let prompt = projectPrompt(state, target);
        for (const [gone, more] of changes) {
          state = shorten(state, gone);
          for (const { item } of more) state = grow(state, item, state.log.head);
          prompt = continuePrompt(prompt, state);
          expectSamePrompt(prompt, projectPrompt(state, target));
        }
      }),
      { numRuns: 300 },
    );
  });

  test("two continuations of one prompt do not disturb each other", () => {
    fc.assert(
      fc.property(ledgerEntries(), ledgerEntries(8), ledgerEntries(8), (first, left, right) => {
        const base = stateOf(first);
        const prompt = projectPrompt(base);
        const grown = [left, right].map((entries) =>
          entries.reduce((state, { item }, index) => grow(state, item, 100 + index), base),
        );
        const continued = grown.map((state) => continuePrompt(prompt, state));
        grown.forEach((state, index) => {
          const made = continued[index];
          if (made !== undefined) expectSamePrompt(made, projectPrompt(state));
        });
        expectSamePrompt(prompt, projectPrompt(base));
      }),
    );
  });

  test("a rewritten history, another thread or another target is as if from the start", () => {
    const before = stateOf([entryOf(call, 1), entryOf(output, 2)]);
    const prompt = projectPrompt(before);
    const rewritten = {
      ...stateOf([entryOf(output, 2), entryOf(call, 3)]),
      log: { head: 5, historyVersion: 1 },
    };
    expectSamePrompt(continuePrompt(prompt, rewritten), projectPrompt(rewritten));
    const shorter = stateOf([entryOf(call, 1)]);
    expectSamePrompt(continuePrompt(prompt, shorter), projectPrompt(shorter));
    const copied = { ...prompt };
    expectSamePrompt(continuePrompt(copied, before), projectPrompt(before));
  });

  test("a turn for a model that sees other things is projected from the start", () => {
    const image = { type: "input_image" as const, image_url: "data:image/png;base64,AAAA" };
    const seen: Item = { type: "message", role: "user", content: [image] };
    const textAlone = ["text" as const];
    const states = [textAlone, [...textAlone, "image" as const]].map((modalities) => {
      const state = stateOf([entryOf(seen, 1)]);
      const running = { turn: "01AAAAAAAAAAAAAAAAAAAAAAAA", foreignId: null, startedAt: 1 };
      const turn = { ...running, hasBoundary: true, envelope: { modalities } };
      return { ...state, turns: { ...state.turns, running: turn } };
    });
    for (const before of states) {
      for (const now of states) {
        expectSamePrompt(continuePrompt(projectPrompt(before), now), projectPrompt(now));
      }
    }
  });

  test("what is new shares the items that were there", () => {
    const before = stateOf([entryOf(call, 1), entryOf(output, 2)]);
    const prompt = projectPrompt(before);
    const next = continuePrompt(prompt, grow(before, output, 3));
    expect(next.items.at(0)).toBe(prompt.items.at(0));
  });

  test("what stays when the end goes shares the items that were there", () => {
    const message: Item = { type: "message", role: "user", content: [] };
    const before = stateOf([entryOf(message, 1), entryOf(message, 2)]);
    const prompt = projectPrompt(before);
    const next = continuePrompt(prompt, grow(shorten(before, 1), call, 3));
    expect(next.items.at(0)).toBe(prompt.items.at(0));
  });
});

function shorten(state: ThreadState, gone: number): ThreadState {
  const { entries } = state.ledger;
  const log = { head: state.log.head + 1, historyVersion: state.log.historyVersion + 1 };
  const kept = SharedSequence.take(entries, Math.max(0, entries.length - gone));
  return { ...state, ledger: { ...state.ledger, entries: kept }, log };
}

function grow(state: ThreadState, item: Item, head: number): ThreadState {
  return {
    ...state,
    ledger: {
      ...state.ledger,
      entries: SharedSequence.append(state.ledger.entries, entryOf(item, head)),
    },
    log: { ...state.log, head: head + 1 },
  };
}

function expectSamePrompt(made: Prompt, cold: Prompt): void {
  expect({ ...made, items: made.items.toArray(), repairs: made.repairs.toArray() }).toEqual({
    ...cold,
    items: cold.items.toArray(),
    repairs: cold.repairs.toArray(),
  });
}
