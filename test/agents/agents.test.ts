import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { callRefold } from "../cli/run-refold.js";
import { differenceText } from "./difference-text.js";
import { isInstalled, programsFolder } from "./installation.js";
import { play } from "./judge.js";
import { judgeScenario } from "./judgement.js";
import { programsIn } from "./programs.js";
import { allScenarios } from "./scenario-list.js";
import { compared } from "./verdict.js";

/**
 * A few cells of the judge's table that are equal, and stay so; `npm run judge` plays all of them. They are
 * played at once: programs mostly wait.
 */
const HELD = [
  ["codex-0.104.0", "rollback-then-resume-at-once"],
  ["codex-0.120.0", "compaction-twice-and-resume"],
  ["codex-0.146.0", "rollback-all"],
  ["codex-0.169.0-scripts", "rollback-then-fork"],
  ["claude-code-2.1.330", "typed-while-it-works"],
  ["pi-1.5.2-chat", "model-changed"],
] as const;

describe.concurrent("programs send what Refold gives", { timeout: 300_000 }, () => {
  test.for(HELD)("%s: %s", async ([name, wanted], { skip, onTestFinished }) => {
    const program = programsIn(programsFolder()).find((one) => one.name === name);
    const scenario = allScenarios.find((one) => one.name === wanted);
    const isReady = isInstalled() && program?.command() !== null;
    skip(!isReady, `${name} is not installed: npm run judge installs it`);
    if (program === undefined || scenario === undefined) {
      throw new Error(`${name} ${wanted}: unknown`);
    }
    const resultsFolder = mkdtempSync(join(tmpdir(), "refold-judge-"));
    onTestFinished(() => rmSync(resultsFolder, { recursive: true, force: true }));
    const played = await play(program, scenario, resultsFolder);
    const one = await judgeScenario(played, { resultsFolder, refold: callRefold });
    expect(one.problem).toBe("");
    expect(compared(one).length).toBeGreaterThan(2);
    for (const { comparison } of compared(one)) {
      expect(comparison.verdict, differenceText(comparison)).toBe("equal");
    }
  });
});
