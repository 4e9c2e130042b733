import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { anyCharacter } from "../any-character.js";
import type { TruncationPolicy } from "../../src/events/primitives.js";
import { truncateText } from "../../src/reducers/truncate-text.js";

const anyText = fc.oneof(
  fc.string({ unit: anyCharacter, maxLength: 80 }),
  fc.string({ unit: "binary-ascii", maxLength: 120 }),
  fc
    .array(fc.constantFrom("a", "é", "語", "😀", "\ud800", "\udc00", "\n"), { maxLength: 60 })
    .map((units) => units.join("")),
);
const policy = fc.record({
  mode: fc.constantFrom("bytes" as const, "tokens" as const),
  limit: fc.nat({ max: 40 }),
});

/** Characters of a text with their bytes; a lone surrogate is one character of three bytes. */
function characters(text: string): { text: string; bytes: number }[] {
  return Array.from(text, (character) => ({
    text: character,
    bytes: new TextEncoder().encode(character).length,
  }));
}

/**
 * The rules of docs/semantics.md §5.1-5.5 over a list of characters, as slowly as they are written.
 */
function slowTruncate(text: string, { mode, limit }: TruncationPolicy): string {
  const all = characters(text);
  const bytes = all.reduce((sum, character) => sum + character.bytes, 0);
  const budget = mode === "bytes" ? limit : limit * 4;
  if (text === "" || (limit > 0 && bytes <= budget)) return text;
  const headBudget = Math.floor(budget / 2);
  const tailFrom = bytes - (budget - headBudget);
  let [head, tail, removed, at] = ["", "", 0, 0];
  for (const character of all) {
    if (at + character.bytes <= headBudget) head += character.text;
    else if (at >= tailFrom) tail += character.text;
    else removed++;
    at += character.bytes;
  }
  const marker =
    mode === "bytes"
      ? `…${removed} chars truncated…`
      : `…${Math.ceil((bytes - budget) / 4)} tokens truncated…`;
  return head + marker + tail;
}

describe("truncating text (§5)", () => {
  test("a truncated text is what the rules give, character by character", () => {
    fc.assert(
      fc.property(anyText, policy, (text, under) => {
        expect(truncateText(text, under).text).toBe(slowTruncate(text, under));
      }),
      { numRuns: 500 },
    );
  });

  test("what stays and what went make up the original", () => {
    fc.assert(
      fc.property(anyText, policy, (text, under) => {
        const { text: truncated, removedBytes } = truncateText(text, under);
        if (removedBytes === null) {
          expect(truncated).toBe(text);
          return;
        }
        const total = characters(text).reduce((sum, { bytes }) => sum + bytes, 0);
        const budget = under.mode === "bytes" ? under.limit : under.limit * 4;
        expect(total - removedBytes).toBeLessThanOrEqual(budget);
        expect(total - removedBytes).toBeGreaterThan(budget - 8);
      }),
    );
  });

  test("3.1 an empty text is returned as is, whatever the limit", () => {
    expect(truncateText("", { mode: "bytes", limit: 0 })).toEqual({ text: "", removedBytes: null });
    expect(truncateText("", { mode: "tokens", limit: 5 })).toEqual({
      text: "",
      removedBytes: null,
    });
  });

  test("3.2 a text of just its budget is returned as is, in both modes", () => {
    expect(truncateText("12345678", { mode: "bytes", limit: 8 }).removedBytes).toBeNull();
    expect(truncateText("12345678", { mode: "tokens", limit: 2 }).removedBytes).toBeNull();
    expect(truncateText("語語", { mode: "bytes", limit: 6 }).removedBytes).toBeNull();
    expect(truncateText("語語", { mode: "bytes", limit: 5 }).removedBytes).not.toBeNull();
  });

  test("3.3 a limit of 0 leaves only the marker, which counts everything", () => {
    expect(truncateText("語😀a", { mode: "bytes", limit: 0 }).text).toBe("…3 chars truncated…");
    expect(truncateText("123456789", { mode: "tokens", limit: 0 }).text).toBe(
      "…3 tokens truncated…",
    );
  });

  test("3.4 the odd byte of the budget goes to the tail", () => {
    expect(truncateText("abcdefghij", { mode: "bytes", limit: 5 }).text).toBe(
      "ab…5 chars truncated…hij",
    );
  });

  test("3.5 a character on a cut is dropped and counted; tokens are counted from the budget", () => {
    expect(truncateText("😀😀😀", { mode: "bytes", limit: 7 }).text).toBe("…2 chars truncated…😀");
    expect(truncateText("x".repeat(100), { mode: "tokens", limit: 10 }).text).toBe(
      `${"x".repeat(20)}…15 tokens truncated…${"x".repeat(20)}`,
    );
  });

  test("§2.10: 30,000 tokens under a bare policy of 10,000 show a marker of 20,000", () => {
    const { text } = truncateText("x".repeat(120_000), { mode: "tokens", limit: 10_000 });
    expect(text).toContain("…20000 tokens truncated…");
  });

  test("a pair of surrogates is never split by a cut that falls on long texts", () => {
    const text = `${"a".repeat(99)}😀${"b".repeat(300)}😀${"c".repeat(98)}`;
    const { text: truncated } = truncateText(text, { mode: "bytes", limit: 200 });
    expect(truncated).toBe(slowTruncate(text, { mode: "bytes", limit: 200 }));
    expect(truncated).not.toMatch(/\p{Surrogate}/u);
  });
});
