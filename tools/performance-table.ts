import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isLeftOut, isPeerRun, type Outcome } from "../bench/outcome.js";
import { headOf, reportTables } from "../bench/report/report.js";
import type { Run } from "../bench/run.js";
import { markdownTable } from "./markdown-table.js";
import { writeMarkedBlock } from "./marked-block.js";

/**
 * Writes the tables of docs/performance.md anew, from results files of `npm run bench`:
 * `npm run performance [-- FILE [LATER…]]`. Absent: the newest run that was whole and not quick. What
 * later files measured again, of some rows or of the contenders, is in place of the first one's.
 * `-- --block NAME FILE…` writes what these files have together into another block of the page.
 */
const PAGE = "docs/performance.md";
const RESULTS = "bench/results";

const words = process.argv.slice(2);
const block = words[0] === "--block" ? words.splice(0, 2)[1] : undefined;
const [path = newestWholeRun(), ...laterPaths] = words;
if (path === undefined) {
  process.stderr.write(`no whole run in ${RESULTS}: npm run bench comes first\n`);
  process.exitCode = 1;
} else {
  const run = readRun(path);
  const later = laterPaths.map(readRun);
  const newest = later.at(-1) ?? run;
  const outcomes = later.reduce((known, { outcomes }) => renewed(known, outcomes), run.outcomes);
  const tables = reportTables({ ...run, outcomes }).map(({ title, headings, rows }) => {
    return `### ${title}\n\n${markdownTable(headings, rows)}`;
  });
  const heads = [
    `Measured on ${dayOf(run)}: ${headOf(block === undefined ? run : newest)}`,
    ...(run.isWhole || block !== undefined
      ? []
      : ["Not every row ran: what is missing here was not measured."]),
    ...(block !== undefined ? [] : later).map(
      (run) => `Measured on ${dayOf(run)}, ${namesOf(run.outcomes)}: ${headOf(run)}`,
    ),
  ];
  writeMarkedBlock(PAGE, block ?? "tables", [...heads, ...tables].join("\n\n"));
  process.stdout.write(`${PAGE}: tables of ${path}\n`);
}

function dayOf(run: Run): string {
  return run.at.slice(0, 10);
}

/** Each outcome as it was measured last, in its first place. What a later file left out stays as it was. */
function renewed(known: readonly Outcome[], later: readonly Outcome[]): readonly Outcome[] {
  const outcomes = new Map(known.map((outcome) => [nameOf(outcome), outcome]));
  for (const outcome of later) {
    if (!isLeftOut(outcome)) outcomes.set(nameOf(outcome), outcome);
  }
  return [...outcomes.values()];
}

function nameOf(outcome: Outcome): string {
  if (!isPeerRun(outcome)) return `${outcome.name} ${growthOf(outcome)}`;
  const { contender, items, compactions, on = "files" } = outcome;
  return `${contender} on ${on}, ${items} items${compactions ? ", compacted" : ""}`;
}

/** One name stands for every length at which the same cost was measured. */
function growthOf(outcome: Outcome): string {
  return isPeerRun(outcome) || outcome.growth === undefined ? "" : `at ${outcome.growth.items}`;
}

function namesOf(outcomes: readonly Outcome[]): string {
  const names = outcomes.map((outcome) =>
    isPeerRun(outcome) ? "the contenders" : (outcome.name.split(/, |:/)[0] ?? outcome.name),
  );
  return [...new Set(names)].join(", ");
}

function newestWholeRun(): string | undefined {
  const files = readdirSync(RESULTS).filter((name) => name.endsWith(".json"));
  const paths = files.sort().map((name) => join(RESULTS, name));
  return paths.findLast((file) => {
    const { isWhole, isQuick } = readRun(file);
    return isWhole && !isQuick;
  });
}

function readRun(file: string): Run {
  const value: unknown = JSON.parse(readFileSync(file, "utf8"));
  if (!isRun(value)) throw new Error(`${file} is no results file of npm run bench`);
  return value;
}

/** Written by `bench/main.ts`, and by nobody else; older files have no outcomes. */
function isRun(value: unknown): value is Run {
  return typeof value === "object" && value !== null && "outcomes" in value;
}
