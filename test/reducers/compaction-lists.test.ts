import { describe, expect, test } from "vitest";
import {
  chooseSummary,
  findInsertionPoint,
  summaryMessage,
} from "../../src/reducers/kept-messages.js";
import {
  assistant,
  compaction,
  entriesOf,
  entryOf,
  environment,
  ghost,
  hook,
  permissions,
  summary,
  user,
} from "./entries.js";

describe("the summary (§11.3-11.4)", () => {
  test("it is the newest assistant text that is not blank without its citations", () => {
    const reply = [
      assistant("older"),
      assistant(" a<oai-mem-citation>x</oai-mem-citation>", "b "),
      assistant("<oai-mem-citation>only</oai-mem-citation>\u0085"),
      user("not me"),
    ];
    expect(chooseSummary(reply)).toBe(" ab ");
  });

  test("there is none without an assistant text", () => {
    expect(chooseSummary([user("x"), assistant()])).toBe("");
  });

  test.each([
    ["a<oai-mem-citation>x</oai-mem-citation>b<oai-mem-citation>y</oai-mem-citation>", "ab"],
    ["a<oai-mem-citation>never closed", "a"],
    ["a</oai-mem-citation>b", "a</oai-mem-citation>b"],
    ["a<oai-mem-", "a<oai-mem-"],
    [
      "a<oai-mem-citation>x<oai-mem-citation>y</oai-mem-citation>z</oai-mem-citation>",
      "az</oai-mem-citation>",
    ],
  ])("citations are taken out of %j", (text, visible) => {
    expect(chooseSummary([assistant(text)])).toBe(visible);
  });

  test("its message holds the text; a placeholder stands for an empty one", () => {
    expect(summaryMessage("x")).toEqual(user("x"));
    expect(summaryMessage("")).toEqual(user("(no summary available)"));
  });
});

describe("where initial context goes (§11.6)", () => {
  const ours = (text: string) => ({ ...entryOf(user(text)), summary: true });

  test.each<[string, ReturnType<typeof entryOf>[], number]>([
    [
      "before the last user message",
      [...entriesOf(user("a"), user("b"), environment), ours("s")],
      1,
    ],
    ["before the last summary", [...entriesOf(hook), ours("s"), ours("t"), entryOf(compaction)], 2],
    ["before the last compaction item", entriesOf(compaction, compaction, assistant("x")), 1],
    ["at the end", entriesOf(assistant("x"), permissions), 2],
    ["at the end of nothing", [], 0],
  ])("%s", (_, entries, place) => {
    expect(findInsertionPoint(entries)).toBe(place);
  });

  test("a summary that the user typed is the user's message", () => {
    const typed = { ...entryOf(summary("typed by the user")), origin: "user" as const };
    expect(findInsertionPoint([typed, ours("our summary")])).toBe(0);
    expect(findInsertionPoint([...entriesOf(compaction, ghost), ours("our summary")])).toBe(2);
  });
});
