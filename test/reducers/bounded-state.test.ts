import fc from "fast-check";
import { expect, test } from "vitest";
import type { RefoldEvent } from "../../src/events/event.js";
import { foldEvent } from "../../src/reducers/reduce.js";
import { replayEvents } from "../../src/reducers/replay-events.js";
import { replay } from "../../src/reducers/replay.js";
import { resumeState } from "../../src/reducers/resume.js";
import { historyCommands } from "../../src/testing/arbitraries/history.js";
import { listSource, plainState } from "../../src/testing/definition.js";
import { HistoryBuilder } from "../../src/testing/history-builder.js";
import type { HistoryCommand } from "../../src/testing/history-command.js";
import { renderCommand } from "../../src/testing/render-history.js";

const WINDOW_TOKENS = 2_000;
/** More than a reader from the end would rather read over than jump. */
const DISCARDED = 300;
/** As many events as a reader from the end holds before it gives up looking for a checkpoint. */
const LONGEST_TAIL = 10_000;
const NO_TRAVEL = { "roll-back": 0, fork: 0, redo: 0, "foreign-line": 0 };
const COMPACT: HistoryCommand = {
  do: "compact",
  trigger: "mid-turn",
  keepMessages: 1,
  keepItems: 0,
  places: true,
  complete: true,
};

test("law 8: a state is bounded by the window and the turn, however long the thread", () => {
  const weights = { compact: 0, "clear-history": 0, "roll-back": 0, fork: 0, "foreign-line": 0 };
  const turns = historyCommands({ minLength: 5, maxLength: 20, weights });
  const property = fc.property(turns, (commands) => {
    const builder = new HistoryBuilder();
    renderCommand(builder, COMPACT);
    const sizes = [20, 60].map((rounds) => {
      for (let round = 0; round < rounds; round++) {
        for (const command of commands) {
          renderCommand(builder, command);
          if (builder.state.ledger.tokens > WINDOW_TOKENS) renderCommand(builder, COMPACT);
        }
      }
      return JSON.stringify({ ...builder.state, ledger: null }).length;
    });
    const [short = 0, long = 0] = sizes;
    expect(long).toBeLessThanOrEqual(short + 400); // numbers grow by digits, nothing else
  });
  fc.assert(property, { numRuns: 15 });
});

test("law 8: resuming reads the tail and what the checkpoint points to, nothing else", async () => {
  const weights = { ...NO_TRAVEL, compact: 0 };
  const lists = fc.tuple(
    historyCommands({ weights, minLength: 60, maxLength: 100 }),
    historyCommands({ weights, maxLength: 10 }),
  );
  const property = fc.asyncProperty(lists, async ([before, after]) => {
    const builder = new HistoryBuilder();
    for (const command of [...before, COMPACT]) renderCommand(builder, command);
    const checkpoint = builder.head - 1;
    for (const command of after) renderCommand(builder, command);
    const read: number[] = [];
    const { events } = builder.history();
    const source = listSource(events, { onRead: (offset) => read.push(offset) });
    const state = await resumeState(source);
    expect(plainState(state)).toStrictEqual(plainState(builder.state));
    const tail = events.length - checkpoint;
    const pointers = 3 * 16; // neighbouring ones are read in one go
    expect(read.filter((offset) => offset >= checkpoint).length).toBeLessThanOrEqual(
      tail + pointers,
    );
    expect(read.filter((offset) => offset < checkpoint).length).toBeLessThanOrEqual(pointers);
  });
  await fc.assert(property, { numRuns: 40 });
});

test("law 8: resuming jumps over what long rollbacks discarded", async () => {
  const far = { minLength: 1, maxLength: 10, weights: NO_TRAVEL };
  const lists = fc.array(fc.tuple(historyCommands(far), fc.integer({ min: 0, max: 1_000 })), {
    minLength: 1,
    maxLength: 3,
  });
  const property = fc.asyncProperty(lists, async (rounds) => {
    const builder = new HistoryBuilder();
    renderCommand(builder, COMPACT);
    for (const [commands, mille] of rounds) {
      for (const command of commands) renderCommand(builder, command);
      const to = Math.max(1, Math.floor(((builder.head - 1) * mille) / 1_000));
      for (let count = 0; count < DISCARDED; count++) renderCommand(builder, { do: "notice" });
      const data = { to, historyVersion: builder.nextVersion };
      builder.append({ type: "history.rolled-back", data });
    }
    const read: number[] = [];
    const { events } = builder.history();
    const state = await resumeState(listSource(events, { onRead: (offset) => read.push(offset) }));
    expect(plainState(state)).toStrictEqual(plainState(builder.state));
    const isNotice = new Set(events.filter(({ type }) => type === "notice.logged").map(offsetOf));
    expect(read.filter((offset) => isNotice.has(offset)).length).toBeLessThan(DISCARDED);
  });
  await fc.assert(property, { numRuns: 20 });
});

