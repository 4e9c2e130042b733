import { spawnSync } from "node:child_process";
import { designed } from "../budgets.js";
import type { Bench, Result, Row } from "../row.js";

const COMMAND = "bin/refold.js";

/** From the start of the process to its end. */
function startMs(args: readonly string[]): number {
  const start = performance.now();
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
  if (status !== 0) throw new Error(`${args.join(" ")} failed:\n${stderr}`);
  return performance.now() - start;
}

async function run(bench: Bench): Promise<readonly Result[]> {
  const commands = {
    floor: ["-e", "0"],
    version: [COMMAND, "--version"],
    help: [COMMAND, "--help"],
  };
  const best = { floor: Infinity, version: Infinity, help: Infinity };
  for (let round = 0; round < (bench.isQuick ? 5 : 30); round += 1) {
    best.floor = Math.min(best.floor, startMs(commands.floor));
    best.version = Math.min(best.version, startMs(commands.version));
    best.help = Math.min(best.help, startMs(commands.help));
  }
  const against = (name: string, measured: number): Result => {
    return { name, unit: "ms", measured, floor: best.floor, ...designed("command start") };
  };
  return [
    against("command start, --version", best.version),
    against("command start, --help", best.help),
  ];
}

export const row: Row = { run, probes: {} };
