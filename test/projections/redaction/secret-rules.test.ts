import fc from "fast-check";
import { expect, test } from "vitest";
import { SECRET_RULES } from "../../../src/projections/redaction/secret-rules.js";
import { madeFrom } from "./made-from.js";

test.each(SECRET_RULES.map((rule) => [rule.kind, rule] as const))(
  "in whatever the rule of %s matches is one of its hints",
  (_kind, { pattern, hints }) => {
    let matched = 0;
    const property = fc.property(madeFrom(pattern), fc.boolean(), (made, isShouted) => {
      const text = isShouted && pattern.flags.includes("i") ? made.toUpperCase() : made;
      const matches = [...text.matchAll(pattern)];
      matched += matches.length;
      const isHinted = hints.some((hint) => text.toLowerCase().includes(hint));
      return matches.every(([match]) => match.length >= 6 && isHinted);
    });
    fc.assert(property, { numRuns: 200 });
    expect(matched).toBeGreaterThan(0);
  },
);
