import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { codexForm } from "../../../src/dialects/codex/codex-form.js";
import { ExportReport } from "../../../src/dialects/shared/export-report.js";
import { ulidToUuid } from "../../../src/events/ids.js";
import { codexRollout } from "../../../src/testing/arbitraries/codex-rollout.js";
import { historyCommands } from "../../../src/testing/arbitraries/history.js";
import type { HistoryCommand } from "../../../src/testing/history-command.js";
import { message } from "../../../src/testing/render-lines.js";
import { continued } from "../shared/continued.js";
import { linesOf, threadIdOf } from "../shared/exporting.js";
import { expectSameState, exported } from "./exporting.js";
import { answer, completed, meta, started, textOf, user } from "./lines.js";

test("an imported thread that went on begins with its file byte for byte, and has the same state", async () => {
  await fc.assert(
    fc.asyncProperty(rollouts(), goingOn(), async (text, commands) => {
      const { events, blobs } = await continued(text, codexForm, commands);
      const bytes = await exported(events, { blobs });
      expect(bytes.toString("utf8").startsWith(text)).toBe(true);
      await expectSameState(events, bytes);
    }),
    { numRuns: 120 },
  );
});

test("a fork of an imported thread begins with its own id, then the lines up to the fork", async () => {
  await fc.assert(
    fc.asyncProperty(rollouts(), places(), goingOn(), async (text, at, commands) => {
      const { events, blobs } = await continued(text, codexForm, [{ do: "fork", at }, ...commands]);
      const bytes = await exported(events, { blobs });
      const fork = events.findIndex(({ type }) => type === "thread.forked");
      const lines = bytes.toString("utf8").split("\n");
      expect(lines.slice(1, fork + 1)).toEqual(text.split("\n").slice(0, fork));
      expect(linesOf(bytes)[0]).toMatchObject({
        type: "session_meta",
        payload: { id: ulidToUuid(threadIdOf(events)), originator: "refold" },
      });
      await expectSameState(events, bytes);
    }),
    { numRuns: 100 },
  );
});

test("an imported thread with nothing after it is its file byte for byte", async () => {
  const text = readFileSync("fixtures/clean.jsonl", "utf8");
  const { events, blobs } = await continued(text, codexForm, []);
  expect((await exported(events, { blobs })).toString("utf8")).toBe(text);
});

test("where a file's lines have ordinals, those that are written after them go on counting", async () => {
  await fc.assert(
    fc.asyncProperty(goingOn(), async (commands) => {
      const text = numbered([meta, started("1"), user("one"), answer("two"), completed("1")]);
      const { events, blobs } = await continued(text, codexForm, commands);
      const lines = linesOf(await exported(events, { blobs }));
      expect(lines.map(({ ordinal }) => ordinal)).toEqual(lines.map((_, index) => index));
    }),
    { numRuns: 60 },
  );
});

function numbered(lines: readonly object[]): string {
  return textOf(lines.map((one, ordinal) => ({ ...one, ordinal })));
}

test("a recorded session that went on opens again, its lines untouched", async () => {
  const text = readFileSync("fixtures/clean.jsonl", "utf8");
  const { events, blobs } = await continued(text, codexForm, [
    START,
    USER,
    END,
    { do: "roll-back", at: 0.5 },
  ]);
  const bytes = await exported(events, { blobs });
  expect(bytes.toString("utf8").startsWith(text)).toBe(true);
  await expectSameState(events, bytes);
});

test("a file that was cut within a line gets its line ended before another follows", async () => {
  const text = readFileSync("fixtures/clean.jsonl", "utf8").trimEnd();
  const { events, blobs } = await continued(text, codexForm, [START, USER]);
  const bytes = await exported(events, { blobs });
  expect(bytes.toString("utf8").startsWith(`${text}\n{`)).toBe(true);
  await expectSameState(events, bytes);
});

test("a bare file keeps its first line, by which the others are read; the fork's id is listed", async () => {
  const item = message("user", "Hello.");
  const meta = {
    id: "0197f5c5-0000-7000-8000-000000000001",
    timestamp: "2025-07-01T10:00:00.000Z",
  };
  const text = [meta, item, { ...item, role: "assistant" }]
    .map((object) => `${JSON.stringify(object)}\n`)
    .join("");
  const { events, blobs } = await continued(text, codexForm, [
    { do: "fork", at: 0.9 },
    START,
    USER,
  ]);
  const report = new ExportReport();
  const bytes = await exported(events, { blobs, report });
  expect(bytes.toString("utf8").startsWith(text)).toBe(true);
  expect(report.notCarried).toEqual([{ what: "the fork's own id", count: 1, firstAt: 3 }]);
  await expectSameState(events, bytes);
});

const START: HistoryCommand = { do: "start-turn", change: { model: "model-b" }, tells: true };
const USER: HistoryCommand = { do: "user", message: message("user", "Go on."), byAgent: false };
const END: HistoryCommand = { do: "end-turn", aborted: false };

/** The text of a file of at least a line. */
function rollouts(): fc.Arbitrary<string> {
  return codexRollout({ maxTurns: 4 })
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
}

function goingOn(): fc.Arbitrary<HistoryCommand[]> {
  return historyCommands({ maxLength: 25, weights: { fork: 0, "foreign-line": 0 } });
}

function places(): fc.Arbitrary<number> {
  return fc.integer({ min: 0, max: 1_000 }).map((mille) => mille / 1_000);
}

test("a fork of an imported session names the version that recorded it", async () => {
  const text = readFileSync("fixtures/clean.jsonl", "utf8");
  const { events, blobs } = await continued(text, codexForm, [{ do: "fork", at: 0.5 }]);
  const [first] = linesOf(await exported(events, { blobs }));
  expect(first).toMatchObject({ payload: { originator: "refold", cli_version: "0.118.0" } });
});
