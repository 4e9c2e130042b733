import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { CommanderError } from "commander";
import { Harness } from "./harness.js";
import { lengthsOf } from "./lengths.js";
import { readOptions, type BenchOptions } from "./options.js";
import type { Outcome } from "./outcome.js";
import { renderReport } from "./report/report.js";
import type { Run } from "./run.js";
import { rowNamed, usualRowNames } from "./rows.js";

/**
 * `npm run bench [-- --quick] [-- --row NAME]…`: measures each row against its floor, in this run, on
 * this machine; prints one table, and writes `bench/results/<time>.json`. It judges, but never
 * fails: budgets are looked at by people. Wrong usage ends with 2.
 */
const RESULTS = "bench/results";

try {
  await main(readOptions(process.argv.slice(2)));
} catch (error) {
  if (!(error instanceof CommanderError)) throw error;
  process.exitCode = error.exitCode === 0 ? 0 : 2; // what is wrong, or the help, is already there
}

async function main(options: BenchOptions): Promise<void> {
  const scratch = mkdtempSync(join(tmpdir(), "refold-bench-"));
  const remove = (): void => rmSync(scratch, { recursive: true, force: true });
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => {
      remove(); // a full run has written gigabytes
      process.exit(signal === "SIGINT" ? 130 : 143);
    });
  }
  try {
    const run = await measure(options, scratch);
    process.stdout.write(`${renderReport(run, process.stdout.columns)}\n`);
    process.stderr.write(`written: ${pathOf(run)}\n`);
  } finally {
    remove();
  }
}

async function measure(options: BenchOptions, scratch: string): Promise<Run> {
  const { quick: isQuick, only, size, rows } = options;
  const lengths = lengthsOf({ isQuick, items: options.items });
  const keep = (outcomes: readonly Outcome[]): void => {
    writeResults({ ...run, outcomes: [...run.outcomes, ...outcomes] });
  };
  const harness = new Harness({ isQuick, only, size, ...lengths, scratch, keep });
  const at = new Date().toISOString();
  const began = performance.now();
  const machine = {
    node: process.version,
    platform: `${process.platform} ${process.arch}`,
    processors: availableParallelism(),
  };
  let run: Run = { at, seconds: 0, machine, isQuick, ...lengths, isWhole: false, outcomes: [] };
  for (const [index, name] of rows.entries()) {
    const start = performance.now();
    const row = await rowNamed(name);
    const outcomes: Outcome[] = [...run.outcomes, ...(await row.run(harness))];
    const seconds = Math.round((performance.now() - began) / 1_000);
    const done = rows.slice(0, index + 1);
    const isWhole = usualRowNames().every((usual) => done.includes(usual));
    run = { ...run, seconds, isWhole, outcomes };
    writeResults(run); // whoever stops it early keeps what was measured
    process.stderr.write(`${name}: ${((performance.now() - start) / 1_000).toFixed(1)} s\n`);
  }
  return run;
}

function writeResults(run: Run): void {
  mkdirSync(RESULTS, { recursive: true });
  writeFileSync(pathOf(run), `${JSON.stringify(run, null, 2)}\n`);
}

function pathOf({ at }: Run): string {
  return `${RESULTS}/${at.replaceAll(/[:.]/g, "-")}.json`;
}
