import fc from "fast-check";

/** Surrogates are no characters. */
const [FIRST_SURROGATE, SURROGATES, LAST] = [0xd800, 0x800, 0x10ffff];

/**
 * Any character, as a unit of texts. The unit "binary" of fast-check has the same ones, and begins with a
 * table of all of them: a second of work in every process.
 */
export const anyCharacter = fc.nat(LAST - SURROGATES).map(
  (number) => String.fromCodePoint(number < FIRST_SURROGATE ? number : number + SURROGATES),
  (character) => {
    const code = typeof character === "string" ? character.codePointAt(0) : undefined;
    if (code === undefined || String.fromCodePoint(code) !== character) throw new Error("not one");
    return code < FIRST_SURROGATE ? code : code - SURROGATES;
  },
);
