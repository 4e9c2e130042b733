import { expect, test } from "vitest";
import { isBlank, trimWhiteSpace } from "../../src/events/white-space.js";

test("what is trimmed is Unicode white space, no more and no less (§1.3)", () => {
  const wrong = Array.from({ length: 0x1_0000 }, (_, unit) => unit).filter((unit) => {
    const character = String.fromCharCode(unit);
    const isWhite = /^\p{White_Space}$/u.test(character);
    const trimmed = trimWhiteSpace(`${character}a${character}`);
    return isBlank(character) !== isWhite || trimmed.length !== (isWhite ? 1 : 3);
  });
  expect(wrong.map((unit) => `U+${unit.toString(16)}`)).toEqual([]);
});
