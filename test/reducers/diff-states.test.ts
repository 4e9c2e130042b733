import { expect, test } from "vitest";
import { diffStates } from "../../src/reducers/diff-states.js";
import { HistoryBuilder } from "../../src/testing/history-builder.js";
import { renderCommand } from "../../src/testing/render-history.js";
import { message } from "../../src/testing/render-lines.js";
import { build, START, user } from "../testing/by-hand.js";

test("a state differs in nothing from itself", () => {
  const { state } = build(START, user("one"));
  expect(diffStates(state, state)).toEqual({
    ledger: { onlyInA: [], onlyInB: [], changed: [] },
    baseline: [],
    settings: [],
  });
});

test("two places of one thread differ in what happened between them", () => {
  const builder = build(START, user("one"), { do: "end-turn", aborted: false });
  const before = builder.state;
  renderCommand(builder, { do: "rename", title: "a clock" });
  renderCommand(builder, { do: "start-turn", change: { cwd: "/elsewhere" }, tells: true });
  const { ledger, baseline, settings } = diffStates(before, builder.state);
  expect(ledger.onlyInA).toEqual([]);
  expect(ledger.onlyInB.map(({ item }) => item)).toEqual([message("user", "cwd: /elsewhere")]);
  expect(baseline).toEqual([{ name: "cwd", a: "/work", b: "/elsewhere" }]);
  expect(settings).toEqual([{ name: "title", a: null, b: "a clock" }]);
});

test("a fact may be called like what every object inherits", () => {
  const builder = build(START);
  const { state } = builder;
  if (state.baseline === null) throw new TypeError("the turn told nothing");
  const envelope = { ...state.baseline.envelope, constructor: 7 };
  const named = { ...state, baseline: { ...state.baseline, envelope } };
  expect(diffStates(state, named).baseline).toEqual([{ name: "constructor", a: undefined, b: 7 }]);
});

test("an item that a checkpoint kept is the same item; an edited one has changed", () => {
  const builder = build(user("one"), user("two"));
  const before = builder.state;
  const keeps = { keepMessages: 2, keepItems: 0, places: false, complete: true };
  renderCommand(builder, { do: "compact", trigger: "manual", ...keeps });
  const { onlyInA, onlyInB, changed } = diffStates(before, builder.state).ledger;
  expect([onlyInA.length, onlyInB.length, changed.length]).toEqual([0, 1, 0]);
});

test("a fork and its parent have in common what stands up to the fork", () => {
  const builder = build(user("one"));
  renderCommand(builder, user("in the parent"));
  const parent = builder.state;
  builder.fork(1);
  renderCommand(builder, user("in the fork"));
  const { onlyInA, onlyInB, changed } = diffStates(parent, builder.state).ledger;
  expect(onlyInA.map(({ item }) => item)).toEqual([message("user", "in the parent")]);
  expect(onlyInB.map(({ item }) => item)).toEqual([message("user", "in the fork")]);
  expect(changed).toEqual([]);
});

test("two forks of one thread have in common what stands up to the earlier one", () => {
  const early = fork(build(user("one")), "01ZZZZZZZZZZZZZZZZZZZZZZZ0");
  renderCommand(early, user("in the early fork"));
  const late = fork(build(user("one"), user("two"), user("three")), "01ZZZZZZZZZZZZZZZZZZZZZZZ1");
  const { onlyInA, onlyInB, changed } = diffStates(early.state, late.state).ledger;
  expect(onlyInA.map(({ item }) => item)).toEqual([message("user", "in the early fork")]);
  expect(onlyInB.map(({ item }) => item)).toEqual([
    message("user", "two"),
    message("user", "three"),
  ]);
  expect(changed).toEqual([]);
});

test("threads without an event in common cannot be compared, unless one is named", () => {
  const a = build(user("one")).state;
  const stranger = build(user("one"));
  stranger.append({
    type: "thread.forked",
    data: {
      threadId: "01ZZZZZZZZZZZZZZZZZZZZZZZZ",
      from: { threadId: "01YYYYYYYYYYYYYYYYYYYYYYYY", offset: 1, id: "x", sum: "00000000" },
    },
  });
  expect(() => diffStates(a, stranger.state)).toThrow(
    expect.objectContaining({ code: "not-comparable" }),
  );
  expect(diffStates(a, stranger.state, { sharedTo: 1 }).ledger.onlyInA).toEqual([]);
});

/** Leaves the thread at its newest offset. */
function fork(builder: HistoryBuilder, threadId: string): HistoryBuilder {
  const parentId = builder.state.thread?.threadId ?? "";
  const from = { threadId: parentId, offset: builder.head - 1, id: "x", sum: "00000000" };
  return builder.append({ type: "thread.forked", data: { threadId, from } });
}
