import { utcTimes } from "../../../src/projections/figures.js";
import { createColors } from "picocolors";
import { expect, test } from "vitest";
import { diffLines } from "../../../src/cli/commands/diff.js";
import type { Output } from "../../../src/cli/output/output.js";
import { diffStates } from "../../../src/reducers/diff-states.js";
import { build, START, user } from "../../testing/by-hand.js";

const output: Output = {
  ...{
    columns: 80,
    styles: createColors(false),
    times: utcTimes,
    text: () => undefined,
    json: () => undefined,
  },
  ...{
    keepUp: () => Promise.resolve(),
    flush: () => Promise.resolve(),
    page: () => Promise.resolve(),
    close: () => Promise.resolve(),
  },
};

test("each side is named with its last offset, and a changed item as it is in the second", () => {
  const a = build(START, user("one")).state;
  const later = build(START, user("one"), user("two"));
  const entries = later.state.ledger.entries.toArray();
  const [told, one, two] = entries.slice(-3);
  if (told === undefined || one === undefined || two === undefined) return expect.unreachable();
  const item = { ...two.item };
  const changed = { ...one, item };
  const diff = diffStates(a, later.state);
  const lines = [
    ...diffLines(
      { ...diff, ledger: { ...diff.ledger, changed: [{ a: one, b: changed }] } },
      { a: { name: "first", state: a }, b: { name: "second", state: later.state }, output },
    ),
  ];
  expect(lines.slice(0, 2)).toEqual([
    `- first at #${a.log.head - 1}`,
    `+ second at #${later.state.log.head - 1}`,
  ]);
  expect(lines.filter((line) => line.startsWith("~"))).toEqual([expect.stringMatching(/two$/)]);
  expect(lines.filter((line) => /^\+ .*two$/.test(line))).toHaveLength(1);
  expect(lines.filter((line) => line.startsWith("- "))).toHaveLength(1);
});
