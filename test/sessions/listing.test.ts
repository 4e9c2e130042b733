import { writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Fact, RefoldEvent } from "../../src/events/event.js";
import { replayEvents } from "../../src/reducers/replay-events.js";
import { runningTotals } from "../../src/runtime/turn.js";
import { encodeIndex, isFresh, readIndex } from "../../src/sessions/listing/derived-index.js";
import { readTail } from "../../src/sessions/listing/log-tail.js";
import { firstWordsOf, toTitle } from "../../src/sessions/listing/title.js";
import { encodeBatch } from "../../src/store/jsonl/line-codec.js";
import { heldLog } from "../../src/store/jsonl/log-file.js";
import { HistoryBuilder } from "../../src/testing/history-builder.js";
import { renderCommand } from "../../src/testing/render-history.js";
import { message, recordedItem } from "../../src/testing/render-lines.js";
import { temporaryHome } from "../store/jsonl/home.js";
import { COMPACT, START, user } from "../testing/by-hand.js";

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

const count = fc.nat(3);
const row = fc.tuple(fc.string(), count, count, fc.string());

test("an index is read as it was written", () => {
  const path = join(temporaryHome(), "x.json");
  const property = fc.property(fc.array(row), (rows) => {
    writeFileSync(path, encodeIndex(rows));
    expect(readIndex(path)).toEqual({ rows, notice: null });
  });
  fc.assert(property);
});

test("an index of another version is built anew and nothing is said, one that changed is damage", () => {
  const path = join(temporaryHome(), "x.json");
  const written = Buffer.from(encodeIndex([["a", 1, 2, "told"]])).toString("latin1");
  for (const [text, notice] of [
    [written.replace(/^refold listing \d+/, "refold listing 1"), null],
    [written.replace("told", "gold"), "damaged"],
    ["[]", "damaged"],
  ] as const) {
    writeFileSync(path, text, "latin1");
    expect(readIndex(path)).toEqual({ rows: [], notice });
  }
  expect(readIndex(`${path}.gone`)).toEqual({ rows: [], notice: null });
});

test("a row is fresh while its file has the size and the time that it tells", () => {
  const file = fc.record({ sizeBytes: count, modifiedMs: count });
  const property = fc.property(row, file, (one, now) => {
    expect(isFresh(one, now)).toBe(one[1] === now.sizeBytes && one[2] === now.modifiedMs);
  });
  fc.assert(property);
});

type Step = "turn" | "rename" | "compact" | "notice";
const steps = fc.array(fc.constantFrom<Step>("turn", "rename", "compact", "notice"), {
  maxLength: 8,
});
const room = Buffer.alloc(1 << 16);

/** Turns of two models in turn, whose ends say the totals; then a last one. */
function threadOf(taken: readonly Step[]): readonly RefoldEvent[] {
  const builder = new HistoryBuilder();
  for (const [index, step] of [...taken, "turn" as const].entries()) {
    if (step === "rename") renderCommand(builder, { do: "rename", title: `title ${index}` });
    else if (step === "compact") renderCommand(builder, COMPACT);
    else if (step === "notice") renderCommand(builder, { do: "notice" });
    else {
      const model = index % 2 === 0 ? "model-a" : "model-b";
      renderCommand(builder, { ...START, do: "start-turn", change: { model }, tells: true });
      renderCommand(builder, user(`words ${index}`));
      const totals = runningTotals(builder.state);
      const end: Fact = {
        type: "turn.completed",
        data: { reason: null, durationMs: 1, totals },
      };
      builder.append(end);
    }
  }
  return builder.history().events;
}

function logOf(events: readonly RefoldEvent[], torn = Buffer.alloc(0)) {
  return heldLog("x.jsonl", Buffer.concat([...events.map((one) => encodeBatch([one])), torn]));
}

test("law 8: a tail tells turns, tokens, model and title as of the end, or that it does not", () => {
  const property = fc.property(steps, fc.nat(3), (taken, renames) => {
    const behind = Array.from({ length: renames }, (): Step => "rename");
    const events = threadOf([...taken]);
    const builder = new HistoryBuilder([...events]);
    for (const index of behind.keys()) {
      renderCommand(builder, { do: "rename", title: `later ${index}` });
    }
    const all = builder.history().events;
    const tail = readTail(logOf(all), room);
    const { turns, usage, thread } = replayEvents(all);
    expect(tail?.last.offset).toBe(all.length - 1);
    expect(tail?.facts).toMatchObject({
      ...{ turns: turns.userTurns, tokens: usage.total.total },
      model: turns.previous?.model,
    });
    expect(tail?.facts?.title ?? null).toBe(thread?.title);
  });
  fc.assert(property);
});

test("a batch that is not there to its end is none of the tail", () => {
  const property = fc.property(steps, fc.nat(), (taken, cut) => {
    const events = threadOf(taken);
    const [next, behind] = threadOf([...taken, "notice", "notice"]).slice(events.length);
    if (next === undefined || behind === undefined) return expect.unreachable();
    const batch = encodeBatch([next, behind]);
    const torn = Buffer.from(batch.subarray(0, cut % batch.length));
    expect(readTail(logOf(events, torn), room)).toEqual(readTail(logOf(events), room));
  });
  fc.assert(property);
});

test("a title that was given after a checkpoint stands, also where the last turn names no model", () => {
  const builder = new HistoryBuilder();
  for (const command of [START, user("first")]) renderCommand(builder, command);
  renderCommand(builder, { do: "rename", title: "before" });
  renderCommand(builder, { do: "end-turn", aborted: false });
  renderCommand(builder, COMPACT);
  builder.append({ type: "turn.started", data: { envelope: {} } });
  const totals = runningTotals(builder.state);
  builder.append({ type: "turn.completed", data: { reason: null, durationMs: 1, totals } });
  const before = builder.history().events;
  expect(readTail(logOf(before), room)?.facts?.title).toBe("before");
  renderCommand(builder, { do: "rename", title: "behind" });
  expect(readTail(logOf(builder.history().events), room)?.facts?.title).toBe("behind");
});
