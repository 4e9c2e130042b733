import { mkdtempSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import type { EventSource } from "../../src/events/event-source.js";
import type { Fact } from "../../src/events/event.js";
import { isKnownEvent } from "../../src/events/known-event.js";
import { factsOf } from "../../src/reducers/reduce.js";
import { openThread } from "../../src/runtime/open-thread.js";
import type { Thread } from "../../src/runtime/thread.js";
import { jsonlStore } from "../../src/store/jsonl/jsonl-store.js";
import { memoryStore } from "../../src/store/memory.js";
import { designed } from "../budgets.js";
import { lengthWords } from "../lengths.js";
import { SeededRandom } from "../random.js";
import { type Bench, extraOf, type Probe, type Result, type Row } from "../row.js";
import { Texts } from "../texts.js";

const CONTEXT = { model: "gpt-5.5", cwd: "/project", contextWindow: 272_000 } as const;
const COMPACTIONS = 400;
const IMAGES = 50;
const IMAGE_BYTES = 60_000;
const ROUNDS = 4;
const SUMMARY_BYTES = 3_000;
/** What an event may take besides its payload (docs/performance.md). */
const EVENT_BYTES = 200;

/** A thread that is compacted over and over: what is on disk, and what would have to be. */
const storage: Probe = async ({ scratch, compactions }, measure) => {
  const home = mkdtempSync(join(String(scratch), "compaction-"));
  const store = jsonlStore({ home, durability: "none" });
  const thread = await openThread({ store });
  const driver = new Driver(thread);
  await measure(async () => {
    for (let round = 0; round < Number(compactions); round += 1) {
      await driver.turn(round < IMAGES);
      await driver.turn(false);
      await thread.compact({ summarize: () => driver.texts.of(SUMMARY_BYTES) });
    }
  });
  const needed = (await neededBytes(thread.source)) + bytesIn(join(home, "blobs"));
  await thread.close();
  await store.close();
  return { stored: bytesIn(home), needed };
};

/** Compaction's own time: planning, writing, folding, without a model. */
const compact: Probe = async ({ items, times }, measure) => {
  for (let time = 0; time < Number(times); time += 1) {
    const thread = await openThread({ store: memoryStore() });
    const driver = new Driver(thread);
    while (thread.state.ledger.entries.length < Number(items)) await driver.turn(false);
    await measure(async () => {
      await thread.compact({ summarize: () => "all is well" });
    });
  }
  return {};
};

async function run(bench: Bench): Promise<readonly Result[]> {
  const { scratch, isQuick } = bench;
  const compactions = isQuick ? COMPACTIONS / 8 : COMPACTIONS;
  const items = isQuick ? 2_000 : 10_000;
  const times = isQuick ? 1 : 3;
  const sample = await bench.sample(
    "compaction",
    { storage: { scratch, compactions }, compact: { items, times } },
    isQuick ? 1 : 3,
  );
  const storage = sample("storage");
  return [
    {
      name: `bytes on disk, ${compactions} compactions, ${IMAGES} images`,
      unit: "bytes",
      measured: extraOf(storage, "stored"),
      floor: extraOf(storage, "needed"),
      ...designed("bytes on disk"),
    },
    {
      name: `a compaction of ${lengthWords(items)} items, without its model`,
      unit: "ms",
      measured: sample("compact").ms / times,
      floor: null,
      budget: { most: 200 },
    },
  ];
}

/** An agent's turns: words of a user, now and then an image, four rounds of a tool. */
class Driver {
  readonly texts = new Texts(7);
  readonly #random = new SeededRandom(8);
  readonly #thread: Thread;
  #calls = 0;

  constructor(thread: Thread) {
    this.#thread = thread;
  }

  async turn(withImage: boolean): Promise<void> {
    const turn = await this.#thread.startTurn(CONTEXT);
    if (withImage) await turn.recordUserInput([{ type: "input_image", image_url: this.#image() }]);
    await turn.recordUserInput(this.texts.around(200, 3_000));
    for (let round = 0; round < ROUNDS; round += 1) {
      const call_id = `call_${(this.#calls += 1)}`;
      const args = JSON.stringify({ command: this.texts.around(80, 900) });
      await turn.recordModelItems({
        ...{ type: "function_call", name: "shell", arguments: args, call_id },
      });
      const output = this.texts.around(1_500, 40_000);
      await turn.recordToolOutput({ type: "function_call_output", call_id, output });
    }
    await turn.complete();
  }

  #image(): string {
    const bytes = Buffer.alloc(IMAGE_BYTES);
    for (let at = 0; at < bytes.length; at += 1) bytes[at] = this.#random.below(256);
    return `data:image/png;base64,${bytes.toString("base64")}`;
  }
}

/** Payload of the log, each once, its checkpoints' lists, and this many bytes an event. */
async function neededBytes(source: EventSource): Promise<number> {
  let bytes = 0;
  for await (const event of source.read()) {
    bytes += EVENT_BYTES;
    if (!isKnownEvent(event)) continue;
    for (const fact of factsOf(event)) bytes += payloadBytes(fact);
  }
  return bytes;
}

function payloadBytes(fact: Fact): number {
  if (fact.type === "item.recorded") return jsonBytes(fact.data.item);
  if (fact.type === "context.injected") return jsonBytes(fact.data.items);
  return fact.type === "history.compacted" ? jsonBytes(fact.data.replacement) : 0;
}

function jsonBytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}

function bytesIn(folder: string): number {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const sizes = names.map((name) => statSync(join(folder, name)));
  return sizes.reduce((sum, entry) => sum + (entry.isFile() ? entry.size : 0), 0);
}

export const row: Row = { run, probes: { storage, compact } };
