import type { RefoldEvent } from "../../src/events/event.js";
import { continuePrompt, projectPrompt } from "../../src/projections/prompt/project-prompt.js";
import type { Prompt } from "../../src/projections/prompt/prompt.js";
import { foldEvent } from "../../src/reducers/reduce.js";
import { replay } from "../../src/reducers/replay.js";
import type { ThreadState } from "../../src/reducers/thread-state.js";
import { jsonlStore } from "../../src/store/jsonl/jsonl-store.js";
import { designed } from "../budgets.js";
import { furtherTurns } from "../further-turns.js";
import { median } from "../harness.js";
import { hasRoomFor, withoutRoom } from "../heap-room.js";
import { lengthWords } from "../lengths.js";
import type { Outcome } from "../outcome.js";
import { type Bench, extraOf, type Probe, type Row } from "../row.js";
import { storedThread } from "../stored-log.js";

/** Turns that are added one by one to a warm thread, each with a prompt. */
const WARM_TURNS = 300;
const WARM_UP_TURNS = 100;
/** Beyond it a round takes a quarter of a minute; a median of 300 turns is steady without others. */
const MOST_ITEMS_FOR_ROUNDS = 100_000;

/** The prompt of a thread that is one turn longer: what comes before does not count. */
const next: Probe = async ({ home }, measure) => {
  let state = await stateOf(String(home));
  const turns = furtherTurns(state.log.head, WARM_UP_TURNS + WARM_TURNS);
  let prompt: Prompt = projectPrompt(state);
  const times: number[] = [];
  const step = (events: readonly RefoldEvent[]) => {
    state = events.reduce(foldEvent, state);
    const start = performance.now();
    prompt = continuePrompt(prompt, state);
    times.push(performance.now() - start);
  };
  turns.slice(0, WARM_UP_TURNS).forEach(step);
  times.length = 0;
  await measure(() => turns.slice(WARM_UP_TURNS).forEach(step));
  return { microseconds: median(times) * 1000 };
};

/** From the start. */
const cold: Probe = async ({ home }, measure) => {
  const state = await stateOf(String(home));
  for (let round = 0; round < 5; round += 1) projectPrompt(state);
  await measure(() => void projectPrompt(state));
  return {};
};

/** The plainest copy: what any list of prompt items costs. */
const floor: Probe = async ({ home }, measure) => {
  const state = await stateOf(String(home));
  const copy = () => state.ledger.entries.toArray().map(({ item, ref }) => ({ item, ref }));
  for (let round = 0; round < 5; round += 1) copy();
  await measure(() => void copy());
  return {};
};

async function run(bench: Bench): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const items of bench.sizes) outcomes.push(await nextPrompt(bench, items));
  return [...outcomes, await coldPrompt(bench)];
}

async function nextPrompt(bench: Bench, items: number): Promise<Outcome> {
  const of = "next prompt, one turn more";
  const name = `${of}, ${lengthWords(items)} items`;
  if (!hasRoomFor(items)) return withoutRoom(name);
  const home = await bench.thread({ items, checkpoints: false });
  const usual = bench.isQuick ? 1 : 5;
  const rounds = items > MOST_ITEMS_FOR_ROUNDS ? 1 : usual;
  const sample = (await bench.sample("prompt", { next: { home } }, rounds))("next");
  const measured = extraOf(sample, "microseconds");
  const budget = items === bench.items ? designed("next prompt") : { budget: {} };
  return { name, unit: "µs", measured, floor: null, ...budget, growth: { of, items } };
}

async function coldPrompt(bench: Bench): Promise<Outcome> {
  const home = await bench.thread({ items: bench.items, checkpoints: false });
  const sampled = await bench.sample("prompt", { cold: { home }, floor: { home } });
  const name = `prompt, cold, ${lengthWords(bench.items)} items (floor: an object for each entry)`;
  const [measured, plain] = [sampled("cold").ms, sampled("floor").ms];
  return { name, unit: "ms", measured, floor: plain, budget: {} };
}

async function stateOf(home: string): Promise<ThreadState> {
  const store = jsonlStore({ home });
  const state = await replay(storedThread(store));
  await store.close();
  return state;
}

/** The prompt of a thread: from the start, and for one turn more. */
export const row: Row = { run, probes: { next, cold, floor } };
