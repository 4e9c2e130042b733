import fc from "fast-check";
import { expect, test } from "vitest";
import { RecentlyUsed } from "../src/recently-used.js";

test("what was got or set last is kept, in the order of use", () => {
  const uses = fc.array(fc.tuple(fc.boolean(), fc.nat(9)), { maxLength: 60 });
  fc.assert(
    fc.property(uses, fc.integer({ min: 1, max: 5 }), (all, most) => {
      const recent = new RecentlyUsed<number, number>();
      let expected: readonly number[] = [];
      for (const [isSet, key] of all) {
        const isKnown = expected.includes(key);
        if (!isSet) expect(recent.get(key)).toBe(isKnown ? key : undefined);
        else {
          const surplus = recent.set(key, key).keep(most);
          expect(surplus.map(([gone]) => gone)).toEqual(
            isKnown ? [] : expected.slice(0, Math.max(0, expected.length + 1 - most)),
          );
        }
        if (!isSet && !isKnown) continue;
        expected = [...expected.filter((one) => one !== key), key].slice(-most);
        expect([...recent.keys()]).toEqual(expected);
      }
    }),
  );
});
