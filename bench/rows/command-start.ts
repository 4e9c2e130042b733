import { spawnSync } from "node:child_process";
import { designed } from "../budgets.js";
import type { Bench, Result, Row } from "../row.js";

const COMMAND = "bin/refold.js";

/** @returns what the process wrote, and the time from its start to its end */
function runNode(args: readonly string[]): { readonly stdout: string; readonly ms: number } {
  const start = performance.now();
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
  if (status !== 0) throw new Error(`${args.join(" ")} failed:\n${stderr}`);
  return { stdout, ms: performance.now() - start };
}

/** What a process used of the processor, from its start to the end of a script. */
function cpuMs(script: string): number {
  const report =
    "const { user, system } = process.cpuUsage(); console.log((user + system) / 1000);";
  return Number(runNode(["--input-type=module", "-e", `${script} ${report}`]).stdout);
}

async function run(bench: Bench): Promise<readonly Result[]> {
  const best = {
    ...{ floor: Infinity, version: Infinity, help: Infinity },
    ...{ cpuFloor: Infinity, cpuImport: Infinity },
  };
  for (let round = 0; round < (bench.isQuick ? 5 : 30); round += 1) {
    best.floor = Math.min(best.floor, runNode(["-e", "0"]).ms);
    best.version = Math.min(best.version, runNode([COMMAND, "--version"]).ms);
    best.help = Math.min(best.help, runNode([COMMAND, "--help"]).ms);
    best.cpuFloor = Math.min(best.cpuFloor, cpuMs(""));
    best.cpuImport = Math.min(best.cpuImport, cpuMs('await import("refold");'));
  }
  const { floor } = best;
  return [
    {
      ...{ name: "command start, --version", unit: "ms", measured: best.version, floor },
      ...designed("command start, --version"),
    },
    {
      ...{ name: "command start, --help", unit: "ms", measured: best.help, floor },
      ...designed("command start"),
    },
    {
      ...{ name: 'import "refold": CPU beyond the start of Node.js', unit: "ms", floor: null },
      measured: best.cpuImport - best.cpuFloor,
      ...designed("import"),
    },
  ];
}

export const row: Row = { run, probes: {} };
