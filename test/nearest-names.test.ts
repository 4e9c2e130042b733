import fc from "fast-check";
import { expect, test } from "vitest";
import { nearestNames, rankNames } from "../src/nearest-names.js";

const names = fc.uniqueArray(
  fc.string({ unit: fc.constantFrom("a", "b", "c", "A", "B", "-"), maxLength: 6 }),
  {
    selector: (name) => name.toLowerCase(),
  },
);

test("ranking keeps every name, and one that is known comes first in whatever case", () => {
  const property = fc.property(names, fc.nat(), (known, pick) => {
    const wanted = known[pick % Math.max(known.length, 1)] ?? "";
    const ranked = rankNames(wanted.toUpperCase(), known);
    expect(ranked.toSorted()).toEqual(known.toSorted());
    if (known.length > 0) expect(ranked[0]).toBe(wanted);
  });
  fc.assert(property);
});

test("the order in which names are known changes nothing", () => {
  const property = fc.property(fc.string({ maxLength: 6 }), names, (wanted, known) => {
    expect(rankNames(wanted, known.toReversed())).toEqual(rankNames(wanted, known));
  });
  fc.assert(property);
});

test("at most three names are near, in the order of the ranking", () => {
  const property = fc.property(fc.string({ maxLength: 6 }), names, (wanted, known) => {
    const nearest = nearestNames(wanted, known);
    expect(nearest.length).toBeLessThanOrEqual(3);
    expect(rankNames(wanted, known).filter((name) => nearest.includes(name))).toEqual(nearest);
  });
  fc.assert(property);
});

test("a name is near of which half is alike at least", () => {
  expect(nearestNames("abcd", ["abXY", "aXYZ", "ABCD"])).toEqual(["ABCD", "abXY"]);
  expect(nearestNames("aaaa", ["aaa2", "aaa1", "aaa3", "aaaa"])).toEqual(["aaaa", "aaa1", "aaa2"]);
});
