import fc from "fast-check";
import { expect, test } from "vitest";
import { neutralise, neutraliseJson, neutraliseLine } from "../../../src/cli/output/neutralise.js";
import { guard } from "../../../src/cli/output/output.js";

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
