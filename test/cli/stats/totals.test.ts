import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import type { StatsReport } from "../../../src/projections/stats/stats-report.js";
import { codexRollout } from "../../../src/testing/arbitraries/codex-rollout.js";
import { countRaw } from "../../dialects/claude-code/raw-counts.js";
import { claudeCodeTranscript } from "../../dialects/claude-code/transcript-arbitrary.js";
import { countRawCodex } from "../../dialects/codex/raw-counts.js";
import { countRaw as countRawPi } from "../../dialects/pi/raw-counts.js";
import { piSession } from "../../dialects/pi/session-arbitrary.js";
import { contentOf, recordedSessions, sharedSessions } from "../recorded-sessions.js";
import { statsOf, writeLines } from "./counting.js";

const folder = mkdtempSync(join(tmpdir(), "refold-stats-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function written(name: string, lines: readonly object[]): string {
  return writeLines(join(folder, name), lines);
}

function toolTotals({ tools }: StatsReport) {
  const sum = (value: (tool: StatsReport["tools"][number]) => number): number =>
    tools.reduce((total, tool) => total + value(tool), 0);
  return {
    calls: sum(({ calls }) => calls),
    outputs: sum(({ outputs }) => outputs),
    outputBytes: sum(({ outputBytes }) => outputBytes),
  };
}

function codexCounts(report: StatsReport) {
  const { requests, input, output, total } = report.tokens;
  const tools = toolTotals(report);
  return { requests, input, output, total, ...tools, compactions: report.compactions };
}

function piCounts(report: StatsReport) {
  const { input, cachedInput, cacheWrite, output } = report.tokens;
  return {
    objects: report.events,
    prompts: report.turns,
    compactions: report.compactions,
    failedOutputs: report.tools.reduce((sum, { failures }) => sum + failures, 0),
    used: { input, cachedInput, cacheWrite, output },
  };
}

function rawPiCounts(content: Buffer): ReturnType<typeof piCounts> {
  const { objects, prompts, compactions, failedOutputs, used } = countRawPi(content);
  return { objects, prompts, compactions, failedOutputs, used };
}

describe("what is counted of a session is what its raw lines say", () => {
  test("Codex: generated rollouts, rolled-back turns included", async () => {
    const rollouts = codexRollout({ lifecycle: "always" });
    await fc.assert(
      fc.asyncProperty(rollouts, async (lines) => {
        const report = await statsOf(written("codex.jsonl", lines));
        const content = lines.map((line) => JSON.stringify(line)).join("\n");
        const { lines: count, turnStarts, ...raw } = countRawCodex(content);
        expect(codexCounts(report)).toEqual(raw);
        expect(report.events).toBe(count);
        expect(report.turns).toBeGreaterThanOrEqual(turnStarts);
      }),
      { numRuns: 150 },
    );
  });

  test("Claude Code: generated transcripts, branches that were left included", async () => {
    await fc.assert(
      fc.asyncProperty(claudeCodeTranscript(), async (lines) => {
        const path = written("claude.jsonl", lines);
        const report = await statsOf(path);
        const { objects, prompts, compactions, used } = countRaw(contentOf(path));
        const { input, cachedInput, cacheWrite, output } = report.tokens;
        expect({ input, cachedInput, cacheWrite, output }).toEqual(used);
        expect(report.compactions).toBe(compactions);
        expect(report.turns).toBe(prompts);
        expect(report.events).toBe(objects);
      }),
      { numRuns: 150 },
    );
  });

  test("pi: generated sessions, branches that were left included", async () => {
    await fc.assert(
      fc.asyncProperty(piSession(), async (lines) => {
        const path = written("pi.jsonl", lines);
        expect(piCounts(await statsOf(path))).toEqual(rawPiCounts(contentOf(path)));
      }),
      { numRuns: 150 },
    );
  });

  const pi = [...recordedSessions(), ...sharedSessions()].filter(({ name }) => /^pi-/.test(name));
  test.each(pi)("$name", async ({ path }) => {
    const report = await statsOf(path);
    expect(piCounts(report)).toEqual(rawPiCounts(contentOf(path)));
    expect(report.models.map(({ model }) => model)).not.toContain("unknown");
  });

  const codex = recordedSessions().filter(({ name }) => !/claude|^pi-|damaged|bare/.test(name));
  test.each(codex)("$name", async ({ path }) => {
    const report = await statsOf(path);
    const { lines, turnStarts, ...raw } = countRawCodex(contentOf(path).toString("utf8"));
    expect(codexCounts(report)).toEqual(raw);
    expect(report.events).toBe(lines);
    expect(report.turns).toBeGreaterThanOrEqual(turnStarts);
  });

  const claude = sharedSessions().filter(({ name }) => /claude|^entire/.test(name));
  test.each(claude)("$name", async ({ path }) => {
    const report = await statsOf(path);
    const raw = countRaw(contentOf(path));
    const { input, cachedInput, cacheWrite, output } = report.tokens;
    expect({ input, cachedInput, cacheWrite, output }).toEqual(raw.used);
    expect(report.compactions).toBe(raw.compactions);
  });

  test("the totals of all sessions are the sums of each", async () => {
    const paths = [...recordedSessions(), ...sharedSessions()].map(({ path }) => path);
    const all = await statsOf(...paths);
    let total = 0;
    for (const path of new Set(paths)) total += (await statsOf(path)).tokens.total;
    expect(all.tokens.total).toBeLessThanOrEqual(total);
    expect(all.copiedEvents === 0 ? total : all.tokens.total).toBe(all.tokens.total);
  });
});
