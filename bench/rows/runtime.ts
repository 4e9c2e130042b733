import { fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Thread } from "../../src/runtime/thread.js";
import { openThread } from "../../src/runtime/open-thread.js";
import { jsonlStore } from "../../src/store/jsonl/jsonl-store.js";
import type { Probe, Row } from "../row.js";

const CONTEXT = { model: "gpt-5.5", cwd: "/srv/tide", approvalPolicy: "never" } as const;
const TURNS = 300;
const SMALL_ITEM = "Fine. The next one, please.";

/** Driving a thread: whole turns of small items, and the prompt between them. */
export const row: Row = {
  async run(bench) {
    const sampled = await bench.sample("runtime", {
      turns: { turns: TURNS },
      floor: { turns: TURNS },
      short: { items: 1000 },
      long: { items: bench.items },
    });
    const perTurn = (probe: "turns" | "floor") => sampled(probe).ms / TURNS;
    return [
      {
        name: "a driven turn of 3 small items, durability turn (floor: its 4 writes, one fdatasync)",
        unit: "ms",
        measured: perTurn("turns"),
        floor: perTurn("floor"),
        budget: {},
      },
      ...(["short", "long"] as const).flatMap((probe) => [
        latency(sampled(probe).extra, probe === "short" ? 1000 : bench.items, "p50"),
        latency(sampled(probe).extra, probe === "short" ? 1000 : bench.items, "p99"),
      ]),
      {
        name: `memory of a driven thread of ${bench.items} small items`,
        unit: "MB",
        measured: sampled("long").peakMb,
        floor: null,
        budget: {},
      },
    ];
  },
  probes: { turns, floor, short: latencies, long: latencies },
};

function latency(figures: Readonly<Record<string, number>>, items: number, name: string) {
  return {
    name: `thread.prompt() after a turn, ${items} items, ${name}`,
    unit: "µs" as const,
    measured: figures[name] ?? 0,
    floor: null,
    budget: name === "p50" ? { most: 30 } : {},
  };
}

async function turns(...[args, measure]: Parameters<Probe>) {
  return withThread("turn", async (thread) => {
    for (let turn = 0; turn < 50; turn += 1) await talk(thread);
    await measure(async () => {
      for (let turn = 0; turn < Number(args["turns"]); turn += 1) await talk(thread);
    });
    return {};
  });
}

/** The same bytes: a line an event, written as often, synced once a turn. */
async function floor(...[args, measure]: Parameters<Probe>) {
  const folder = mkdtempSync(join(tmpdir(), "refold-floor-"));
  const file = openSync(join(folder, "log.jsonl"), "a");
  const line = `${JSON.stringify({ type: "item.recorded", data: SMALL_ITEM, filler: "x".repeat(250) })}\n`;
  await measure(() => {
    for (let turn = 0; turn < Number(args["turns"]); turn += 1) {
      for (const lines of [2, 1, 1, 1]) writeSync(file, line.repeat(lines));
      fdatasyncSync(file);
    }
  });
  rmSync(folder, { recursive: true, force: true });
  return {};
}

async function latencies(...[args, measure]: Parameters<Probe>) {
  return withThread("none", async (thread) => {
    while (thread.state.ledger.entries.length < Number(args["items"])) await talk(thread);
    const times: number[] = [];
    for (let turn = 0; turn < 50; turn += 1) await talkAndProject(thread, []);
    await measure(async () => {
      for (let turn = 0; turn < 300; turn += 1) await talkAndProject(thread, times);
    });
    times.sort((a, b) => a - b);
    const at = (share: number) => (times[Math.floor(times.length * share)] ?? 0) * 1000;
    return { p50: at(0.5), p99: at(0.99) };
  });
}

async function talkAndProject(thread: Thread, times: number[]): Promise<void> {
  await talk(thread);
  const start = performance.now();
  thread.prompt();
  times.push(performance.now() - start);
}

async function talk(thread: Thread): Promise<void> {
  const turn = await thread.startTurn(CONTEXT);
  await turn.recordUserInput(SMALL_ITEM);
  await turn.recordModelItems(
    { type: "message", role: "assistant", content: [{ type: "output_text", text: SMALL_ITEM }] },
    { type: "message", role: "assistant", content: [{ type: "output_text", text: SMALL_ITEM }] },
  );
  await turn.complete();
}

async function withThread<T>(
  durability: "turn" | "none",
  work: (thread: Thread) => Promise<T>,
): Promise<T> {
  const home = mkdtempSync(join(tmpdir(), "refold-driven-"));
  const store = jsonlStore({ home, durability });
  try {
    return await work(await openThread({ store }));
  } finally {
    await store.close();
    rmSync(home, { recursive: true, force: true });
  }
}
