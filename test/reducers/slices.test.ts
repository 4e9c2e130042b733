import { describe, expect, test } from "vitest";
import type { Fact } from "../../src/events/event.js";
import { countItemBytes } from "../../src/events/item-bytes.js";
import type { Item } from "../../src/events/item.js";
import { replayEvents } from "../../src/reducers/replay-events.js";
import {
  percentLeft,
  tokensAfterLastModelItem,
  totalTokens,
} from "../../src/reducers/total-tokens.js";
import { addUsage, NO_USAGE } from "../../src/reducers/usage.js";
import { HistoryBuilder } from "../../src/testing/history-builder.js";
import type { HistoryCommand } from "../../src/testing/history-command.js";
import { renderCommand } from "../../src/testing/render-history.js";
import { message, recordedItem } from "../../src/testing/render-lines.js";
import { answer, build, END, START, user } from "../testing/by-hand.js";

function record(builder: HistoryBuilder, item: Item): HistoryBuilder {
  return builder.append({ type: "item.recorded", data: recordedItem(item, "tool") });
}

function compact(places: boolean): HistoryCommand {
  const keeps = { keepMessages: 2, keepItems: 0, complete: true };
  return { do: "compact", trigger: "mid-turn", places, ...keeps };
}

describe("ledger", () => {
  test("messages of the system and kinds without a meaning never enter it", () => {
    const builder = build();
    const { ledger } = builder.state;
    record(builder, message("system", "be brief"));
    record(builder, { type: "other", original: { type: "mystery" } });
    expect(ledger.entries.length).toBe(0);
    expect(builder.state.ledger).toBe(ledger);
  });

  test("one whose items all went is not changed by clearing it", () => {
    const builder = build();
    record(builder, message("user", "hello"));
    const why = { strategy: "priority", reason: "all", clearsBaseline: false, historyVersion: 1 };
    builder.append({ type: "history.trimmed", data: { refs: [1], ...why } });
    const { ledger } = builder.state;
    builder.append({ type: "history.cleared", data: { reason: null, historyVersion: 2 } });
    expect(builder.state.ledger).toBe(ledger);
  });

  test("a checkpoint's list is taken over as it stands", () => {
    const builder = build();
    const replacement = [
      recordedItem({ type: "other", original: { type: "mystery" } }, "model"),
      recordedItem(message("system", "be brief"), "runtime"),
    ];
    const facts = { reason: null, summary: null, placement: "none", replaced: null } as const;
    const counts = { tokensBefore: null, tokensAfter: null, trimmed: [], windowNumber: 1 };
    const data = {
      trigger: "foreign",
      replacement,
      ...facts,
      ...counts,
      historyVersion: 1,
    } as const;
    builder.append({ type: "history.compacted", data });
    expect(builder.state.ledger.entries.toArray().map(({ ref }) => ref)).toEqual([
      [1, 0],
      [1, 1],
    ]);
    expect(builder.state.ledger.editedBefore).toBe(2); // both were made with a prefix that is gone
  });

  test("a cleared output is replaced by its placeholder, and its call stays", () => {
    const builder = build();
    record(builder, { type: "function_call", name: "f", arguments: "{}", call_id: "c" });
    record(builder, { type: "function_call_output", call_id: "c", output: "x".repeat(500) });
    const data = { refs: [1, 2, 77], placeholder: "[cleared]", historyVersion: 1 };
    builder.append({ type: "outputs.cleared", data });
    const [call, output] = builder.state.ledger.entries;
    expect(call?.item.type).toBe("function_call");
    const cleared = { type: "function_call_output", call_id: "c", output: "[cleared]" } as const;
    expect(output).toMatchObject({ ref: 2, item: cleared, countedBytes: countItemBytes(cleared) });
  });

  test("images of an output give way to a text, whatever tool made it", () => {
    const image = { type: "input_image", image_url: "data:image/png;base64,AAAA" } as const;
    const text = { type: "input_text", text: "seen" } as const;
    const builder = build();
    record(builder, { type: "custom_tool_call_output", call_id: "c", output: [text, image] });
    const data = { refs: [1], placeholder: "Invalid image", historyVersion: 1 };
    builder.append({ type: "images.replaced", data });
    const output = [text, { type: "input_text", text: "Invalid image" }];
    expect(builder.state.ledger.entries.at(0)?.item).toMatchObject({ output });
  });

  test("what was made after an edit counts as edited, what comes later does not", () => {
    const builder = build(user("one"), answer("two"), user("three"));
    const trim = { strategy: "drop", reason: "budget", clearsBaseline: false };
    builder.append({ type: "history.trimmed", data: { refs: [3], ...trim, historyVersion: 1 } });
    expect(builder.state.ledger.editedBefore).toBe(0); // nothing came after it
    builder.append({ type: "history.trimmed", data: { refs: [1], ...trim, historyVersion: 2 } });
    expect(builder.state.ledger.editedBefore).toBe(1);
    renderCommand(builder, answer("four"));
    expect(builder.state.ledger.editedBefore).toBe(1);
  });

  test("a legacy compaction keeps what the user said, and its summary", () => {
    const builder = build(user("one"), answer("two"), user("three"));
    renderCommand(builder, { do: "foreign-line", form: "compacts-legacy", at: 0 });
    const entries = builder.state.ledger.entries.toArray();
    expect(entries.map(({ source, summary }) => source ?? summary ?? null)).toEqual([
      1,
      3,
      true,
      null,
    ]);
  });
});

