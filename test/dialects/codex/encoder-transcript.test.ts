import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { claudeCodeForm } from "../../../src/dialects/claude-code/claude-code-form.js";
import { ExportReport } from "../../../src/dialects/shared/export-report.js";
import { claudeCodeTranscript } from "../claude-code/transcript-arbitrary.js";
import { continued } from "../shared/continued.js";
import { expectSameState, exported } from "./exporting.js";

test("a Claude Code transcript, exported, opens as a rollout with the same texts, pairs and order", async () => {
  const property = fc.asyncProperty(claudeCodeTranscript(), async (lines) => {
    const text = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
    const { events, blobs } = await continued(text, claudeCodeForm, []);
    await expectSameState(events, await exported(events, { blobs }));
  });
  await fc.assert(property, { numRuns: 60 });
  expect.hasAssertions();
});

test("what a rollout has no place for in a transcript is listed", async () => {
  const text = readFileSync("fixtures/claude-code.jsonl", "utf8");
  const { events, blobs } = await continued(text, claudeCodeForm, []);
  const report = new ExportReport();
  await expectSameState(events, await exported(events, { blobs, report }));
  expect(report.notCarried.map(({ what }) => what)).toEqual([
    "foreign.kept",
    "reasoning that is not OpenAI's",
    "marks of output that was counted in part",
    "counts of cache writes",
    "marks of failed tool calls",
  ]);
});
