import fc from "fast-check";
import { expect, test } from "vitest";
import { anyCharacter } from "../any-character.js";
import { counted } from "../../src/projections/figures.js";
import { excerpt, paragraph } from "../../src/cli/output/layout.js";
import { guard } from "../../src/cli/output/output.js";
import {
  neutralise,
  neutraliseJson,
  neutraliseLine,
  neutraliseText,
  nounFor,
  withoutEscapes,
} from "../../src/projections/display-text.js";
import { renderStatsHtml } from "../../src/sessions/static-page.js";
import { statsReport } from "../../src/projections/stats/stats-report.js";
import { emptyTally } from "../../src/projections/stats/tally.js";
import { describeFact } from "../../src/projections/transcript/transcript.js";

/** What drives a terminal, or reorders and hides what it shows. */
const DRIVES =
  // eslint-disable-next-line no-control-regex -- controls are what it looks for
  /[\0-\x08\x0b-\x1f\x7f-\x9f\u00ad\u061c\u115f\u1160\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\u{e0000}-\u{e007f}]|\u034f|[\u{e0100}-\u{e01ef}]|\p{Surrogate}/u;

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
    fc.string({ unit: anyCharacter, maxLength: 2 }),
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

test.each([
  ["a colour", "\x1b[1;31mred\x1b[0m \x1b[38;5;196mtoo\x1b[m", "red too"],
  ["a cursor", "\x1b[2K\x1b[1Gdone\x1b[?25h", "done"],
  ["a title", "\x1b]0;building\x07built", "built"],
  ["a link", "\x1b]8;;http://x\x1b\\here\x1b]8;;\x1b\\", "here"],
  ["a character set", "\x1b(Bplain\x1b=\x1bc", "plain"],
  ["an eight-bit form", "\x9b31mred\x9d0;title\x9c", "red"],
  ["a sequence that was cut", "red\x1b[3", "red"],
  ["a string without an end: only its beginning goes", "\x1b]0;no end\nmore", "0;no end\nmore"],
])("%s vanishes from what people read", (_what, text, words) => {
  expect(withoutEscapes(text)).toBe(words);
  expect(neutraliseText(text)).toBe(words);
  expect(excerpt(text, 80)).toBe(words.replace("\n", " "));
});

test("without escape sequences a text stays as it is, and with them every other character", () => {
  const words = fc.string({
    unit: fc.constantFrom("a", "[", "]", "3", "m", "\\", "\n", "é", "字"),
  });
  const colour = fc.constantFrom("\x1b[31m", "\x1b[0m", "\x1b]0;t\x07", "\x9b1;4m");
  fc.assert(
    fc.property(fc.array(fc.tuple(words, colour)), (parts) => {
      const plain = parts.map(([text]) => text).join("");
      expect(withoutEscapes(plain)).toBe(plain);
      expect(neutraliseText(plain)).toBe(plain);
      expect(withoutEscapes(parts.map(([text, escape]) => escape + text).join(""))).toBe(plain);
    }),
  );
});

test("what people read of a session holds nothing that drives a terminal", () => {
  fc.assert(
    fc.property(nastyText, (text) => {
      expect(withoutEscapes(text)).not.toContain("\x1b");
      expect(excerpt(text, 40)).not.toMatch(DRIVES);
      expect(paragraph(text, { columns: 40, indent: "" }).join("")).not.toMatch(DRIVES);
    }),
  );
});

test("escape sequences are found in linear time", () => {
  for (const start of ["\x1b", "\x1b[", "\x1b]", "\x9d", "\x1b]a"]) {
    const began = performance.now();
    withoutEscapes(start.repeat(300_000));
    expect(performance.now() - began).toBeLessThan(2_000);
  }
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
