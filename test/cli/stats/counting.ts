import { writeFileSync } from "node:fs";
import { countHere } from "../../../src/cli/stats/count-batches.js";
import type { CountOptions } from "../../../src/cli/stats/tally-file.js";
import { statsReport, type StatsReport } from "../../../src/projections/stats/stats-report.js";
import { findSessionFiles } from "../../../src/sessions/session-files.js";

/** Counts what is in files and folders, in this process. */
export function statsOf(...paths: readonly string[]): Promise<StatsReport> {
  return statsWith({}, paths);
}

export async function statsWith(
  options: CountOptions,
  paths: readonly string[],
): Promise<StatsReport> {
  const { files } = findSessionFiles(paths);
  const { tally } = await countHere(files, options);
  return statsReport(tally);
}

/** Writes objects as lines. @returns the path */
export function writeLines(path: string, lines: readonly object[]): string {
  writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  return path;
}