describe("baseline", () => {
  test("a full injection tells every fact, a diff those that changed", () => {
    const builder = build(START, user("one"), END);
    const first = builder.state.baseline;
    expect(first).toMatchObject({ mode: "told", envelope: { cwd: "/work" } });
    renderCommand(builder, { do: "start-turn", change: { cwd: "/elsewhere" }, tells: true });
    const second = builder.state.baseline;
    expect(second?.envelope.cwd).toBe("/elsewhere");
    expect(second?.toldBy.date).toEqual(first?.toldBy.date);
    expect(second?.toldBy.cwd).not.toEqual(first?.toldBy.cwd);
  });

  test("no change gives no items and still moves the baseline to the turn", () => {
    const builder = build(START, user("one"), END, START);
    expect(builder.state.baseline?.turn).toBe(builder.state.turns.running?.turn);
  });

  test("a diff against no baseline leaves none", () => {
    const builder = build({ do: "start-turn", change: {}, tells: false });
    builder.append({ type: "context.injected", data: { mode: "diff", items: [], fragments: [] } });
    expect(builder.state.baseline).toBeNull();
  });

  test("removing an item that told a fact clears it, removing any other does not", () => {
    const builder = build(START, user("one"), END);
    const trim = { strategy: "drop", reason: "budget", clearsBaseline: false };
    const toldBy = Object.values(builder.state.baseline?.toldBy ?? {});
    const message = builder.state.ledger.entries.at(-1)?.ref ?? 0;
    builder.append({
      type: "history.trimmed",
      data: { refs: [message], ...trim, historyVersion: 1 },
    });
    expect(builder.state.baseline).not.toBeNull();
    const refs = toldBy.slice(0, 1);
    builder.append({ type: "history.trimmed", data: { refs, ...trim, historyVersion: 2 } });
    expect(builder.state.baseline).toBeNull();
  });

  test("a trim that says so clears it, whatever it removes", () => {
    const builder = build(START, user("one"), END);
    const trim = { strategy: "drop", reason: "budget", clearsBaseline: true };
    builder.append({ type: "history.trimmed", data: { refs: [], ...trim, historyVersion: 1 } });
    expect(builder.state.baseline).toBeNull();
  });

  test("a compaction clears it, unless it placed the initial context", () => {
    expect(build(START, user("one"), compact(false)).state.baseline).toBeNull();
    const { baseline, ledger } = build(START, user("one"), compact(true)).state;
    expect(baseline).toMatchObject({ mode: "told", envelope: { cwd: "/work" } });
    expect(baseline?.toldBy.approvalPolicy).toEqual(ledger.entries.at(0)?.ref);
  });

  test("a compaction that placed nothing clears it, whatever fragments it names", () => {
    const builder = build(START, user("one"), compact(true));
    const placed = builder.history().events.filter((event) => event.type === "history.compacted");
    for (const { type, data } of placed) {
      builder.append({ type, data: { ...data, placement: "none", historyVersion: 2 } });
    }
    expect(builder.state).toMatchObject({ baseline: null, log: { historyVersion: 2 } });
  });

  test("a diff on an observed baseline leaves it observed: older facts still have no items", () => {
    const builder = build({ do: "foreign-line", form: "observes", at: 0 });
    renderCommand(builder, { do: "start-turn", change: {}, tells: false });
    builder.append({ type: "context.injected", data: { mode: "diff", items: [], fragments: [] } });
    expect(builder.state.baseline).toMatchObject({ mode: "observed", toldBy: {} });
    expect(builder.state.baseline?.turn).toBe(builder.state.turns.running?.turn);
  });

  test("an observed baseline has no items to lose, and can be taken back", () => {
    const builder = build({ do: "foreign-line", form: "observes", at: 0 });
    expect(builder.state.baseline).toMatchObject({ mode: "observed", toldBy: {} });
    expect(builder.state.turns.previous).toEqual({ model: "model-b", realtimeActive: null });
    renderCommand(builder, { do: "foreign-line", form: "forgets-context", at: 0 });
    expect(builder.state.baseline).toBeNull();
    expect(builder.state.turns.previous).toBeNull();
  });
});

describe("log", () => {
  test("an event that rewrites the ledger twice makes the version that its last fact names", () => {
    const builder = build(user("one"));
    const derived: Fact[] = [
      { type: "history.rolled-back", data: { to: 0, historyVersion: 1 } },
      { type: "history.cleared", data: { reason: null, historyVersion: 2 } },
    ];
    builder.append({ type: "foreign.kept", data: { kind: "event_msg" }, derived });
    expect(builder.state.log).toEqual({ head: 3, historyVersion: 2 });
    const plain = replayEvents(builder.history().events);
    expect(plain.log).toEqual(builder.state.log);
  });
});

