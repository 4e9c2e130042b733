import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { codexForm } from "../../src/dialects/codex/codex-form.js";
import { openRollout } from "../../src/dialects/shared/open-rollout.js";
import { runsOf } from "../../src/events/event-source.js";
import { replay } from "../../src/reducers/replay.js";
import { fileBytes } from "../../src/sessions/file-bytes.js";
import { designed } from "../budgets.js";
import { writeCodexRollout } from "../codex-workload.js";
import type { Bench, Probe, Result, Row } from "../row.js";

/** A reader is warm once it has read so much. */
const WARM_ITEMS = 5_000;

/** Converts a rollout and folds what it gives. */
const refold: Probe = async ({ file, warm }, measure) => {
  const open = async (path: string) => openRollout(await fileBytes(path), codexForm);
  await replay((await open(String(warm))).source);
  let items = 0;
  await measure(async () => {
    const state = await replay((await open(String(file))).source);
    items = state.ledger.entries.length;
  });
  return { items };
};

/** Converts it, and lets every event go: what `log` and a transcript cost. */
const stream: Probe = async ({ file, warm }, measure) => {
  const read = async (path: string): Promise<number> => {
    let events = 0;
    const { source } = await openRollout(await fileBytes(path), codexForm);
    for await (const run of runsOf(source)) events += run.length;
    return events;
  };
  await read(String(warm));
  let events = 0;
  await measure(async () => {
    events = await read(String(file));
  });
  return { events };
};

/** Reads in chunks and parses each line; keeps what it parsed when asked to. */
const floor: Probe = async ({ file, warm, keep }, measure) => {
  await parseLines(String(warm), false);
  await measure(() => parseLines(String(file), keep === true));
  return {};
};

async function parseLines(path: string, keep: boolean): Promise<void> {
  const kept: unknown[] = [];
  let rest = Buffer.alloc(0);
  for await (const chunk of (await fileBytes(path)).stream()) {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    let from = 0;
    for (let end = bytes.indexOf(10); end !== -1; end = bytes.indexOf(10, from)) {
      const tail = bytes.subarray(from, end);
      const line = rest.length === 0 ? tail : Buffer.concat([rest, tail]);
      const value: unknown = JSON.parse(line.toString("utf8"));
      if (keep) kept.push(value);
      rest = Buffer.alloc(0);
      from = end + 1;
    }
    rest = Buffer.concat([rest, bytes.subarray(from)]);
  }
}

async function run(bench: Bench): Promise<readonly Result[]> {
  const file = rolloutFile(bench.scratch, bench.items, false);
  const warm = rolloutFile(bench.scratch, WARM_ITEMS, false);
  const sampled = await bench.sample("codex", {
    refold: { file, warm },
    stream: { file, warm },
    floor: { file, warm, keep: true },
  });
  const large = rolloutFile(bench.scratch, bench.items * (bench.isQuick ? 1 : 10), true);
  const streamed = await bench.sample("codex", { stream: { file: large, warm } }, 1);
  const megabytes = (path: string): string => `${Math.round(statSync(path).size / 1e6)} MB`;
  return [
    {
      name: `replay of a Codex rollout, ${megabytes(file)}`,
      unit: "ms",
      measured: sampled("refold").ms,
      floor: sampled("floor").ms,
      ...designed("replay of a Codex rollout"),
    },
    {
      name: `conversion of a Codex rollout alone, ${megabytes(file)}`,
      unit: "ms",
      measured: sampled("stream").ms,
      floor: sampled("floor").ms,
      budget: { ratio: 1.8 },
    },
    {
      name: `reading a Codex rollout of ${megabytes(large)} as events, peak memory`,
      unit: "MB",
      measured: streamed("stream").peakMb,
      floor: null,
      budget: { most: 200 },
    },
  ];
}

function rolloutFile(scratch: string, items: number, checkpoints: boolean): string {
  const path = join(scratch, `rollout-${items}-${checkpoints ? "compacted" : "plain"}.jsonl`);
  if (!existsSync(path)) writeCodexRollout(path, { items, checkpoints });
  return path;
}

export const row: Row = { run, probes: { refold, stream, floor } };
