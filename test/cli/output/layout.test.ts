import fc from "fast-check";
import stringWidth from "string-width";
import wrapAnsi from "wrap-ansi";
import { expect, test } from "vitest";
import { quickExcerpt } from "../../../src/cli/list/row-lines.js";
import { excerpt, padEnd, padStart, paragraph, PLAIN } from "../../../src/cli/output/layout.js";

const anyText = fc.string({
  unit: fc.oneof(
    fc.constantFrom("\n", " ", "字", "👩‍👩‍👧", "\x1b[31m", "wörter", "\t"),
    fc.string({ unit: "grapheme", maxLength: 3 }),
  ),
  maxLength: 300,
});

test("plain characters take a column each", () => {
  const all = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code));
  const plain = all.filter((character) => PLAIN.test(character));
  expect(plain.length).toBeGreaterThan(500);
  expect(plain.filter((character) => stringWidth(character) !== 1)).toEqual([]);
});

test("an excerpt fits on one line of the given width", () => {
  fc.assert(
    fc.property(anyText, fc.integer({ min: 2, max: 100 }), (text, columns) => {
      const line = excerpt(text, columns);
      expect(line).not.toContain("\n");
      expect(stringWidth(line)).toBeLessThanOrEqual(columns);
    }),
  );
});

test("a quick excerpt is the excerpt, or none", () => {
  const mostlyPlain = fc.string({
    unit: fc.oneof(
      { weight: 30, arbitrary: fc.constantFrom("a", "z", "ö", "–", "(") },
      { weight: 12, arbitrary: fc.constant(" ") },
      { weight: 1, arbitrary: fc.constantFrom("\n", "字", "\x07", "\u00a0") },
    ),
    maxLength: 30,
  });
  let quick = 0;
  fc.assert(
    fc.property(mostlyPlain, fc.integer({ min: 2, max: 30 }), (text, columns) => {
      const found = quickExcerpt(text, columns);
      if (found === undefined) return;
      quick += 1;
      expect(found).toBe(excerpt(text, columns));
    }),
    { numRuns: 2000 },
  );
  expect(quick).toBeGreaterThan(100);
});

test("plain text is wrapped where the library wraps it", () => {
  const plain = fc.string({
    unit: fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom("a", "z", "ö", "Ǆ", "–", "‑", "…", "│", "-", "(") },
      { weight: 2, arbitrary: fc.constant(" ") },
    ),
    minLength: 20,
    maxLength: 200,
  });
  fc.assert(
    fc.property(plain, fc.integer({ min: 20, max: 60 }), (text, columns) => {
      const whole = text.trimEnd();
      const lines = wrapAnsi(whole, columns, { hard: true, trim: false }).split("\n");
      expect(paragraph(text, { columns, indent: "" })).toEqual(
        lines.map((line, index) => (index === 0 ? line : line.trimStart()).trimEnd()),
      );
    }),
  );
});

test("a paragraph's lines fit the width, whatever the text", () => {
  fc.assert(
    fc.property(anyText, fc.integer({ min: 40, max: 100 }), (text, columns) => {
      for (const line of paragraph(text, { columns, indent: "    " })) {
        expect(stringWidth(line)).toBeLessThanOrEqual(columns);
      }
    }),
  );
});

test("a paragraph that is cut says how many lines it leaves out", () => {
  const text = "one\ntwo\nthree\nfour";
  expect(paragraph(text, { columns: 80, indent: "> ", maxLines: 2 })).toEqual([
    "> one",
    "> two",
    "> … 2 more lines",
  ]);
  expect(paragraph(text, { columns: 80, indent: "", maxLines: 4 })).toEqual(text.split("\n"));
});

test("a long text is cut before it is wrapped, and its lines are counted all the same", () => {
  const text = "word\n".repeat(1_000_000);
  const lines = paragraph(text, { columns: 80, indent: "", maxLines: 3 });
  expect(lines).toEqual(["word", "word", "word", "… 999997 more lines"]);
});

test("what is cut before it is measured is cut between characters", () => {
  for (let blanks = 70; blanks < 90; blanks++) {
    const line = excerpt(`a${" ".repeat(blanks)}😀😀`, 10);
    expect(line).toMatch(/^a( 😀)?(😀)?…?$/u);
    expect(line).not.toContain("\\u");
  }
});

test("an excerpt marks what it cut", () => {
  expect(excerpt("short", 10)).toBe("short");
  expect(excerpt("a longer line", 8)).toBe("a longe…");
});

test("padding counts what a terminal shows", () => {
  expect(padEnd("字", 4)).toBe("字  ");
  expect(padStart("字", 4)).toBe("  字");
});
