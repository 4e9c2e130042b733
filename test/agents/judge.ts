import { mkdirSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { NotOffered, type Program } from "./agent.js";
import type { Scenario } from "./scenario.js";
import { openStage, type Recorded } from "./stage.js";
import type { JudgedRequest, JudgedScenario } from "./verdict.js";

/** Plays one scenario with one program, and keeps its requests. Nothing is compared yet. */
export async function play(
  program: Program,
  scenario: Scenario,
  resultsFolder: string,
): Promise<JudgedScenario> {
  const folder = join(resultsFolder, program.name, scenario.name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const stage = await openStage(program, folder, scenario);
  const errors: unknown[] = [];
  const keep = (error: unknown): void => void errors.push(error);
  await scenario.play(stage).catch(keep);
  await stage.close().catch(keep);
  const last = stage.agent.sessionFile(join(folder, "home"));
  const names = {
    program: program.name,
    scenario: scenario.name,
    sessionFile: last === null ? null : relative(resultsFolder, last),
    requests: stage.recorded.map((recorded) => keptRequest(recorded, resultsFolder)),
  };
  if (errors.length === 0) return { ...names, outcome: "judged", problem: "" };
  const refused = errors.find((error) => error instanceof NotOffered);
  const first = refused ?? errors[0];
  const problem = first instanceof Error ? first.message : String(first);
  return { ...names, outcome: refused === undefined ? "failed" : "not offered", problem };
}

export function keptRequest(recorded: Recorded, resultsFolder: string): JudgedRequest {
  const { kind, folder, sessionFile } = recorded;
  return {
    folder: relative(resultsFolder, folder),
    sessionFile: sessionFile === null ? null : relative(resultsFolder, sessionFile),
    ...{ kind, comparison: null, told: "", exitCode: null },
  };
}
