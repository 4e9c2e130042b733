import fc from "fast-check";
import { expect, test } from "vitest";
import { codexForm } from "../../../src/dialects/codex/codex-form.js";
import type { RefoldEvent } from "../../../src/events/event.js";
import { codexRollout } from "../../../src/testing/arbitraries/codex-rollout.js";
import {
  histories,
  historyCommands,
  type HistoryWeights,
} from "../../../src/testing/arbitraries/history.js";
import { HistoryBuilder } from "../../../src/testing/history-builder.js";
import { renderCommand } from "../../../src/testing/render-history.js";
import { answer, build, COMPACT, END, rollBack, START, user } from "../../testing/by-hand.js";
import { continued } from "../shared/continued.js";
import { linesOf } from "../shared/exporting.js";
import { expectSameForCodex, expectSameState, exported, kindsOf } from "./exporting.js";
import * as lines from "./lines.js";

const MARKER = "event_msg.thread_rolled_back";
const SAID = [user("Hello."), answer("Good day.")] as const;
const GOING_BACK: HistoryWeights = { compact: 12, "roll-back": 10, redo: 6, "end-turn": 8 };

test("Codex itself goes on from a written thread with its ledger", async () => {
  const threads = histories({ maxLength: 30, weights: GOING_BACK });
  const property = fc.asyncProperty(threads, async ({ events }) => {
    await expectSameForCodex(events, await exported(events));
  });
  await fc.assert(property, { numRuns: 100 });
});

test("so it does from an imported thread that went on, however it reads the imported lines", async () => {
  const weights = { ...GOING_BACK, "foreign-line": 0 };
  const commands = historyCommands({ maxLength: 20, weights });
  const files = codexRollout({ maxTurns: 4 }).map(lines.textOf);
  const property = fc.asyncProperty(files, commands, async (text, goingOn) => {
    const { events, blobs } = await continued(text, codexForm, goingOn);
    const bytes = await exported(events, { blobs });
    if (bytes.toString("utf8") === text) return; // nothing came after it
    await expectSameForCodex(events, bytes);
  });
  await fc.assert(property, { numRuns: 100 });
});

test("a rollback over a compaction of its turn is a checkpoint: Codex would replay from the discarded one", async () => {
  const builder = build(START, ...SAID, END, START, user("More."), COMPACT, answer("Yes."), END);
  rollBackToTurn(builder, 2);
  const kinds = await writtenKinds(builder.history().events);
  expect(kinds).not.toContain(MARKER);
  expect(kinds.filter((kind) => kind === "compacted")).toHaveLength(2);
});

test("the same of an imported turn, whose lines stay as they are", async () => {
  const file = lines.textOf([
    ...[lines.meta, lines.started("a"), lines.user("one"), lines.completed("a")],
    ...[lines.started("b"), lines.user("two"), lines.compacted("S", lines.user("two"))],
    ...[lines.answer("three"), lines.completed("b")],
  ]);
  const { events, blobs } = await continued(file, codexForm, []);
  const thread = goneBack(events, 3);
  const bytes = await exported(thread, { blobs });
  expect(bytes.toString("utf8").startsWith(file)).toBe(true);
  expect(kindsOf(bytes)).not.toContain(MARKER);
  expect(linesOf(bytes)[9]?.payload).toMatchObject({
    replacement_history: [lines.user("one").payload],
  });
  await expectSameForCodex(thread, bytes);
});

const ONE = [lines.started("a"), lines.user("one"), lines.completed("a")];
const [TWO, THREE] = [lines.user("two"), lines.user("three")];
const KEPT = lines.compacted("S", lines.user("one"));

