import { copyFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { Writable } from "node:stream";
import { limitHeapGrowth } from "../../src/cli/heap-growth.js";
import { runProgram } from "../../src/cli/program.js";
import { writeBloatedRollout } from "../bloated-rollout.js";
import { designed } from "../budgets.js";
import { type Bench, extraOf, type Probe, type Result, type Row } from "../row.js";

/** The command as its process runs it, with the vault, the proof and the check. */
const slim: Probe = async ({ rollout, scratch }, measure) => {
  const [path, home] = [join(String(scratch), "slim.jsonl"), join(String(scratch), "home")];
  rmSync(home, { recursive: true, force: true });
  copyFileSync(String(rollout), path);
  limitHeapGrowth();
  await measure(async () => {
    const code = await runProgram(["slim", path, "--apply", "--home", home], NOWHERE);
    if (code !== 0) throw new Error(`refold slim ended with ${code}`);
  });
  const { size } = statSync(path);
  rmSync(path);
  return { slimBytes: size };
};

const nothing = (): Writable =>
  new Writable({
    write: (_chunk, _encoding, done) => {
      done();
    },
  });
const NOWHERE = { stdout: nothing(), stderr: nothing() };

async function run(bench: Bench): Promise<readonly Result[]> {
  const imageBytes = bench.isQuick ? 60_000 : 200_000;
  const scratch = join(bench.scratch, "slim");
  const rollout = join(scratch, "rollout.jsonl");
  const bytes = writeBloatedRollout(rollout, { checkpoints: 400, images: 1_000, imageBytes });
  const sampled = await bench.sample("slim", { slim: { rollout, scratch } }, 1);
  rmSync(scratch, { recursive: true });
  const { ms, peakMb } = sampled("slim");
  const speed = `${(bytes / 1_000 / ms).toFixed(0)} MB/s`;
  return [
    {
      ...{ name: `slim, ${(bytes / 1e9).toFixed(1)} GB, ${speed}, against its bytes`, unit: "MB" },
      ...{ measured: extraOf(sampled("slim"), "slimBytes") / 1e6, floor: bytes / 1e6 },
      ...designed("slim, bytes"),
    },
    {
      ...{ name: "slim, peak memory", unit: "MB", measured: peakMb, floor: null },
      ...designed("slim, memory"),
    },
  ];
}

export const row: Row = { run, probes: { slim } };
