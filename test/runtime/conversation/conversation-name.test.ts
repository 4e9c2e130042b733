import fc from "fast-check";
import { expect, test } from "vitest";
import { uuidToUlid } from "../../../src/events/ids.js";
import { checkName, readReference } from "../../../src/runtime/conversation/conversations.js";

test("an id is read in either spelling and case, and is nobody's name", () => {
  const spelled = fc.tuple(fc.ulid(), fc.constantFrom("upper", "lower"));
  const property = fc.property(spelled, ([ulid, letters]) => {
    const text = letters === "upper" ? ulid : ulid.toLowerCase();
    expect(readReference(` ${text}\n`)).toEqual({ id: ulid });
    expect(() => checkName(text)).toThrow("spelled like an id");
  });
  fc.assert(property);
  const uuid = "019d4d4a-1b58-7aa3-b6c4-0d5e8f31a7c9";
  expect(readReference(uuid.toUpperCase())).toEqual({ id: uuidToUlid(uuid) });
  expect(() => checkName(uuid)).toThrow("spelled like an id");
});

test("a name has 1 to 200 characters, blanks around it apart", () => {
  const longest = "n".repeat(200);
  expect(checkName(`  ${longest} `)).toBe(longest);
  expect(readReference(longest)).toEqual({ name: longest });
  for (const text of ["", "  ", `${longest}n`]) {
    expect(() => checkName(text)).toThrow(expect.objectContaining({ code: "invalid-argument" }));
    expect(() => readReference(text)).toThrow(expect.objectContaining({ code: "invalid-id" }));
  }
});

test("a name is the same in whichever form Unicode spells it", () => {
  const property = fc.property(fc.constantFrom("Ünï", "Ångström", "한국어", "ﬁ é"), (name) => {
    expect(checkName(name.normalize("NFD"))).toBe(checkName(name.normalize("NFC")));
    expect(readReference(name.normalize("NFD"))).toEqual({ name: checkName(name) });
  });
  fc.assert(property);
});
