import { describe, expect, test } from "vitest";
import { factsOf } from "../../../src/reducers/reduce.js";
import { type CodexLine, SUMMARY_TEXT } from "../../../src/testing/arbitraries/codex-rollout.js";
import {
  answer,
  compacted,
  completed,
  context,
  decode,
  environment,
  event,
  item,
  line,
  message,
  meta,
  rolledBack,
  started,
  statesOf,
  summaryOf,
  used,
  user,
} from "./lines.js";

const turn = (id: string, model = `model of ${id}`): CodexLine[] => [
  started(id),
  context(id, model),
  user(`asked in ${id}`),
  answer(`answered in ${id}`),
  completed(id),
];
const ENVIRONMENT_TEXT = "<environment_context>here</environment_context>";
const historyOf = (...ids: readonly string[]): string[] =>
  ids.flatMap((id) => [`asked in ${id}`, `answered in ${id}`]);

describe("reconstruction (docs/semantics.md §12)", () => {
  test("11.1 a session gives its history, its settings and its baseline", async () => {
    expect(await summaryOf([meta, ...turn("a"), ...turn("b")])).toEqual({
      history: historyOf("a", "b"),
      baseline: "model of b",
      settings: "model of b",
    });
  });

  test("11.2 a task_started of another turn closes nothing: both turns are one", async () => {
    const lines = [meta, ...turn("a"), started("b"), user("asked in b"), completed("c")];
    expect((await summaryOf([...lines, rolledBack(1)])).history).toEqual([]);
  });

  test("11.2 what stands before the first task_started is a segment of its own", async () => {
    const lines = [meta, user("before"), ...turn("a"), rolledBack(1)];
    expect((await summaryOf(lines)).history).toEqual(["before"]);
  });

  test("11.3 a turn without a user's message is no user turn: rolled back with it goes the one before", async () => {
    const lines = [meta, ...turn("a"), started("b"), answer("by itself"), completed("b")];
    expect((await summaryOf([...lines, rolledBack(1)])).history).toEqual([]);
  });

  test("11.3 an event of a user message makes a user turn, and so does an agent's message", async () => {
    const instruction = JSON.stringify({
      author: "/root",
      recipient: "/root/reviewer",
      content: "look",
      trigger_turn: true,
    });
    const content = [{ type: "input_text", text: "There are nine." }];
    const report = item({ type: "agent_message", author: "/root/a", recipient: "/root", content });
    for (const mark of [event("user_message", { message: "x" }), answer(instruction), report]) {
      const lines = [meta, ...turn("a"), started("b"), mark, completed("b"), rolledBack(1)];
      expect((await summaryOf(lines)).history).toEqual(historyOf("a"));
    }
  });

  test("11.4 markers add up, and more turns than there are leave what precedes the first", async () => {
    const before = [meta, started("z"), environment, completed("z")];
    const lines = [...before, ...turn("a"), ...turn("b"), ...turn("c")];
    const history = async (...markers: readonly CodexLine[]) =>
      (await summaryOf([...lines, ...markers])).history.slice(1);
    expect(await history(rolledBack(1), rolledBack(1))).toEqual(historyOf("a"));
    expect(await history(rolledBack(2))).toEqual(historyOf("a"));
    expect(await history(rolledBack(9))).toEqual([]);
  });

  test("12.4 a rollback of all turns keeps the context before the first message", async () => {
    const first = [started("a"), environment, context("a", "x"), user("asked"), answer("said")];
    const lines = [meta, ...first, completed("a"), ...turn("b"), rolledBack(2), ...turn("c")];
    const { history } = await summaryOf(lines);
    expect(history).toEqual([ENVIRONMENT_TEXT, ...historyOf("c")]);
  });

  test("12.4 context after the marker is of no discarded turn", async () => {
    const lines = [meta, ...turn("a"), ...turn("b"), rolledBack(1), environment, answer("late")];
    const { history } = await summaryOf([...lines, ...turn("c")]);
    expect(history).toEqual([...historyOf("a"), ENVIRONMENT_TEXT, ...historyOf("c")]);
  });

  test("11.4 lines after the marker in a discarded turn go with it", async () => {
    const lines = [meta, ...turn("a"), ...turn("b"), rolledBack(1), answer("too late")];
    expect((await summaryOf(lines)).history).toEqual(historyOf("a"));
    const events = await decode(lines);
    expect(events.at(-2)).toMatchObject({ type: "history.rolled-back", data: { to: 5, turns: 1 } });
    expect(events.at(-1)).toMatchObject({
      type: "foreign.kept",
      data: { kind: "response_item.message", reason: "its turn was rolled back" },
    });
  });

  test("11.4 the end of a turn after the marker goes with it only where it names a turn", async () => {
    const lines = [meta, ...turn("a"), rolledBack(1)];
    const last = async (ids: object) =>
      (await decode([...lines, event("turn_aborted", { ...ids, reason: "interrupted" })])).at(-1);
    expect(await last({ turn_id: "a" })).toMatchObject({ type: "foreign.kept" });
    for (const unnamed of [{}, { turn_id: null }]) {
      expect(await last(unnamed)).toMatchObject({ type: "turn.aborted" });
    }
  });

  test("11.5 settings are of the oldest matching context, the baseline is the newest", async () => {
    const lines = [meta, started("a"), context("a", "first"), context("b", "of another turn")];
    const whole = [...lines, context(null, "unnamed"), user("x"), context("a", "last")];
    expect(await summaryOf([...whole, completed("a")])).toMatchObject({
      baseline: "last",
      settings: "first",
    });
  });

  test("11.5 a compaction clears the baseline until a context is told again in the same turn", async () => {
    const lines = [meta, ...turn("a"), started("b"), context("b", "before"), user("x")];
    const cut = [...lines, compacted("s", user("x"))];
    expect(await summaryOf(cut)).toMatchObject({ baseline: null, settings: "before" });
    expect(await summaryOf([...cut, context("b", "again")])).toMatchObject({ baseline: "again" });
  });

  test("11.5 a context outside of user turns neither counts nor undoes a compaction there", async () => {
    const lines = [meta, ...turn("a"), started("b"), context("b", "other"), completed("b")];
    expect(await summaryOf(lines)).toMatchObject({
      baseline: "model of a",
      settings: "model of a",
    });
    const cut = [meta, ...turn("a"), started("b"), compacted("s"), context("b", "other")];
    expect(await summaryOf(cut)).toMatchObject({ baseline: null, settings: "model of a" });
  });

  test("11.6 the newest surviving checkpoint is the base, verbatim", async () => {
    const odd = item({ type: "a_kind_from_the_future", value: 1 });
    const lines = [meta, ...turn("a"), started("b"), user("x"), compacted("s", user("kept"), odd)];
    expect((await summaryOf([...lines, answer("y")])).history).toEqual([
      "kept",
      "a_kind_from_the_future",
      "y",
    ]);
  });

  test("11.7 a legacy compaction puts the context before the first turn first", async () => {
    const legacy = line("compacted", { message: "in short" });
    const lines = [meta, message("developer", "rules"), environment, ...turn("a"), environment];
    const { history } = await summaryOf([...lines, legacy]);
    expect(history).toEqual([
      "rules",
      "<environment_context>here</environment_context>",
      "asked in a",
      "in short",
    ]);
    const lifecycle = [meta, environment, user("one"), environment, legacy, legacy];
    expect((await summaryOf(lifecycle)).history).toEqual([
      "<environment_context>here</environment_context>",
      ...["one", "in short", "in short"],
    ]);
  });

  test("11.7 a legacy compaction keeps the users' words, and clears the baseline for good", async () => {
    const legacy = line("compacted", { message: "in short" });
    const lines = [meta, ...turn("a"), started("b"), user("more"), legacy, completed("b")];
    expect(await summaryOf([...lines, ...turn("c")])).toEqual({
      history: ["asked in a", "more", "in short", ...historyOf("c")],
      baseline: null,
      settings: "model of c",
    });
    const newer = [started("d"), user("y"), compacted("s", user("kept")), context("d", "told")];
    expect((await summaryOf([...lines, ...newer])).baseline).toBe("told");
  });

  test("11.8 without lifecycle lines a rollback cuts the history, and context before it goes too", async () => {
    const mixed = message("developer", "<model_switch>to another", "and more");
    const lines = [meta, environment, user("one"), answer("1"), mixed, user("two"), answer("2")];
    expect((await summaryOf([...lines, rolledBack(1)])).history).toEqual([
      "<environment_context>here</environment_context>",
      "one",
      "1",
    ]);
    expect((await summaryOf([...lines, rolledBack(7)])).history).toHaveLength(1);
    const events = await decode([meta, answer("nobody asked"), rolledBack(1)]);
    expect(events.at(-1)).toMatchObject({
      type: "history.trimmed",
      data: { refs: [], reason: "foreign-rollback", clearsBaseline: true, historyVersion: 1 },
    });
  });

  test.each([
    ["a rollback that cuts the history", [rolledBack(1)], "history.trimmed"],
    ["a compaction", [compacted("s", user("kept"))], "history.compacted"],
  ])("11.5 and 11.8 %s clears the baseline once", async (_what, clearing, type) => {
    const lines = [meta, context("a", "model of a"), user("one"), answer("1")];
    expect(await summaryOf(lines)).toMatchObject({ baseline: "model of a" });
    expect(await summaryOf([...lines, ...clearing])).toMatchObject({ baseline: null });
    const facts = (await decode([...lines, ...clearing])).slice(-1).flatMap(factsOf);
    expect(facts.map((fact) => fact.type)).toContain(type);
    expect(facts.filter(({ data }) => "envelope" in data)).toEqual([]);
  });

  test("11.8 from the first lifecycle line on, what came before is one segment, rollbacks included", async () => {
    const lines = [meta, user("one"), answer("1"), user("two"), answer("2"), rolledBack(1)];
    expect((await summaryOf(lines)).history).toEqual(["one", "1"]);
    expect((await summaryOf([...lines, ...turn("a")])).history).toEqual(historyOf("a"));
  });

  test("11.9 a call without its output stays alone", async () => {
    const call = item({ type: "function_call", name: "x", arguments: "{}", call_id: "c" });
    expect((await summaryOf([meta, started("a"), user("x"), call])).history).toEqual([
      "x",
      "function_call",
    ]);
  });

  test("11.10 a discarded turn takes its compaction along and loses nothing older", async () => {
    const compacting = [started("b"), user("x"), compacted(SUMMARY_TEXT, user("kept"))];
    const lines = [meta, ...turn("a"), ...compacting, answer("y"), completed("b"), rolledBack(1)];
    const state = (await statesOf(await decode(lines))).at(-1);
    expect(state?.checkpoint).toBeNull();
    expect(await summaryOf(lines)).toEqual({
      history: historyOf("a"),
      baseline: "model of a",
      settings: "model of a",
    });
  });

  test("a later line that merges turns has what was lost repeated by its event", async () => {
    const lines = [
      ...[meta, started("a"), user("asked"), rolledBack(1)],
      ...[started("b"), context("a", "of a"), answer("late")],
    ];
    expect((await summaryOf(lines)).history).toEqual([]);
    const split = [...lines, completed("b")];
    expect((await summaryOf(split)).history).toEqual(["late"]);
    expect((await decode(split)).at(-1)).toMatchObject({
      type: "foreign.kept",
      derived: [
        { type: "history.rolled-back" },
        { type: "item.recorded" },
        { type: "turn.completed" },
        { type: "context.injected" },
      ],
    });
  });
});

