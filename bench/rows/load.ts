import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openThread, resumeThread } from "../../src/runtime/open-thread.js";
import type { Thread } from "../../src/runtime/thread.js";
import { listThreads } from "../../src/sessions/listing/list-threads.js";
import { jsonlStore } from "../../src/store/jsonl/jsonl-store.js";
import { extraOf, type Bench, type Probe, type Result, type Row, type Sample } from "../row.js";

const CONTEXT = { model: "gpt-5.5", cwd: "/srv/tide", approvalPolicy: "never" } as const;
/** In a quick run this part of what takes minutes. */
const QUICK_PART = 10;
/** What is flat may waver by this. */
const FLAT = { ratio: 1.2 };

/** What each probe repeats, and how often; a tenth of it is what it is measured against. */
const LOADS = [
  { probe: "open", count: 1_000, what: "threads open in one process, one more turn in each" },
  { probe: "cycles", count: 100_000, what: "cycles of opening a store and a thread, and closing" },
  { probe: "events", count: 1_000_000, what: "small events appended to a thread" },
  { probe: "lists", count: 100, what: "lists of 1,000 threads in one process" },
] as const;

const THREADS_LISTED = 1_000;

async function run(bench: Bench): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (const { probe, count: whole, what } of LOADS) {
    const count = bench.isQuick && whole > 1_000 ? whole / QUICK_PART : whole;
    const sampled = await bench.sample("load", { [probe]: { count } }, 1);
    const name = `${count.toLocaleString("en-US")} ${what}`;
    results.push(...resultsOf(name, sampled(probe)));
  }
  return results;
}

/** @returns the process at the end, against a tenth of the way */
function resultsOf(name: string, sample: Sample): readonly Result[] {
  const of = (figure: string) => extraOf(sample, figure);
  return [
    { name, unit: "ms", measured: sample.ms, floor: null, budget: {} },
    {
      ...{ name: `${name}: memory in use, against a tenth of them`, unit: "MB", budget: FLAT },
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
    const store = jsonlStore({ home, durability: "none" });
    for (let index = 0; index < THREADS_LISTED; index += 1) await talk(await openThread({ store }));
    await store.close();
    const use = new Use(Number(count));
    await measure(async () => {
      for (let list = 0; list < Number(count); list += 1) {
        await listThreads({ home });
        use.done();
      }
    });
    return use.figures();
  });

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

export const row: Row = { run, probes: { open, cycles, events, lists } };
