import fc from "fast-check";
import { expect, test } from "vitest";
import { SECRET_RULES } from "../../../src/projections/redaction/secret-rules.js";

/** Of long runs a few characters do, and what is around a secret is not made. */
function madeFrom({ source }: RegExp): fc.Arbitrary<string> {
  const shorter = withoutAssertions(source).replace(
    /\{(\d+),(\d+)\}/g,
    (_whole, least: string, most: string) =>
      `{${least},${Math.min(Number(most), Number(least) + 3)}}`,
  );
  return fc.stringMatching(new RegExp(shorter, "s"));
}

/** The pattern without `\b`, look-ahead and look-behind. */
function withoutAssertions(source: string): string {
  let kept = "";
  for (let at = 0; at < source.length;) {
    const rest = source.slice(at);
    if (rest.startsWith(String.raw`\b`)) at += 2;
    else if (/^\(\?<?[!=]/.test(rest)) at += groupOf(rest).length;
    else {
      const token = /^(?:\\.|\[(?:\\.|[^\]\\])*\]|.)/s.exec(rest)?.[0] ?? "";
      kept += token;
      at += token.length;
    }
  }
  return kept;
}

/** A group that a text begins with, to its own end. */
function groupOf(text: string): string {
  let depth = 0;
  for (const { 0: token, index } of text.matchAll(/\\.|\[(?:\\.|[^\]\\])*\]|./gs)) {
    if (token === "(") depth += 1;
    if (token === ")") depth -= 1;
    if (depth === 0) return text.slice(0, index + token.length);
  }
  return text;
}

test.each(SECRET_RULES.map((rule) => [rule.kind, rule] as const))(
  "whatever the rule of %s matches holds one of its hints",
  (_kind, { pattern, hints }) => {
    let matched = 0;
    const property = fc.property(madeFrom(pattern), fc.boolean(), (made, isShouted) => {
      const text = isShouted && pattern.flags.includes("i") ? made.toUpperCase() : made;
      for (const [match] of text.matchAll(pattern)) {
        matched += 1;
        expect(match.length).toBeGreaterThanOrEqual(6);
        expect(hints.some((hint) => match.toLowerCase().includes(hint))).toBe(true);
      }
    });
    fc.assert(property, { numRuns: 300 });
    expect(matched).toBeGreaterThan(5);
  },
);
