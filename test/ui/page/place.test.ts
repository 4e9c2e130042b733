import fc from "fast-check";
import { expect, test } from "vitest";
import { formatPlace, homePlace, parsePlace } from "../../../src/ui/page/place.js";

const word = fc.string({ minLength: 1 });
const filters = fc.dictionary(word, word, { noNullPrototype: true });
const pane = fc.oneof(
  fc.constant(""),
  word.filter((name) => name !== "at"),
);
const offset = fc.option(fc.nat({ max: 999_999_999_999 }));
const inSession = fc.record({ session: word, at: offset, pane, filters });
const atHome = filters.map((asked) => ({ ...homePlace, filters: asked }));

test("the address of a place leads back to it", () => {
  const property = fc.property(fc.oneof(inSession, atHome), (place) => {
    expect(parsePlace(formatPlace(place))).toEqual(place);
  });
  fc.assert(property);
});

test("names in any script and with any sign keep their form", () => {
  const place = { session: "a/b?c#d%", at: 3, pane: "Übersicht", filters: { q: "重构 & +" } };
  expect(parsePlace(formatPlace(place))).toEqual(place);
});

test("an address that is no place leads to the sessions, or to the end of one", () => {
  const property = fc.property(fc.string({ unit: "binary-ascii" }), (hash) => {
    expect(() => parsePlace(`#${hash}`)).not.toThrow();
  });
  fc.assert(property);
  expect(parsePlace("")).toEqual(homePlace);
  expect(parsePlace("#/s/%E0%A4%A/at/3")).toEqual(homePlace);
  expect(parsePlace("#/s/key/at/many/prompt")).toMatchObject({ session: "key", at: null });
});
