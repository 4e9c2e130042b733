import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { claudeCodeForm } from "../../../src/dialects/claude-code/claude-code-form.js";
import { ulidToUuid } from "../../../src/events/ids.js";
import { historyCommands } from "../../../src/testing/arbitraries/history.js";
import type { HistoryCommand } from "../../../src/testing/history-command.js";
import { message } from "../../../src/testing/render-lines.js";
import { continued } from "../shared/continued.js";
import { linesOf, threadIdOf } from "../shared/exporting.js";
import { expectSameState, exported } from "./exporting.js";
import { claudeCodeTranscript } from "./transcript-arbitrary.js";

test("an imported thread that went on begins with its file byte for byte, and has the same state", async () => {
  await fc.assert(
    fc.asyncProperty(transcripts(), goingOn(), async (text, commands) => {
      const { events, blobs } = await continued(text, claudeCodeForm, commands);
      const bytes = await exported(events, { blobs });
      expect(bytes.toString("utf8").startsWith(text)).toBe(true);
      await expectSameState(events, bytes);
    }),
    { numRuns: 50 },
  );
});

test("a fork of an imported thread begins with its own id, then the lines up to the fork", async () => {
  await fc.assert(
    fc.asyncProperty(transcripts(), places(), goingOn(), async (text, at, commands) => {
      const all: readonly HistoryCommand[] = [{ do: "fork", at }, ...commands];
      const { events, blobs } = await continued(text, claudeCodeForm, all);
      const bytes = await exported(events, { blobs });
      const fork = events.findIndex(({ type }) => type === "thread.forked");
      const lines = bytes.toString("utf8").split("\n");
      expect(lines.slice(1, fork + 1)).toEqual(text.split("\n").slice(0, fork));
      expect(linesOf(bytes)[0]).toMatchObject({ sessionId: ulidToUuid(threadIdOf(events)) });
      await expectSameState(events, bytes);
    }),
    { numRuns: 40 },
  );
});

test("an imported thread with nothing after it is its file byte for byte", async () => {
  const text = readFileSync("fixtures/claude-code.jsonl", "utf8");
  const { events, blobs } = await continued(text, claudeCodeForm, []);
  expect((await exported(events, { blobs })).toString("utf8")).toBe(text);
});

test("a recorded session that went on opens again, and its new lines name the session", async () => {
  const text = readFileSync("fixtures/claude-code.jsonl", "utf8").trimEnd();
  const commands = [START, USER, END, { do: "roll-back", at: 0.5 }, USER] as const;
  const { events, blobs } = await continued(text, claudeCodeForm, commands);
  const bytes = await exported(events, { blobs });
  expect(bytes.toString("utf8").startsWith(`${text}\n{`)).toBe(true);
  const newest: unknown = JSON.parse(bytes.toString("utf8").trimEnd().split("\n").at(-1) ?? "");
  const sessionId = "5b1f0c52-7a3e-4d0b-9c61-2f8e4a7d9b10";
  expect(newest).toMatchObject({ type: "user", sessionId, gitBranch: "main" });
  await expectSameState(events, bytes);
});

const START: HistoryCommand = { do: "start-turn", change: { model: "model-b" }, tells: true };
const USER: HistoryCommand = { do: "user", message: message("user", "Go on."), byAgent: false };
const END: HistoryCommand = { do: "end-turn", aborted: false };

function transcripts(): fc.Arbitrary<string> {
  return claudeCodeTranscript().map((lines) =>
    lines.map((line) => `${JSON.stringify(line)}\n`).join(""),
  );
}

function goingOn(): fc.Arbitrary<HistoryCommand[]> {
  return historyCommands({ maxLength: 25, weights: { fork: 0, "foreign-line": 0 } });
}

function places(): fc.Arbitrary<number> {
  return fc.integer({ min: 0, max: 1_000 }).map((mille) => mille / 1_000);
}
