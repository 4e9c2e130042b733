import fc from "fast-check";
import { expect, test } from "vitest";
import { alignLists } from "../../src/projections/align-lists.js";

const words = fc.array(fc.constantFrom("tide", "moon", "star", "sun"), { maxLength: 30 });
const BY_WORD = { isSame: (one: string, other: string) => one === other, reach: 5 };

test("every element of both lists stands in one place, in order, and only equal ones together", () => {
  const property = fc.property(words, words, (one, other) => {
    const places = [...alignLists(one, other, BY_WORD)];
    expect(places.flatMap((place) => place.one ?? [])).toEqual([...one.keys()]);
    expect(places.flatMap((place) => place.other ?? [])).toEqual([...other.keys()]);
    for (const place of places.filter(({ isSame }) => isSame)) {
      expect(one[place.one ?? -1]).toBe(other[place.other ?? -2]);
    }
  });
  fc.assert(property);
});

test("equal lists stand together all through", () => {
  const property = fc.property(words, (list) => {
    expect([...alignLists(list, list, BY_WORD)].every(({ isSame }) => isSame)).toBe(true);
  });
  fc.assert(property);
});

test("lists meet again, also after a stretch that is longer than the reach", () => {
  const tail = ["the", "same", "end"];
  const one = [...Array.from({ length: 12 }, (_, index) => `one ${index}`), ...tail];
  const other = [...Array.from({ length: 12 }, (_, index) => `other ${index}`), ...tail];
  const places = [...alignLists(one, other, BY_WORD)];
  expect(places.filter(({ isSame }) => isSame)).toHaveLength(tail.length);
});
