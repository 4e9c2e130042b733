import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { NotOffered, type Program } from "./agent.js";
import { compare } from "./comparison.js";
import { differenceText } from "./difference-text.js";
import { textAt } from "./json.js";
import { normalForm } from "./normal-form.js";
import { refoldPrompt } from "./refold-prompt.js";
import type { Scenario } from "./scenario.js";
import { openStage, type Recorded } from "./stage.js";
import type { Comparison, JudgedRequest, JudgedScenario } from "./verdict.js";

export interface JudgeOptions {
  readonly program: Program;
  readonly scenario: Scenario;
  readonly resultsFolder: string;
  readonly refold: string;
}

/** Plays one scenario with one program, and compares each of its requests with Refold's. */
export async function judge(options: JudgeOptions): Promise<JudgedScenario> {
  const { program, scenario, resultsFolder } = options;
  const folder = join(resultsFolder, program.name, scenario.name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const stage = await openStage(program, folder, scenario.files);
  const errors: unknown[] = [];
  const keep = (error: unknown): void => void errors.push(error);
  await scenario.play(stage).catch(keep);
  await stage.close().catch(keep);
  const requests = stage.recorded.map((recorded) => judgeRequest(recorded, options, folder));
  const sessionFile = stage.agent.sessionFile(join(folder, "home"));
  const names = { program: program.name, scenario: scenario.name, sessionFile };
  if (errors.length === 0) return { ...names, outcome: "judged", problem: "", requests };
  const refused = errors.find((error) => error instanceof NotOffered);
  const first = refused ?? errors[0];
  const problem = first instanceof Error ? first.message : String(first);
  return { ...names, outcome: refused === undefined ? "failed" : "not offered", problem, requests };
}

function judgeRequest(
  { kind, request, folder, sessionFile }: Recorded,
  { refold }: JudgeOptions,
  scenarioFolder: string,
): JudgedRequest {
  if (sessionFile === null) return { folder, kind, comparison: null, told: "", exitCode: null };
  const { body, told, exitCode } = refoldPrompt(refold, {
    file: sessionFile,
    api: request.api,
    model: textAt(request.body, "model"),
    home: join(scenarioFolder, "refold-home"),
  });
  writeFileSync(join(folder, "refold.json"), JSON.stringify({ exitCode, told, body }, null, 1));
  if (body === undefined) return { folder, kind, comparison: refused(told), told, exitCode };
  const sent = normalForm(request.api, request.body);
  // The words that ask for a summary are not of the conversation.
  const items = kind === "compaction" ? sent.items.slice(0, -1) : sent.items;
  const groups = kind === "compaction" ? sent.groups.slice(0, -1) : sent.groups;
  const comparison = compare({ ...sent, items, groups }, normalForm(request.api, body));
  writeFileSync(join(folder, "difference.txt"), differenceText(comparison));
  return { folder, kind, comparison, told, exitCode };
}

function refused(told: string): Comparison {
  const signature = `Refold gives no prompt: ${told.split("\n")[0] ?? ""}`;
  return { verdict: "different", differences: [{ kind: "missing", position: 0, signature }] };
}