describe("usage", () => {
  const report: HistoryCommand = { do: "report-usage", input: 1_000, window: 10_000 };

  test("a report replaces the last one and adds to the totals; an unknown window keeps the known", () => {
    const { usage } = build(report, { do: "report-usage", input: 2_000, window: null }).state;
    expect(usage).toMatchObject({ contextWindow: 10_000, lastAt: 2, lastIsEstimate: false });
    expect([usage.last?.total, usage.total.total]).toEqual([2_040, 3_080]);
  });

  test("the total is the last report and what comes after the last model item", () => {
    const builder = build(START, user("one"), answer("two"), report);
    expect(totalTokens(builder.state)).toBe(1_040);
    renderCommand(builder, user("a later question"));
    const later = Math.ceil((builder.state.ledger.entries.at(-1)?.countedBytes ?? 0) / 4);
    expect(tokensAfterLastModelItem(builder.state)).toBe(later);
    expect(totalTokens(builder.state)).toBe(1_040 + later);
  });

  test("without a model item nothing is counted after it", () => {
    expect(totalTokens(build(START, user("one")).state)).toBe(0);
  });

  test("rewriting the ledger makes the last total an estimate; what comes later adds to it", () => {
    const builder = build({ do: "instruct", text: "x".repeat(400) }, START, user("one"), report);
    renderCommand(builder, compact(false));
    const { usage, ledger } = builder.state;
    expect(usage).toMatchObject({ lastIsEstimate: true, lastAt: builder.head - 1 });
    expect(usage.last?.total).toBe(100 + ledger.tokens);
    expect(usage.total.total).toBe(1_040);
    renderCommand(builder, user("a later question"));
    expect(totalTokens(builder.state)).toBe(100 + builder.state.ledger.tokens);
  });

  test("a foreign session's rewriting leaves usage to the reports that it recorded", () => {
    const builder = build(user("one"), report);
    renderCommand(builder, { do: "foreign-line", form: "compacts", at: 0 });
    expect(builder.state.usage).toMatchObject({ lastIsEstimate: false, last: { total: 1_040 } });
  });

  test("a request beside the conversation is added to the totals, and the window is as full as before", () => {
    const builder = build(user("one"), report);
    const { usage } = builder.state;
    const spent = { ...NO_USAGE, input: 9_000, total: 9_000 };
    const beside = { contextWindow: null, request: null, aside: { model: "small" } };
    builder.append({ type: "usage.reported", data: { usage: spent, ...beside } });
    expect(builder.state.usage).toEqual({ ...usage, total: addUsage(usage.total, spent) });
    const data = { usage: { ...spent, total: 9_500 }, revised: spent, ...beside };
    builder.append({ type: "usage.reported", data });
    expect(builder.state.usage.total.total).toBe(10_540);
  });

  test("percent left is of 95 % of the window, rounded down, 0 to 100", () => {
    const left = (used: number) => percentLeft(used, 10_000);
    expect([left(40), left(4_750), left(4_751), left(9_500), left(20_000)]).toEqual([
      99, 50, 49, 0, 0,
    ]);
    expect(percentLeft(40, null)).toBeNull();
  });

  test("a window of no tokens is unknown, and forgets none that is known", () => {
    const windows = [null, 0, 10_000, 0].map((window) => ({
      do: "report-usage" as const,
      input: 40,
      window,
    }));
    const known = windows.map(
      (_, index) => build(...windows.slice(0, index + 1)).state.usage.contextWindow,
    );
    expect(known).toEqual([null, null, 10_000, 10_000]);
  });
});

describe("turns", () => {
  test("a turn with two messages is one turn, and lasts beyond its end", () => {
    const builder = build(START, user("one"), user("two"), END, user("three"));
    expect(builder.state.turns).toMatchObject({ userTurns: 1, completed: 1, running: null });
    renderCommand(builder, START);
    expect(builder.state.turns.userTurns).toBe(1);
    renderCommand(builder, user("four"));
    expect(builder.state.turns).toMatchObject({ userTurns: 2, running: { hasBoundary: true } });
  });

  test("without lifecycle lines each boundary begins a turn", () => {
    expect(build(user("one"), answer("two"), user("three")).state.turns.userTurns).toBe(2);
  });

  test("the previous settings are those of the newest user turn", () => {
    const builder = build(START, user("one"), END);
    expect(builder.state.turns.previous).toEqual({ model: "model-a", realtimeActive: null });
    renderCommand(builder, { do: "start-turn", change: { model: "model-b" }, tells: true });
    expect(builder.state.turns.previous?.model).toBe("model-a");
    renderCommand(builder, user("two"));
    expect(builder.state.turns.previous?.model).toBe("model-b");
  });

  test("a cleared history forgets the previous settings", () => {
    const builder = build(START, user("one"), END, { do: "clear-history" });
    expect(builder.state.turns).toMatchObject({ previous: null, userTurns: 1 });
  });
});
