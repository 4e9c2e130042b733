import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { codexForm } from "../../src/dialects/codex/codex-form.js";
import { openRollout } from "../../src/dialects/shared/open-rollout.js";
import type { EventSource } from "../../src/events/event-source.js";
import { openThread, resumeThread } from "../../src/runtime/open-thread.js";
import type { Thread } from "../../src/runtime/thread.js";
import { fileBytes } from "../../src/sessions/file-bytes.js";
import { listThreads } from "../../src/sessions/listing/list-threads.js";
import { jsonlStore } from "../../src/store/jsonl/jsonl-store.js";
import type { Budget } from "../budgets.js";
import { writeCodexRollout } from "../codex-workload.js";
import { extraOf, type Bench, type Probe, type Result, type Row, type Sample } from "../row.js";
import { rolloutFile, storedThread } from "../stored-log.js";
import { storeCopies, storeWorkload } from "../store-workload.js";

const CONTEXT = { model: "gpt-5.5", cwd: "/srv/tide", approvalPolicy: "never" } as const;
/** In a quick run this part of what takes minutes. */
const QUICK_PART = 10;
/** What is flat may waver by this. */
const FLAT = { ratio: 1.2 };
/** A rollback may reach any line of a Codex rollout: nine bytes stay of each, and the turns. */
const A_FEW_BYTES_A_LINE = { most: 100 };

/** What each probe repeats, and how often; a tenth of it is what it is measured against. */
const LOADS = [
  { probe: "open", count: 1_000, what: "threads open in one process, one more turn in each" },
  { probe: "cycles", count: 100_000, what: "cycles of opening a store and a thread, and closing" },
  { probe: "events", count: 1_000_000, what: "small events appended to a thread" },
  { probe: "lists", count: 100, what: "lists of 10,000 threads, every second without an index" },
  { probe: "thread", count: 1_000_000, what: "items of a thread of 2 GB read" },
  { probe: "rollout", count: 1_000_000, what: "items of a Codex rollout of 2 GB read" },
] as const;

const THREADS_LISTED = 10_000;

async function run(bench: Bench): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (const { probe, count: whole, what } of LOADS) {
    const count = bench.isQuick && whole > 1_000 ? whole / QUICK_PART : whole;
    const sampled = await bench.sample("load", { [probe]: { count } }, 1);
    const name = `${count.toLocaleString("en-US")} ${what}`;
    const memory = probe === "rollout" ? A_FEW_BYTES_A_LINE : FLAT;
    results.push(...resultsOf(name, sampled(probe), memory));
  }
  return results;
}

/** @returns the process at the end, against a tenth of the way */
function resultsOf(name: string, sample: Sample, memory: Budget): readonly Result[] {
  const of = (figure: string) => extraOf(sample, figure);
  return [
    { name, unit: "ms", measured: sample.ms, floor: null, budget: {} },
    {
      ...{ name: `${name}: memory in use, against a tenth of them`, unit: "MB", budget: memory },
      ...{ measured: of("endMb"), floor: of("tenthMb") },
    },
    {
      ...{ name: `${name}: resident memory, against a tenth of them`, unit: "MB", budget: {} },
      ...{ measured: of("endResidentMb"), floor: of("tenthResidentMb") },
    },
    {
      ...{ name: `${name}: open files, against a tenth of them`, unit: "files", budget: FLAT },
      ...{ measured: of("endFiles"), floor: of("tenthFiles") },
    },
  ];
}

/** One more turn in each thread; they stay open. */
const open: Probe = ({ count }, measure) =>
  inHome(async (home) => {
    const store = jsonlStore({ home, durability: "none" });
    const threads: Thread[] = [];
    for (let index = 0; index < Number(count); index += 1) {
      threads.push(await openThread({ store }));
    }
    const use = new Use(Number(count));
    await measure(async () => {
      for (const thread of threads) {
        await talk(thread);
        use.done();
      }
    });
    await store.close();
    return use.figures();
  });

