import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { install, isInstalled, judgeFolder, programsFolder } from "./installation.js";
import { judge } from "./judge.js";
import { programsIn } from "./programs.js";
import { refoldIn } from "./refold-prompt.js";
import { allScenarios } from "./scenario-list.js";
import { causeText, tableText } from "./table.js";
import { isEqual, JudgedScenarioSchema, type JudgedScenario } from "./verdict.js";
import { folderName, judgeWayBack, waysBackOf } from "./way-back.js";

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
    table: { type: "boolean", default: false },
  },
});

const keyOf = ({ program, scenario }: JudgedScenario): string => `${program} ${scenario}`;
const verdictFile = (folder: string): string => join(folder, "judged.json");

const resultsFolder = settings.results ?? join(judgeFolder(), "results");
const judged = new Map<string, JudgedScenario>(readResults());
if (!settings.table) await playAll();
const all = [...judged.values()].filter((one) => isWanted(one.program, settings.program));
process.stdout.write(`${tableText(all)}\n${causeText(all)}`);
process.exitCode = all.every((one) => one.outcome === "not offered" || isEqual(one)) ? 0 : 1;

async function playAll(): Promise<void> {
  if (!isInstalled()) install();
  mkdirSync(resultsFolder, { recursive: true });
  const refold = refoldIn(settings.refold);
  const programs = programsIn(programsFolder()).filter(({ name }) =>
    isWanted(name, settings.program),
  );
  for (const program of programs) {
    for (const scenario of allScenarios) {
      if (!isWanted(scenario.name, settings.scenario)) continue;
      if (scenario.isFor?.(program) === false) continue;
      keep(await judge({ program, scenario, resultsFolder, refold }));
    }
  }
  for (const program of programs) {
    for (const way of waysBackOf(program, [...judged.values()])) {
      if (!isWanted("back", settings.scenario)) continue;
      keep(await judgeWayBack({ ...way, program, resultsFolder, refold }));
    }
  }
}

function keep(one: JudgedScenario): void {
  judged.set(keyOf(one), one);
  const folder = join(resultsFolder, one.program, folderName(one.scenario));
  writeFileSync(verdictFile(folder), JSON.stringify(one, null, 1));
  const verdicts = one.requests.map(({ comparison }) => comparison?.verdict ?? "no file yet");
  const { program, scenario, outcome, problem } = one;
  process.stderr.write(`${program} ${scenario}: ${[outcome, problem, ...verdicts].join(" ")}\n`);
}

/** What earlier runs found: each scenario's last verdict lies beside its requests. */
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

function isWanted(name: string, wanted: readonly string[] | undefined): boolean {
  return wanted === undefined || wanted.some((part) => name.includes(part));
}
