import { existsSync, readdirSync, statSync } from "node:fs";
import { experimentCases } from "./experiment-cases.js";
import { fileCases } from "./file-cases.js";
import { damagedStoreCases, storeCases, wholeStoreCases } from "./store-cases.js";
import type { Sandbox } from "./sandbox.js";
import { usageCases } from "./usage-cases.js";

/** Cases that share a sandbox. */
export interface Unit {
  readonly name: string;
  readonly isQuick: boolean;
  readonly run: (sandbox: Sandbox) => Promise<void>;
}

const SESSIONS = "../shared/sessions";
/** One of Codex, with an image and 18 settings of turns, and one of Claude Code, with images. */
const QUICK_SESSIONS = [
  "agentcmd-rollout-2025-09-24T20-12-23-01997ea4-a70d-7da3-8c20-c736db82a7c5.jsonl",
  "agentcmd-claude-full-session-two.jsonl",
];

/** Every unit, the longest first. */
export function goldenUnits(): readonly Unit[] {
  const sessions = existsSync(SESSIONS) ? sessionsIn(SESSIONS) : [];
  const fixtures = sessionsIn("fixtures");
  const files = [...sessions, ...fixtures].map((path) => ({
    path,
    // In a sandbox the folder of recorded sessions is beside the fixtures.
    shortPath: path.replace("../shared/", ""),
    sizeBytes: statSync(path).size,
    isQuick: !path.startsWith(SESSIONS) || QUICK_SESSIONS.some((name) => path.endsWith(name)),
  }));
  const byFile = files.flatMap(({ path, shortPath, sizeBytes, isQuick }) => [
    {
      ...{ name: shortPath, sizeBytes, isQuick },
      run: async (sandbox: Sandbox) => {
        sandbox.copy(path, shortPath);
        await fileCases(sandbox, { path: shortPath, sizeBytes });
      },
    },
    {
      ...{ name: `store of ${shortPath}`, sizeBytes, isQuick },
      run: async (sandbox: Sandbox) => {
        sandbox.copy(path, shortPath);
        await storeCases(sandbox, shortPath);
      },
    },
  ]);
  const whole = { sizeBytes: 0, isQuick: true };
  return [
    ...byFile,
    { ...whole, name: "usage", run: withFixtures(fixtures, usageCases) },
    { ...whole, name: "whole store", run: withFixtures(fixtures, wholeStoreCases) },
    { ...whole, name: "damaged store", run: withFixtures(fixtures, damagedStoreCases) },
    { ...whole, name: "experiments", run: withFixtures(fixtures, experimentCases) },
  ].toSorted((a, b) => b.sizeBytes - a.sizeBytes);
}

function withFixtures(fixtures: readonly string[], run: Unit["run"]): Unit["run"] {
  return async (sandbox) => {
    for (const path of fixtures) sandbox.copy(path);
    await run(sandbox);
  };
}

function sessionsIn(folder: string): readonly string[] {
  return readdirSync(folder)
    .filter((name) => /\.jsonl(\.zst)?$/.test(name))
    .toSorted()
    .map((name) => `${folder}/${name}`);
}