const cycles: Probe = ({ count }, measure) =>
  inHome(async (home) => {
    const first = jsonlStore({ home, durability: "none" });
    const thread = await openThread({ store: first });
    await talk(thread);
    await first.close();
    const use = new Use(Number(count));
    await measure(async () => {
      for (let cycle = 0; cycle < Number(count); cycle += 1) {
        const store = jsonlStore({ home, durability: "none" });
        await resumeThread(thread.id, { store });
        await store.close();
        use.done();
      }
    });
    return use.figures();
  });

/** Through the store: a thread that is driven keeps its history in memory, as it has to. */
const events: Probe = ({ count }, measure) =>
  inHome(async (home) => {
    const store = jsonlStore({ home, durability: "none" });
    const thread = await openThread({ store });
    const use = new Use(Number(count));
    let head = await store.head(thread.id);
    await measure(async () => {
      for (let event = 0; event < Number(count); event += 1) {
        const id = `01KN400000000000E${String(head).padStart(9, "0")}`;
        const data = { level: "info", kind: "tide", message: "The water is high." } as const;
        const at = "2026-04-01T12:00:00.000Z";
        head = await store.append(thread.id, head, [
          { offset: head, id, at, type: "notice.logged", data },
        ]);
        use.done();
      }
    });
    await store.close();
    return use.figures();
  });

const lists: Probe = ({ count }, measure) =>
  inHome(async (home) => {
    const model = await storeWorkload(join(home, "model"), { items: 1, checkpoints: false });
    storeCopies(home, rolloutFile(model), THREADS_LISTED);
    const use = new Use(Number(count));
    await measure(async () => {
      for (let list = 0; list < Number(count); list += 1) {
        if (list % 2 === 0) rmSync(join(home, "index"), { recursive: true, force: true });
        await listThreads({ home });
        use.done();
      }
    });
    return use.figures();
  });

const thread: Probe = ({ count }, measure) =>
  inHome(async (home) => {
    const store = jsonlStore({
      home: await storeWorkload(home, { items: Number(count), checkpoints: true }),
    });
    const figures = await readItems(storedThread(store), Number(count), measure);
    await store.close();
    return figures;
  });

const rollout: Probe = ({ count }, measure) =>
  inHome(async (home) => {
    const path = join(home, "rollout.jsonl");
    writeCodexRollout(path, { items: Number(count), checkpoints: true });
    const { source } = await openRollout(await fileBytes(path), codexForm);
    return readItems(source, Number(count), measure);
  });

async function readItems(
  source: EventSource,
  count: number,
  measure: Parameters<Probe>[1],
): Promise<Readonly<Record<string, number>>> {
  const use = new Use(count);
  await measure(async () => {
    for await (const { type } of source.read()) if (type === "item.recorded") use.done();
  });
  return use.figures();
}

/** The memory and the open files of the process after a tenth of the work, and after all of it. */
class Use {
  readonly #tenth: number;
  #left: number;
  readonly #figures: Record<string, number> = {};

  constructor(count: number) {
    this.#left = count;
    this.#tenth = count - Math.ceil(count / 10);
  }

  done(): void {
    this.#left -= 1;
    if (this.#left === this.#tenth) this.#look("tenth");
    if (this.#left === 0) this.#look("end");
  }

  figures(): Readonly<Record<string, number>> {
    return this.#figures;
  }

  #look(when: "tenth" | "end"): void {
    globalThis.gc?.();
    const { heapUsed, external, rss } = process.memoryUsage();
    this.#figures[`${when}Mb`] = (heapUsed + external) / 1_048_576;
    this.#figures[`${when}ResidentMb`] = rss / 1_048_576; // the heap keeps room that it once needed
    this.#figures[`${when}Files`] = openFiles();
  }
}

/** Descriptors of this process; 0 where the system does not list them. */
function openFiles(): number {
  return process.platform === "linux" ? readdirSync("/proc/self/fd").length : 0;
}

async function talk(thread: Thread): Promise<void> {
  const turn = await thread.startTurn(CONTEXT);
  await turn.recordUserInput("Fine. The next one, please.");
  await turn.complete();
}

async function inHome<T>(work: (home: string) => Promise<T>): Promise<T> {
  const home = mkdtempSync(join(tmpdir(), "refold-load-"));
  try {
    return await work(home);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

export const row: Row = { run, probes: { open, cycles, events, lists, thread, rollout } };
