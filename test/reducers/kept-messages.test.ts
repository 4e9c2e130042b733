import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { tokensOfText } from "../../src/events/bytes.js";
import { countItemBytes } from "../../src/events/item-bytes.js";
import { userMessageText } from "../../src/events/item-class.js";
import {
  keepForeignUserMessages,
  keepUserMessages,
  userTextMessage,
} from "../../src/reducers/kept-messages.js";
import { ledgerItems } from "../../src/testing/arbitraries/items.js";
import {
  assistant,
  developer,
  entriesOf,
  entryOf,
  environment,
  hook,
  image,
  instruction,
  summary,
  user,
} from "./entries.js";

const foreignTexts = (...[entries, budget]: Parameters<typeof keepForeignUserMessages>) =>
  keepForeignUserMessages(entries, budget).map(({ item }) => userMessageText(item));
const ownItems = (...[entries, budget]: Parameters<typeof keepUserMessages>) =>
  keepUserMessages(entries, budget).map(({ item }) => item);

describe("user messages that a Codex compaction keeps (§11.1-11.2)", () => {
  test("contextual ones, hooks, summaries and other roles are not collected; empty ones are", () => {
    const entries = entriesOf(
      environment,
      user("one"),
      hook,
      assistant("x"),
      summary("old"),
      developer("x"),
      instruction(true),
      user(image),
      user("two"),
    );
    expect(foreignTexts(entries)).toEqual(["one", "", "two"]);
  });

  test("the newest that fit are kept, the next is truncated to the rest, older ones go", () => {
    const entries = entriesOf(user("oldest"), user("x".repeat(40)), user("12345678"));
    expect(foreignTexts(entries, 6)).toEqual([
      `${"x".repeat(8)}…6 tokens truncated…${"x".repeat(8)}`,
      "12345678",
    ]);
  });

  test("an empty text is free, but only reached while something is left", () => {
    const entries = entriesOf(user(""), user("1234"));
    expect(foreignTexts(entries, 1)).toEqual(["1234"]);
    expect(foreignTexts(entries, 2)).toEqual(["", "1234"]);
    expect(foreignTexts(entries, 0)).toEqual([]);
  });

  test("20,000 tokens are kept, and each message knows its entry", () => {
    const entries = entriesOf(user("a".repeat(40_000)), user("b".repeat(60_000)));
    const kept = keepForeignUserMessages(entries);
    expect(kept.map(({ entry }) => entry)).toEqual(entries);
    expect(kept[0]?.item).toEqual(
      userTextMessage(`${"a".repeat(10_000)}…5000 tokens truncated…${"a".repeat(10_000)}`),
    );
  });

  test("what is kept costs at most the budget, in the order of the list", () => {
    fc.assert(
      fc.property(
        fc.array(ledgerItems(), { maxLength: 15 }),
        fc.nat({ max: 40 }),
        (items, budget) => {
          const entries = entriesOf(...items);
          const kept = keepForeignUserMessages(entries, budget);
          const positions = kept.map(({ entry }) => entries.indexOf(entry));
          expect(positions).toEqual(positions.toSorted((left, right) => left - right));
          const whole = kept.slice(1).map(({ item }) => tokensOfText(userMessageText(item)));
          expect(whole.reduce((sum, cost) => sum + cost, 0)).toBeLessThanOrEqual(budget);
        },
      ),
    );
  });
});

describe("user messages that our own compaction keeps (§4.1, §11.9)", () => {
  test("origin tells, not content: a user may type what looks like a summary or a fragment", () => {
    const typed = { ...entryOf(summary("typed")), origin: "user" as const };
    const fragment = { ...entryOf(environment), origin: "user" as const };
    const injected = { ...entryOf(user("injected")), origin: "runtime" as const };
    const ours = { ...entryOf(user("ours")), summary: true };
    expect(ownItems([typed, fragment, injected, ours])).toEqual([typed.item, fragment.item]);
  });

  test("a message of images only keeps its images while they fit, else it is [image]", () => {
    const entries = entriesOf(user(image), user("text"));
    const cost = Math.ceil(countItemBytes(user(image)) / 4) + tokensOfText("text");
    expect(ownItems(entries, cost)).toEqual([user(image), user("text")]);
    expect(ownItems(entries, cost - 1)).toEqual([user("[image]"), user("text")]);
  });

  test("what stands for images costs what it takes", () => {
    const entries = entriesOf(user("older"), user(image));
    const cost = tokensOfText("[image]");
    expect(ownItems(entries, cost)).toEqual([user("[image]")]);
    expect(ownItems(entries, cost + tokensOfText("older"))).toEqual([
      user("older"),
      user("[image]"),
    ]);
  });

  test("a message without text and images goes; one with both keeps its text", () => {
    expect(ownItems(entriesOf(user(), user(""), user("a", image)))).toEqual([user("a")]);
  });

  test("no message is ever empty", () => {
    fc.assert(
      fc.property(
        fc.array(ledgerItems(), { maxLength: 15 }),
        fc.nat({ max: 4000 }),
        (items, budget) => {
          for (const item of ownItems(entriesOf(...items), budget)) {
            const hasImage = item.content.some((part) => part.type === "input_image");
            expect(hasImage || userMessageText(item) !== "").toBe(true);
          }
        },
      ),
    );
  });
});
