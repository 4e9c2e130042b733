import { expect, test } from "vitest";
import { HistoryBuilder } from "../../../src/testing/history-builder.js";
import { checkInvariants } from "../../../src/testing/invariants/check-invariants.js";
import type { PromptInvariant } from "../../../src/testing/invariants/invariant.js";
import { HELLO, recordedData } from "./broken-logs.js";

/** At which lengths of the history prompts are looked at, of a log of so many turns of one message. */
async function looksAt(turns: number, isExhaustive = false) {
  const lengths: number[] = [];
  const own: PromptInvariant = {
    over: "prompt",
    ...{ name: "own/length", sentence: "None.", source: "this test", remedy: "none" },
    check: ({ items }) => {
      lengths.push(items.length);
      return [];
    },
  };
  const builder = new HistoryBuilder();
  for (let turn = 0; turn < turns; turn += 1) {
    builder.append({ type: "item.recorded", data: recordedData(HELLO, "user") });
  }
  const options = { only: ["own"], own: [own], isExhaustive };
  const { turnEnds } = await checkInvariants(builder.history().events, options);
  expect(turnEnds.checked).toBe(lengths.length);
  return { lengths, all: turnEnds.all };
}

test("prompts are looked at in time that is linear in the log, however many turns it has", async () => {
  for (const turns of [1_000, 4_000, 16_000]) {
    const { lengths } = await looksAt(turns);
    const items = lengths.reduce((sum, length) => sum + length, 0);
    expect(items).toBeLessThan(64_000 + 1.5 * turns);
  }
});

test("the first ends of turns are looked at one and all, later ones further apart, and the newest", async () => {
  const { lengths, all } = await looksAt(300);
  expect(all).toBeGreaterThanOrEqual(300);
  expect(lengths.at(-1)).toBe(300);
  const steps = lengths.slice(1).map((length, place) => length - (lengths[place] ?? 0));
  expect(new Set(steps.slice(0, 50))).toEqual(new Set([1]));
  expect(steps.slice(0, -1)).toEqual(steps.slice(0, -1).toSorted((a, b) => a - b));
  expect(Math.max(...steps)).toBeGreaterThan(1);
});

test("exhaustive: every end of a turn is looked at", async () => {
  const { lengths, all } = await looksAt(300, true);
  expect(lengths).toHaveLength(all);
});

test("an empty log has no end of a turn", async () => {
  const { turnEnds } = await checkInvariants([]);
  expect(turnEnds).toEqual({ checked: 0, all: 0 });
});
