import { spawnSync } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { lastSum } from "../../../src/store/jsonl/line-ending.js";
import { encodeBatch } from "../../../src/store/jsonl/line-encoder.js";
import { bundled } from "../../bundled.js";
import { temporaryHome } from "./home.js";
import { sampleEvent, seededRandom } from "./sample-log.js";

const LINES = 8_000;
/** Longer than what the thread has room for. */
const LONG = 700_000;

/** 37 MB of lines, long enough for a thread to go ahead; one of them is long. */
function longLog(): Buffer[] {
  const random = seededRandom(11);
  const lines: Buffer[] = [];
  for (let offset = 0; offset < LINES; offset++) {
    const length = offset === LINES * 0.95 ? LONG : Math.floor(random() * 7_000);
    const event = sampleEvent(offset, 'é "'.repeat(length / 4), random);
    const before = lines.at(-1);
    lines.push(encodeBatch([event], { after: before && lastSum(before) }));
  }
  return lines;
}

/** Reads each log in a process of its own, as compiled: with a thread where one pays, and without. */
const script = (modules: Record<"runs" | "log" | "files", string>) => `
  import { createHash } from "node:crypto";
  import { once } from "node:events";
  import { readRuns } from ${JSON.stringify(modules.runs)};
  import { openLog } from ${JSON.stringify(modules.log)};
  import { nodeFileSystem } from ${JSON.stringify(modules.files)};
  const found = [];
  let starting;
  process.on("worker", (worker) => {
    starting = Promise.race([once(worker, "online"), once(worker, "exit")]);
  });
  for (const { path, range } of JSON.parse(process.argv[1])) {
    const readings = [];
    for (const mayHelp of [true, false]) {
      const log = openLog(nodeFileSystem, path);
      let own = 0;
      const read = (into, position) => {
        const bytes = log.read(into, position);
        own += bytes;
        return bytes;
      };
      const digest = createHash("sha256");
      const damage = [];
      const onDamage = (one) => damage.push(one);
      const seen = mayHelp ? { ...log, read } : { ...log, read, identity: undefined };
      for (const run of readRuns(seen, { ...range, onDamage, newer: "ignore" })) {
        for (const { data, ...members } of run) {
          digest.update(JSON.stringify([members, data.message?.length]));
        }
        await starting; // a thread is up late on a busy machine
        starting = undefined;
      }
      log[Symbol.dispose]();
      readings.push({ events: digest.digest("hex"), damage, own });
    }
    found.push(readings);
  }
  console.log(JSON.stringify(found));
`;

const Reading = z.object({
  events: z.string(),
  damage: z.array(z.looseObject({ reason: z.string() })),
  own: z.number(),
});
const Found = z.array(z.tuple([Reading, Reading]));

interface Case {
  readonly path: string;
  readonly range?: { readonly from: number; readonly to?: number };
}

async function readBothWays(cases: readonly Case[], withoutWorker = false) {
  const module = await bundled({
    runs: "src/store/jsonl/read-runs.ts",
    log: "src/store/jsonl/open-log.ts",
    files: "src/store/jsonl/file-system.ts",
    "read-ahead-worker": "src/store/jsonl/read-ahead-worker.ts",
  });
  if (withoutWorker) rmSync(fileURLToPath(module("read-ahead-worker")));
  const modules = { runs: module("runs"), log: module("log"), files: module("files") };
  const args = ["--input-type=module", "-e", script(modules), JSON.stringify(cases)];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    ...{ encoding: "utf8", maxBuffer: 1 << 26 },
  });
  expect([status, stderr]).toEqual([0, ""]);
  return Found.parse(JSON.parse(stdout));
}

function inFile(bytes: Buffer): string {
  const path = join(temporaryHome(), "log.jsonl");
  writeFileSync(path, bytes);
  return path;
}

const total = (lines: readonly Buffer[]) => lines.reduce((sum, { length }) => sum + length, 0);

test("law 3: a thread that goes ahead of a reader changes nothing of what is read and reported", async () => {
  const lines = longLog();
  const [early, late] = [Math.floor(LINES * 0.6), Math.floor(LINES * 0.8)];
  const flipped = (at: number) => {
    const line = Buffer.from(lines[at] ?? "");
    const byte = line.length >> 1;
    line.writeUInt8(line.readUInt8(byte) ^ 1, byte);
    return lines.with(at, line);
  };
  const whole = inFile(Buffer.concat(lines));
  const damaged = {
    "a byte is another": flipped(early),
    "a line is not there": lines.toSpliced(early, 1),
    "a line is no line": lines.toSpliced(late, 0, Buffer.from("{}\n")),
    "an end is cut off": [...lines.slice(0, late), (lines[late] ?? Buffer.of()).subarray(0, 90)],
  };
  const cases: Case[] = [
    { path: whole },
    { path: whole, range: { from: 100, to: late } },
    ...Object.values(damaged).map((some) => ({ path: inFile(Buffer.concat(some)) })),
  ];
  const found = await readBothWays(cases);
  for (const [helped, alone] of found) {
    expect(helped.events).toBe(alone.events);
    expect(helped.damage).toEqual(alone.damage);
  }
  const reasons = found.map(([{ damage }]) => damage.map(({ reason }) => reason));
  expect(reasons).toEqual([[], [], ["sum"], ["offset-gap", "batch"], ["sum"], []]);
  // On a busy machine a thread may be late, but not for all of these.
  expect(Math.min(...found.map(([helped]) => helped.own))).toBeLessThan(total(lines) * 0.7);
});

test("a log is read without a thread where its file is not", async () => {
  const lines = longLog();
  const [[helped, alone] = []] = await readBothWays([{ path: inFile(Buffer.concat(lines)) }], true);
  expect(helped).toEqual(alone);
  expect(helped?.own).toBeGreaterThanOrEqual(total(lines));
});
