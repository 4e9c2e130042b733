import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isPeerRun } from "../bench/outcome.js";
import { headOf, reportTables } from "../bench/report/report.js";
import type { Run } from "../bench/run.js";
import { markdownTable } from "./markdown-table.js";
import { writeMarkedBlock } from "./marked-block.js";

/**
 * Writes the tables of docs/performance.md anew, from results files of `npm run bench`:
 * `npm run performance [-- FILE [PEERS]]`. Absent: the newest run that was whole and not quick. The
 * contenders are those of the second file, if `npm run bench:peers` measured them apart.
 */
const PAGE = "docs/performance.md";
const RESULTS = "bench/results";

const [path = newestWholeRun(), peersPath] = process.argv.slice(2);
if (path === undefined) {
  process.stderr.write(`no whole run in ${RESULTS}: npm run bench comes first\n`);
  process.exitCode = 1;
} else {
  const run = readRun(path);
  const apart = peersPath === undefined ? null : readRun(peersPath);
  const outcomes = [...run.outcomes, ...(apart?.outcomes.filter(isPeerRun) ?? [])];
  const tables = reportTables({ ...run, outcomes }).map(({ title, headings, rows }) => {
    return `### ${title}\n\n${markdownTable(headings, rows)}`;
  });
  const heads = [
    `Measured on ${run.at.slice(0, 10)}: ${headOf(run)}`,
    ...(run.isWhole ? [] : ["Not every row ran: what is missing here was not measured."]),
    ...(apart === null ? [] : [`The contenders were measured apart: ${headOf(apart)}`]),
  ];
  writeMarkedBlock(PAGE, "tables", [...heads, ...tables].join("\n\n"));
  process.stdout.write(`${PAGE}: tables of ${path}\n`);
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
