import fc from "fast-check";
import { expect, test } from "vitest";
import { firstWordsOf, toTitle } from "../../../../src/runtime/discovery/listing/first-words.js";
import { recordedItem, message } from "../../../../src/testing/render-context.js";

test("a title is the beginning of what was said, on one line, cut between characters", () => {
  const words = fc.array(fc.constantFrom("a", "tide ", "\n", "   ", "😀", "é"), {
    maxLength: 300,
    size: "max",
  });
  const property = fc.property(words, (said) => {
    const text = said.join("");
    const line = text.replace(/\s+/gu, " ").trim();
    const title = toTitle(text);
    expect(title).toBe(line === "" ? null : Array.from(line).slice(0, 160).join(""));
  });
  fc.assert(property);
});

test("what an editor puts before a request is no title", () => {
  const open = "# Context from my IDE setup:\n- tide.ts\n\n";
  expect(toTitle(`${open}## My request for Codex:\nWind the clock.\n`)).toBe("Wind the clock.");
  expect(toTitle(`${open}## My request for Codex:\n`)).toBeNull();
});

test("first words are a user's, not what was told to the model in a message of that form", () => {
  const place = { offset: 1, id: "01KN6MM6TRFAHVDH0DBT7K39Y9", at: "2026-04-01T10:00:00.000Z" };
  const wordsOf = (role: string, origin: "user" | "runtime" | "agent") => {
    const data = recordedItem(message(role, "Wind it."), origin);
    return firstWordsOf({ ...place, type: "item.recorded", v: 2, data });
  };
  expect(wordsOf("user", "user")).toBe("Wind it.");
  expect(wordsOf("user", "runtime")).toBeNull();
  expect(wordsOf("user", "agent")).toBeNull();
  expect(wordsOf("developer", "user")).toBeNull();
});
