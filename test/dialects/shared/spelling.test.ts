import { expect, test } from "vitest";
import { spellCall } from "../../../src/dialects/shared/spelling.js";

const callWith = (text: string) =>
  spellCall({ type: "function_call", call_id: "c", name: "read", arguments: text });

test("a number in arguments that JavaScript would change is a text where they are an object", () => {
  expect(callWith('{"id":12345678901234567890,"text":"12345678901234567890"}')).toMatchObject({
    input: { id: "12345678901234567890", text: "12345678901234567890" },
    hasNumbersAsTexts: true,
  });
  expect(callWith('{"id":1234567890}')).toMatchObject({
    ...{ input: { id: 1234567890 }, hasNumbersAsTexts: false },
  });
  expect(callWith("12345678901234567890")).toMatchObject({
    ...{ input: { arguments: "12345678901234567890" }, isWrapped: true, hasNumbersAsTexts: false },
  });
});
