import fc from "fast-check";
import { expect, test } from "vitest";
import { foldText } from "../../../src/sessions/search/query.js";
import { decodePart, encodePart, type IndexPart } from "../../../src/sessions/search/index-part.js";
import { TermTable } from "../../../src/sessions/search/term-table.js";

const text = fc
  .string({ unit: fc.constantFrom(..."aabbc_1é日 -/\n".split("")), maxLength: 30 })
  .map(foldText);
/** The texts of each event of each file. */
const files = fc.array(fc.array(fc.array(text, { maxLength: 3 }), { maxLength: 6 }), {
  maxLength: 5,
});

function partOf(all: readonly (readonly (readonly string[])[])[]) {
  const table = new TermTable();
  const entries = all.map((events, index) => {
    for (const texts of events) table.add(texts);
    return {
      ...{ path: String(index), sizeBytes: 1, modifiedMs: 0.5, documents: events.length },
      ...{ firstAt: null, lastAt: null, cwd: null, damagedPlaces: 0, unread: null },
    };
  });
  return Buffer.from(encodePart(entries, table));
}

function opened(bytes: Buffer): IndexPart {
  const part = decodePart(bytes);
  if (typeof part === "string") throw new Error(part);
  return part;
}

test("a file with an event that holds what is required may hold it", () => {
  const needle = fc.string({ unit: fc.constantFrom(..."aabc_é日 -".split("")), maxLength: 4 });
  const property = fc.property(files, needle, needle, (all, one, other) => {
    const part = opened(partOf(all));
    const holding = (test: (texts: readonly string[]) => boolean) =>
      all.map((events) => events.some(test));
    const has = (texts: readonly string[], word: string) => texts.some((it) => it.includes(word));
    const both = holding((texts) => has(texts, one) && has(texts, other));
    const either = holding((texts) => has(texts, one) || has(texts, other));
    part
      .mayHold({ all: [one, other] })
      .forEach((may, file) => expect(may || !both[file]).toBe(true));
    part
      .mayHold({ any: [one, other] })
      .forEach((may, file) => expect(may || !either[file]).toBe(true));
    expect(part.files).toHaveLength(all.length);
  });
  fc.assert(property, { numRuns: 500 });
});

test("a run of letters is told exactly", () => {
  const needle = fc.string({
    unit: fc.constantFrom(..."abc_1é".split("")),
    minLength: 2,
    maxLength: 5,
  });
  const property = fc.property(files, needle, (all, word) => {
    const may = opened(partOf(all)).mayHold(word);
    expect(may).toEqual(all.map((events) => events.flat().some((it) => it.includes(word))));
  });
  fc.assert(property, { numRuns: 500 });
});

test("many terms, each longer than the first room for it, keep their documents", () => {
  const words = Array.from({ length: 30_000 }, (_, index) => `w${index}${"x".repeat(index % 50)}`);
  const all = words.map((word) => [[`${word} common`]]);
  const part = opened(partOf(all));
  for (const index of [0, 63, 64, 4095, 4096, 29_999]) {
    const may = part.mayHold(` ${words[index] ?? ""} `);
    expect(may.flatMap((is, file) => (is ? [file] : []))).toEqual([index]);
  }
  expect(part.mayHold("common").every((is) => is)).toBe(true);
});

test("no changed byte passes for a part of the index", () => {
  const whole = partOf([[["alpha beta"], ["gamma"]], [["beta"]]]);
  const property = fc.property(
    fc.nat(whole.length - 1),
    fc.integer({ min: 1, max: 255 }),
    (at, by) => {
      const changed = Buffer.from(whole);
      changed[at] = (changed[at] ?? 0) ^ by;
      expect(typeof decodePart(changed)).toBe("string");
      expect(decodePart(whole.subarray(0, at))).toBe("damaged");
    },
  );
  fc.assert(property);
});
