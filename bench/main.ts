import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { Harness } from "./harness.js";
import { isMet, renderTable } from "./table.js";
import { rowNamed, rowNames } from "./rows.js";
import type { Result } from "./row.js";

/**
 * `npm run bench [-- --quick] [-- --row NAME]…`: measures each row against its floor, in this run, on
 * this machine; prints one table, and writes `bench/results/<time>.json`. It judges, but never
 * fails: budgets are looked at by people (design.md §10).
 */
const { values } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    row: { type: "string", multiple: true },
    items: { type: "string" },
  },
});
const scratch = mkdtempSync(join(tmpdir(), "refold-bench-"));
try {
  const harness = new Harness({
    isQuick: values.quick,
    items: Number(values.items ?? (values.quick ? 10_000 : 100_000)),
    scratch,
  });
  const results: Result[] = [];
  for (const name of values.row ?? rowNames()) {
    process.stderr.write(`${name} …\n`);
    const row = await rowNamed(name);
    results.push(...(await row.run(harness)));
  }
  process.stdout.write(`${renderTable(results)}\n`);
  process.stderr.write(`written: ${writeResults(harness.items, results)}\n`);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

function writeResults(items: number, results: readonly Result[]): string {
  const at = new Date().toISOString();
  const folder = "bench/results";
  mkdirSync(folder, { recursive: true });
  const path = `${folder}/${at.replaceAll(/[:.]/g, "-")}.json`;
  const machine = {
    node: process.version,
    platform: `${process.platform} ${process.arch}`,
    processors: cpus().length,
    model: cpus()[0]?.model ?? "unknown",
  };
  const judged = results.map((result) => ({ ...result, met: isMet(result) }));
  writeFileSync(path, `${JSON.stringify({ at, machine, items, results: judged }, null, 2)}\n`);
  return path;
}
