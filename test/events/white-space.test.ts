import { expect, test } from "vitest";
import { isBlank, trimWhiteSpace } from "../../src/events/white-space.js";

test("what is trimmed is Unicode white space, no more and no less (§1.3)", () => {
  for (let unit = 0; unit <= 0xffff; unit++) {
    const character = String.fromCharCode(unit);
    const isWhite = /^\p{White_Space}$/u.test(character);
    const shown = `U+${unit.toString(16)}`;
    const trimmed = trimWhiteSpace(`${character}a${character}`);
    expect([shown, isBlank(character), trimmed.length]).toEqual([shown, isWhite, isWhite ? 1 : 3]);
  }
});
