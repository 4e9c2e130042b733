import { describe, expect, test } from "vitest";
import { SUMMARY_PREFIX } from "../../src/codex-strings.js";
import type { Item } from "../../src/events/item.js";
import {
  chooseSummary,
  findInsertionPoint,
  prefixedSummary,
  readByContent,
  readByOrigin,
  stripCitations,
  summaryMessage,
} from "../../src/reducers/kept-messages.js";
import {
  isKeptOfRemoteCompaction,
  trimForRemoteCompaction,
} from "../../src/reducers/remote-compaction.js";
import {
  assistant,
  call,
  compaction,
  customOutput,
  developer,
  entriesOf,
  entryOf,
  environment,
  ghost,
  hook,
  image,
  instruction,
  output,
  permissions,
  searchOutput,
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
    expect(stripCitations(text)).toBe(visible);
  });

  test("its message holds the prefix and the text; a placeholder stands for an empty text", () => {
    expect(summaryMessage(prefixedSummary("x"))).toEqual(user(`${SUMMARY_PREFIX}\nx`));
    expect(summaryMessage(prefixedSummary(""))).toEqual(user(`${SUMMARY_PREFIX}\n`));
    expect(summaryMessage("")).toEqual(user("(no summary available)"));
  });
});

describe("where initial context goes (§11.6)", () => {
  test.each<[string, Item[], number]>([
    ["before the last user message", [user("a"), user("b"), hook, environment, summary("s")], 1],
    ["before the last summary", [hook, summary("s"), summary("t"), compaction, assistant("x")], 2],
    ["before the last compaction item", [compaction, compaction, assistant("x"), environment], 1],
    ["at the end", [assistant("x"), instruction(true), permissions], 3],
    ["at the end of nothing", [], 0],
  ])("%s", (_, items, place) => {
    expect(findInsertionPoint(entriesOf(...items), readByContent)).toBe(place);
  });

  test("in our own threads origin and entry tell", () => {
    const typed = { ...entryOf(summary("typed by the user")), origin: "user" as const };
    const ours = { ...entryOf(user("our summary")), summary: true };
    expect(findInsertionPoint([typed, ours], readByOrigin)).toBe(0);
    expect(findInsertionPoint([compaction, ghost].map(entryOf).concat(ours), readByOrigin)).toBe(2);
  });
});

describe("remote compaction (§11.7-11.8)", () => {
  test("assistant messages, compaction items, and messages of users and hooks are kept", () => {
    const kept = [assistant("x"), instruction(true), compaction, user("x"), user(image), hook];
    const dropped: Item[] = [
      developer("x"),
      permissions,
      environment,
      { type: "message", role: "system", content: [] },
      { type: "reasoning", summary: [] },
      call("a"),
      output("a"),
      ghost,
    ];
    expect([...kept, summary("x"), ...dropped].filter(isKeptOfRemoteCompaction)).toEqual([
      ...kept,
      summary("x"),
    ]);
    expect(isKeptOfRemoteCompaction(user("hello", "<skill>x</skill>"))).toBe(false);
  });

  test("outputs and developer messages go from the end, with their calls, until it fits", () => {
    const entries = entriesOf(
      user("x"),
      call("a"),
      output("a"),
      call("b"),
      permissions,
      output("b"),
      searchOutput("s"),
      customOutput("c"),
    );
    const tokens = (...places: number[]) =>
      places.reduce((sum, place) => sum + Math.ceil((entries[place]?.countedBytes ?? 0) / 4), 0);
    const all = tokens(0, 1, 2, 3, 4, 5, 6, 7);
    const trim = (window: number) => trimForRemoteCompaction(entries, { tokens: all, window });
    expect(trim(all)).toEqual({ removed: [], tokens: all });
    expect(trim(all - 1)).toEqual({ removed: [7], tokens: all - tokens(7) });
    expect(trim(all - tokens(6, 7) - 1)).toEqual({
      removed: [3, 5, 6, 7],
      tokens: tokens(0, 1, 2, 4),
    });
    expect(trim(0)).toEqual({ removed: [1, 2, 3, 4, 5, 6, 7], tokens: tokens(0) });
  });

  test("it stops at anything else, whether it fits or not", () => {
    const entries = entriesOf(output("a"), assistant("x"));
    expect(trimForRemoteCompaction(entries, { tokens: 100, window: 0 })).toEqual({
      removed: [],
      tokens: 100,
    });
  });
});
