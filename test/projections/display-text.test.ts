import fc from "fast-check";
import { expect, test } from "vitest";
import { counted } from "../../src/projections/figures.js";
import { guard } from "../../src/cli/output/output.js";
import {
  neutralise,
  neutraliseJson,
  neutraliseLine,
  neutraliseText,
  nounFor,
} from "../../src/projections/display-text.js";
import { renderStatsHtml } from "../../src/projections/stats/render-stats-html.js";
import { statsReport } from "../../src/projections/stats/stats-report.js";
import { emptyTally } from "../../src/projections/stats/tally.js";
import { describeFact } from "../../src/projections/transcript/transcript.js";

/** What drives a terminal, or reorders and hides what it shows. */
const DRIVES =
  // eslint-disable-next-line no-control-regex -- controls are what it looks for
  /[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]|\p{Surrogate}/u;

const nastyText = fc.string({
  unit: fc.oneof(
    fc.constantFrom(
      "\x1b",
      "\x1b]8;;http://x\x07",
      "\x1b]52;c;aGk=\x07",
      "\x9b31m",
      "\u202e",
      "\r",
    ),
    fc.constantFrom("\u2066", "\ud800", "\u{e0041}", "\x7f", "\n", "\t", "a", "é", "字", "👩‍👩‍👧"),
    fc.string({ unit: "binary", maxLength: 2 }),
  ),
});

test("neutralised text holds nothing that drives a terminal", () => {
  fc.assert(
    fc.property(nastyText, (text) => {
      expect(neutralise(text)).not.toMatch(DRIVES);
      expect(neutraliseText(text)).not.toMatch(DRIVES);
      expect(neutraliseLine(text)).not.toMatch(DRIVES);
      expect(neutraliseLine(text)).not.toMatch(/[\n\t]/);
    }),
  );
});

test("not one character that drives a terminal is taken for a safe one", () => {
  const all = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code));
  expect(all.filter((character) => DRIVES.test(neutralise(character)))).toEqual([]);
});

test("neutralising twice changes nothing more", () => {
  fc.assert(
    fc.property(nastyText, (text) => {
      expect(neutralise(neutralise(text))).toBe(neutralise(text));
    }),
  );
});

test("neutralised JSON drives no terminal and parses to the same value", () => {
  fc.assert(
    fc.property(fc.dictionary(nastyText, nastyText), (value) => {
      const json = neutraliseJson(JSON.stringify(value));
      expect(json).not.toMatch(DRIVES);
      expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});

test("what is unsafe is shown as an escape, and other text stays as it is", () => {
  expect(neutralise("\x1b[2J\x9b1m \u202eabc\u{e0041}\ud800")).toBe(
    "\\x1b[2J\\x9b1m \\u202eabc\\u{e0041}\\ud800",
  );
  expect(neutralise("Grüße, 世界 👩‍👩‍👧\nnext")).toBe("Grüße, 世界 👩‍👩‍👧\nnext");
});

test("the last gate passes this program's colours and nothing else", () => {
  expect(guard("\x1b[1m\x1b[31mred\x1b[39m\x1b[22m", { styles: true })).toBe(
    "\x1b[1m\x1b[31mred\x1b[39m\x1b[22m",
  );
  expect(guard("\x1b[8mhidden \x1b]0;title\x07", { styles: true })).toBe(
    "\\x1b[8mhidden \\x1b]0;title\\x07",
  );
  expect(guard("\x1b[31mred\x1b[39m", { styles: false })).toBe("\\x1b[31mred\\x1b[39m");
});

test("one of a thing is not several", () => {
  expect([0, 1, 2].map((count) => nounFor(count, "item"))).toEqual(["items", "item", "items"]);
  expect([counted(1, "match", "matches"), counted(1_000, "match", "matches")]).toEqual([
    "1 match",
    "1,000 matches",
  ]);
  const cleared = (refs: number[]) =>
    describeFact({ type: "outputs.cleared", data: { refs, placeholder: "", historyVersion: 1 } });
  expect(cleared([3])?.text).toBe("1 output cleared");
  expect(cleared([3, 4])?.text).toBe("2 outputs cleared");
  const page = renderStatsHtml({ ...statsReport(emptyTally()), threads: 1, turns: 1, forks: 2 });
  expect(page).toContain("1 thread, ");
  expect(page).toContain("1 turn, 0 events");
  expect(page).toContain("2 forks");
});
