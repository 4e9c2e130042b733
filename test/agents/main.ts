import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { install, isInstalled, judgeFolder, programsFolder } from "./installation.js";
import { play } from "./judge.js";
import { judgeScenario } from "./judgement.js";
import { programsIn } from "./programs.js";
import { asProcesses, refoldIn } from "./refold-prompt.js";
import { allScenarios } from "./scenario-list.js";
import { causeText, tableText } from "./table.js";
import { isEqual, JudgedScenarioSchema, type JudgedScenario } from "./verdict.js";
import { playSlimmed, slimWaysOf } from "./slim-way.js";
import { folderName, playWayBack, waysBackOf } from "./way-back.js";

/**
 * `npm run judge [-- --program NAME] [-- --scenario NAME] …`: see docs/agents.md. Ends with 1 when a
 * scenario that was played is not equal.
 */
const { values: settings } = parseArgs({
  options: {
    program: { type: "string", multiple: true },
    scenario: { type: "string", multiple: true },
    refold: { type: "string" },
    results: { type: "string" },
    later: { type: "boolean", default: false },
    again: { type: "boolean", default: false },
    table: { type: "boolean", default: false },
  },
});

const keyOf = ({ program, scenario }: JudgedScenario): string => `${program} ${scenario}`;
const verdictFile = (folder: string): string => join(folder, "judged.json");

const refold = refoldIn(settings.refold);
const resultsFolder = settings.results ?? join(judgeFolder(), "results");
const judged = new Map<string, JudgedScenario>(readResults());
if (settings.again) for (const one of [...judged.values()].filter(isSelected)) await keep(one);
else if (!settings.table) await playAll();
const all = [...judged.values()].filter(isSelected);
process.stdout.write(`${tableText(all)}\n${causeText(all)}`);
process.exitCode = all.every((one) => one.outcome === "not offered" || isEqual(one)) ? 0 : 1;

async function playAll(): Promise<void> {
  if (!isInstalled()) install();
  mkdirSync(resultsFolder, { recursive: true });
  const programs = programsIn(programsFolder()).filter(({ name }) =>
    isWanted(name, settings.program),
  );
  for (const program of programs) {
    for (const scenario of allScenarios) {
      if (!isWanted(scenario.name, settings.scenario)) continue;
      if (scenario.isFor?.(program) === false) continue;
      await keep(await play(program, scenario, resultsFolder));
    }
  }
  for (const program of programs) {
    for (const way of waysBackOf(program, [...judged.values()])) {
      if (!isWanted(`back: ${way.source.scenario}`, settings.scenario)) continue;
      await keep(await playWayBack({ ...way, program, resultsFolder, refold }));
    }
    for (const source of slimWaysOf(program, [...judged.values()])) {
      if (!isWanted(`slim: ${source.scenario}`, settings.scenario)) continue;
      await keep(await playSlimmed({ source, program, resultsFolder, refold }));
    }
  }
}

async function keep(played: JudgedScenario): Promise<void> {
  const judge = { resultsFolder, refold: asProcesses(refold) };
  const one = settings.later ? played : await judgeScenario(played, judge);
  judged.set(keyOf(one), one);
  const folder = join(resultsFolder, one.program, folderName(one.scenario));
  writeFileSync(verdictFile(folder), JSON.stringify(one, null, 1));
  const verdicts = one.requests.map(({ comparison }) => comparison?.verdict ?? "–");
  const { program, scenario, outcome, problem } = one;
  process.stderr.write(`${program} ${scenario}: ${[outcome, problem, ...verdicts].join(" ")}\n`);
}

/** What earlier runs found: each scenario's last verdict is beside its requests. */
function readResults(): readonly [string, JudgedScenario][] {
  if (!existsSync(resultsFolder)) return [];
  const files = foldersIn(resultsFolder).flatMap(foldersIn).map(verdictFile);
  return files.filter(existsSync).map((file) => {
    const one = JudgedScenarioSchema.parse(JSON.parse(readFileSync(file, "utf8")));
    return [keyOf(one), one];
  });
}

function foldersIn(folder: string): readonly string[] {
  const entries = readdirSync(folder, { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(folder, name));
}

function isSelected({ program, scenario }: JudgedScenario): boolean {
  return isWanted(program, settings.program) && isWanted(scenario, settings.scenario);
}

function isWanted(name: string, wanted: readonly string[] | undefined): boolean {
  return wanted === undefined || wanted.some((part) => name.includes(part));
}