const usageOf = async (...lines: readonly CodexLine[]): Promise<number | null> =>
  (await statesOf(await decode([meta, ...lines]))).at(-1)?.usage.last?.total ?? null;

describe("usage (docs/semantics.md §10.1, §7.7): the newest report that no rollback goes back before", () => {
  const asked = (text: string, tokens: number) => [user(text), answer(text), used(tokens)];

  test("a report after a rollback survives the first task_started", async () => {
    const lines = [...asked("one", 100), ...asked("two", 200), rolledBack(1), used(150)];
    expect(await usageOf(...lines, started("a"))).toBe(150);
    expect(await usageOf(...lines, started("a"), user("three"))).toBe(150);
    expect(await usageOf(...lines, started("a"), ...asked("three", 300))).toBe(300);
    const states = await statesOf(await decode([meta, ...lines, started("a")]));
    expect(states.at(-1)?.turns.running).not.toBeNull();
  });

  test("a report before it goes with what the task_started discards", async () => {
    const lines = [...asked("one", 100), ...asked("two", 200), rolledBack(1)];
    expect(await usageOf(...lines)).toBe(200); // surgery on the ledger: no state comes back
    expect(await usageOf(...lines, started("a"))).toBeNull();
  });

  test("a rolled-back turn takes its reports along, and brings back those before it", async () => {
    const turns = [started("a"), ...asked("one", 100), started("b"), ...asked("two", 200)];
    expect(await usageOf(...turns, rolledBack(1))).toBe(100);
    expect(await usageOf(...turns, rolledBack(1), used(150))).toBe(150);
    expect(await usageOf(...turns, rolledBack(1), used(150), started("c"), user("x"))).toBe(150);
    expect(await usageOf(...turns, rolledBack(1), used(150), rolledBack(1))).toBeNull();
  });
});
