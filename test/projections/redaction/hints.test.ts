import fc from "fast-check";
import { expect, test } from "vitest";
import { Hints } from "../../../src/projections/redaction/hints.js";
import { SECRET_RULES } from "../../../src/projections/redaction/secret-rules.js";

const hints = SECRET_RULES.flatMap((rule) => rule.hints);
const pass = new Hints(hints);

test("a hint is found exactly where a text in lower case holds it", () => {
  const parts = fc.oneof(
    fc.constantFrom(...hints),
    fc.constantFrom(...hints).map((hint) => hint.slice(1)),
    fc.constantFrom(...hints).map((hint) => hint.slice(0, -1).toUpperCase()),
    fc.mixedCase(fc.constantFrom(...hints)),
    fc.string({ maxLength: 4 }),
    fc.constantFrom("é", "İ", "пароль", "ПАРОЛЬ", "@", "`", "[", "{"),
  );
  const property = fc.property(fc.array(parts, { maxLength: 8 }), (texts) => {
    const text = texts.join("");
    const isThere = pass.in(text);
    const lower = text.toLowerCase();
    for (const hint of hints) expect([hint, isThere(hint)]).toEqual([hint, lower.includes(hint)]);
  });
  fc.assert(property);
});
