import fc from "fast-check";
import { expect, test } from "vitest";
import { isRefoldError } from "../../../src/errors.js";
import { foldText, parseQuery } from "../../../src/sessions/search/query.js";

const text = fc.string({
  unit: fc.constantFrom(...'aAbK ſsİiΣσςßẞ\n"é日😀-_/0'.split("")),
  maxLength: 20,
});

test("folding keeps every place, and takes parts as it takes the whole", () => {
  const property = fc.property(text, text, (one, other) => {
    expect(foldText(one)).toHaveLength(one.length);
    expect(foldText(one + other)).toBe(foldText(one) + foldText(other));
    expect(foldText(foldText(one))).toBe(foldText(one));
  });
  fc.assert(property);
});

function found(query: string, ...texts: readonly string[]): readonly string[] | null {
  const places = parseQuery(query).find(texts);
  return (
    places?.flatMap((all, index) =>
      all.map(({ from, to }) => texts[index]?.slice(from, to) ?? ""),
    ) ?? null
  );
}

test("all words have to be there, in any order, in any case, in any of an event's texts", () => {
  expect(found("rate limit", "the Limit", "its RATE")).toEqual(["Limit", "RATE"]);
  expect(found("rate limit", "the limit")).toBeNull();
  expect(found("straße", "STRAßE")).toEqual(["STRAßE"]);
});

test("a phrase is found as it stands, whatever the white space in it", () => {
  expect(found('"rate limit"', "rate  \n limit, rated limit")).toEqual(["rate  \n limit"]);
  expect(found('say "a b', "say a\tb")).toEqual(["say", "a\tb"]);
  expect(found('"a a"', "a a a a")).toEqual(["a a", "a a"]);
});

test("a pattern is found in one case, or in any with its flag", () => {
  expect(found(String.raw`/time(d )?out\d/`, "Timed out1 timeout2")).toEqual(["timeout2"]);
  expect(found(String.raw`/time(d )?out\d/i`, "Timed out1 timeout2")).toEqual([
    "Timed out1",
    "timeout2",
  ]);
  expect(found("/^b$/m", "a\nb")).toEqual(["b"]);
  expect(found("/b/gu", "a\nb")).toEqual(["b"]);
});

test("what begins with a slash and has no flags after the last one is a path", () => {
  expect(found("/home/orla", "in /home/orla/x")).toEqual(["/home/orla"]);
});

test.each([
  ["   "],
  ['""'],
  ["/(a/"],
  ["/a(?=b)/"],
  [String.raw`/(a)\1/`],
  ["/a*/"],
  ["/((a{0,100}){0,100}){0,100}/"],
])("%s is refused", (query) => {
  expect(() => parseQuery(query)).toThrow(expect.objectContaining({ code: "invalid-argument" }));
});

test("a refused pattern's place is named", () => {
  expect(() => parseQuery("/ab(?=c)/")).toThrow("at character 3");
});

test("no pattern hangs on any text", () => {
  const long = "a".repeat(200_000);
  for (const query of ["/(a*)*b/", "/(a|a)*b/", "/(a+a+)+b/", String.raw`/(\w|a)+\W/`]) {
    expect(found(query, long)).toBeNull();
  }
});

/** Whatever a query finds holds what it requires: else an index would leave it out. */
test("a text in which something is found holds what is required", () => {
  const word = fc.string({ unit: fc.constantFrom(..."aAkKK sſΣς1".split("")), minLength: 1 });
  const pattern = fc
    .array(fc.oneof(word, fc.constantFrom("(a|k)", "[a-k]+", "(?:ss)?", ".", "(ak|Ka|1)")), {
      minLength: 1,
      maxLength: 4,
    })
    .map((parts) => parts.join(""));
  const query = fc.oneof(
    word.map((one) => `"${one}"`),
    fc.tuple(pattern, fc.constantFrom("", "i", "is")).map(([one, flags]) => `/${one}/${flags}`),
  );
  const property = fc.property(
    query,
    fc.array(word).map((words) => words.join("")),
    (one, where) => {
      const parsed = accepted(one);
      if (parsed === null || parsed.find([where]) === null) return;
      expect(isHeld(parsed.required, foldText(where))).toBe(true);
    },
  );
  fc.assert(property, { numRuns: 2000 });
});

function accepted(query: string) {
  try {
    return parseQuery(query);
  } catch (error) {
    if (isRefoldError(error, "invalid-argument")) return null; // it matches an empty text
    throw error;
  }
}

function isHeld(required: ReturnType<typeof parseQuery>["required"], folded: string): boolean {
  if (typeof required === "string") return folded.includes(required);
  if ("all" in required) return required.all.every((part) => isHeld(part, folded));
  return required.any.some((part) => isHeld(part, folded));
}