test("of a log whose tail is too long to hold, only what is older than it is read twice", async () => {
  const before = historyCommands({ maxLength: 8, weights: NO_TRAVEL });
  const behind = historyCommands({ maxLength: 8, weights: { fork: 0 } });
  const property = fc.asyncProperty(before, behind, async (older, newer) => {
    const builder = new HistoryBuilder();
    for (const command of older) renderCommand(builder, command);
    for (let count = 0; count < LONGEST_TAIL; count++) renderCommand(builder, { do: "notice" });
    for (const command of newer) renderCommand(builder, command);
    const read: number[] = [];
    const { events } = builder.history();
    const state = await resumeState(listSource(events, { onRead: (offset) => read.push(offset) }));
    expect(plainState(state)).toStrictEqual(plainState(builder.state));
    expect(read.length - new Set(read).size).toBeLessThanOrEqual(events.length - LONGEST_TAIL);
  });
  await fc.assert(property, { numRuns: 10 });
});

test("a forward replay reads each event once where rollbacks go to turns and messages", async () => {
  const builder = new HistoryBuilder();
  const turn: HistoryCommand[] = [
    { do: "start-turn", change: {}, tells: true },
    { do: "user", message: { type: "message", role: "user", content: [] }, byAgent: false },
    { do: "end-turn", aborted: false },
  ];
  for (let index = 0; index < 20; index++) {
    turn.forEach((command) => renderCommand(builder, command));
  }
  const starts = builder.history().events.filter(({ type }) => type === "turn.started");
  for (const { offset } of starts.slice(-10).reverse()) {
    const data = { to: offset - 1, historyVersion: builder.nextVersion };
    builder.append({ type: "history.rolled-back", data });
  }
  const read: number[] = [];
  const source = listSource(builder.history().events, { onRead: (offset) => read.push(offset) });
  expect(plainState(await replay(source))).toStrictEqual(plainState(builder.state));
  expect(read.length).toBe(builder.head);
});

test("a rollback to any other place reads again from the nearest state that is kept", async () => {
  const builder = new HistoryBuilder();
  for (let index = 0; index < 300; index++) {
    renderCommand(builder, { do: "notice" });
    if (index % 30 === 0) renderCommand(builder, { do: "start-turn", change: {}, tells: true });
  }
  const to = builder.head - 5;
  builder.append({ type: "history.rolled-back", data: { to, historyVersion: 1 } });
  const read: number[] = [];
  const source = listSource(builder.history().events, { onRead: (offset) => read.push(offset) });
  expect(plainState(await replay(source))).toStrictEqual(plainState(builder.state));
  expect(read.length).toBeLessThan(builder.head + 40);
});

test("of very many turns the states before the newest are all kept, of older ones every few", async () => {
  const builder = new HistoryBuilder();
  for (let index = 0; index < 1_500; index++) {
    renderCommand(builder, { do: "start-turn", change: {}, tells: true });
    renderCommand(builder, { do: "end-turn", aborted: false });
  }
  const { events } = builder.history();
  const starts = events.filter(({ type }) => type === "turn.started");
  const readAgain = async (turnsBack: number): Promise<number> => {
    const { offset: start = 0 } = starts.at(-turnsBack) ?? {};
    const data = { to: start - 1, historyVersion: 1 };
    const place = { id: events[0]?.id ?? "", at: events[0]?.at ?? "", offset: events.length };
    const log: RefoldEvent[] = [...events, { ...place, type: "history.rolled-back", data }];
    let read = 0;
    const state = await replay(listSource(log, { onRead: () => (read += 1) }));
    expect(plainState(state)).toStrictEqual(plainState(replayEvents(log)));
    return read - log.length;
  };
  expect(await readAgain(500)).toBe(0);
  const older = [];
  for (const turnsBack of [1_201, 1_202, 1_203, 1_204]) older.push(await readAgain(turnsBack));
  expect(Math.max(...older)).toBeGreaterThan(0);
  expect(Math.max(...older)).toBeLessThan(20);
});

test("folding one event more on a warm state is what replaying all gives", () => {
  const property = fc.property(historyCommands({ maxLength: 20 }), (commands) => {
    const builder = new HistoryBuilder();
    for (const command of commands) renderCommand(builder, command);
    const before = builder.state;
    builder.append({ type: "thread.renamed", data: { title: "one more" } });
    const event = builder.history().events.at(-1);
    expect(event && plainState(foldEvent(before, event))).toStrictEqual(plainState(builder.state));
  });
  fc.assert(property, { numRuns: 30 });
});

function offsetOf({ offset }: { readonly offset: number }): number {
  return offset;
}