test.each([
  [
    "over a compaction",
    [...ONE, lines.started("b"), TWO, lines.compacted("S", TWO), lines.completed("b")],
    [lines.rolledBack(1)],
  ],
  [
    "over a compaction whose list, cut, would be right",
    [...ONE, lines.started("b"), KEPT, TWO, lines.completed("b")],
    [lines.rolledBack(1)],
  ],
  [
    "over a compaction of lines that it joins to a later turn",
    [...ONE, lines.started("b"), TWO, KEPT, lines.started("c"), THREE, lines.completed("b")],
    [lines.rolledBack(1)],
  ],
  [
    "before a compaction of the same turn",
    [lines.started("a"), lines.rolledBack(1), KEPT],
    [lines.completed("a")],
  ],
])("a rollback that Codex recorded %s is made good after what follows it", async (_, ...file) => {
  const text = lines.textOf([lines.meta, ...file.flat()]);
  const { events, blobs } = await continued(text, codexForm, [START, ...SAID, END]);
  const bytes = await exported(events, { blobs });
  expect(bytes.toString("utf8").startsWith(text)).toBe(true);
  expect(kindsOf(bytes).filter((kind) => kind === "compacted")).toHaveLength(2);
  await expectSameForCodex(events, bytes);
});

test("a rollback over a compaction is no rollback for Codex, also where its edit of the list would be right", async () => {
  const file = lines.textOf([
    ...[lines.meta, ...ONE, lines.started("b"), KEPT, TWO, lines.completed("b")],
  ]);
  const { events, blobs } = await continued(file, codexForm, []);
  const thread = goneBack(events, 3);
  const bytes = await exported(thread, { blobs });
  expect(kindsOf(bytes)).not.toContain(MARKER);
  await expectSameForCodex(thread, bytes);
});

test("a rollback to after a compaction is one, also where another went back over one before", async () => {
  const builder = build(START, ...SAID, END, COMPACT, START, user("More."), COMPACT, END);
  rollBackToTurn(builder, 2);
  const silent = { ...START, tells: false };
  for (const command of [silent, ...SAID, END]) renderCommand(builder, command);
  rollBackToTurn(builder, 3);
  const kinds = await writtenKinds(builder.history().events);
  expect(kinds.filter((kind) => kind === MARKER)).toHaveLength(1);
  expect(kinds.filter((kind) => kind === "compacted")).toHaveLength(3);
});

test("a rollback of a turn with two messages is a checkpoint: Codex would take one message off", async () => {
  const builder = build(START, ...SAID, END, START, ...SAID, ...SAID, END);
  rollBackToTurn(builder, 2);
  const kinds = await writtenKinds(builder.history().events);
  expect(kinds).not.toContain(MARKER);
  expect(kinds).toContain("compacted");
});

test("a rollback before which an aborted turn ended with a note is a checkpoint: Codex would take the note too", async () => {
  const note = lines.user("<turn_aborted>by hand</turn_aborted>");
  const file = lines.textOf([
    ...[lines.meta, lines.started("a"), lines.user("one"), note, lines.completed("a")],
    ...[lines.started("b"), lines.user("two"), lines.completed("b")],
  ]);
  const { events, blobs } = await continued(file, codexForm, []);
  const thread = goneBack(events, 4);
  const bytes = await exported(thread, { blobs });
  expect(kindsOf(bytes)).not.toContain(MARKER);
  await expectSameForCodex(thread, bytes);
});

/** To just before a turn began. @param turn from 1 */
function rollBackToTurn(builder: HistoryBuilder, turn: number): void {
  const { events } = builder.history();
  const starts = events.filter(({ type }) => type === "turn.started");
  rollBack(builder, (starts[turn - 1]?.offset ?? 0) - 1);
}

function goneBack(events: readonly RefoldEvent[], to: number): readonly RefoldEvent[] {
  const builder = new HistoryBuilder(events);
  rollBack(builder, to);
  return builder.history().events;
}

/** The kinds of the lines, which whoever reads them understands alike. */
async function writtenKinds(events: readonly RefoldEvent[]): Promise<readonly string[]> {
  const bytes = await exported(events);
  await expectSameState(events, bytes);
  await expectSameForCodex(events, bytes);
  return kindsOf(bytes);
}
