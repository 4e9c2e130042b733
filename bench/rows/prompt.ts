import type { RefoldEvent } from "../../src/events/event.js";
import type { Prompt } from "../../src/projections/prompt/prompt.js";
import { continuePrompt, projectPrompt } from "../../src/projections/prompt/project-prompt.js";
import { foldEvent } from "../../src/reducers/fold-event.js";
import { initialState } from "../../src/reducers/reduce.js";
import type { ThreadState } from "../../src/reducers/thread-state.js";
import { median } from "../harness.js";
import type { Probe, Row } from "../row.js";
import { workloadTurns } from "../workload.js";

/** Turns that are added one after the other to a warm thread, each with a prompt. */
const WARM_TURNS = 300;
const WARM_UP_TURNS = 100;

/** The prompt of a thread: from the start, and for one turn more (design.md §10). */
export const row: Row = {
  async run(bench) {
    const sampled = await bench.sample("prompt", {
      cold: { items: bench.items },
      floor: { items: bench.items },
      warm: { items: bench.items },
      warmShort: { items: 1000 },
    });
    return [
      {
        name: `prompt, cold, ${bench.items} items (floor: an object for each entry)`,
        unit: "ms",
        measured: sampled("cold").ms,
        floor: sampled("floor").ms,
        budget: {},
      },
      {
        name: `next prompt, ${bench.items} items, one turn more`,
        unit: "µs",
        measured: sampled("warm").extra["microseconds"] ?? 0,
        floor: null,
        budget: { most: 100 },
      },
      {
        name: "next prompt, 1000 items, one turn more",
        unit: "µs",
        measured: sampled("warmShort").extra["microseconds"] ?? 0,
        floor: null,
        budget: { most: 100 },
      },
    ];
  },
  probes: { cold, floor, warm, warmShort: warm },
};

async function cold(...[args, measure]: Parameters<Probe>) {
  const { state } = foldWorkload(Number(args["items"]));
  for (let round = 0; round < 5; round += 1) projectPrompt(state);
  await measure(() => void projectPrompt(state));
  return {};
}

/** The plainest copy: what any list of prompt items costs. */
async function floor(...[args, measure]: Parameters<Probe>) {
  const { state } = foldWorkload(Number(args["items"]));
  const copy = () => state.ledger.entries.toArray().map(({ item, ref }) => ({ item, ref }));
  for (let round = 0; round < 5; round += 1) copy();
  await measure(() => void copy());
  return {};
}

async function warm(...[args, measure]: Parameters<Probe>) {
  const { state, turns } = foldWorkload(Number(args["items"]), WARM_UP_TURNS + WARM_TURNS);
  let current = state;
  let prompt: Prompt = projectPrompt(state);
  const times: number[] = [];
  const step = (events: readonly RefoldEvent[]) => {
    current = events.reduce(foldEvent, current);
    const start = performance.now();
    prompt = continuePrompt(prompt, current);
    times.push(performance.now() - start);
  };
  turns.slice(0, WARM_UP_TURNS).forEach(step);
  times.length = 0;
  await measure(() => turns.slice(WARM_UP_TURNS).forEach(step));
  return { microseconds: median(times) * 1000, worst: Math.max(...times) * 1000 };
}

/** A thread of so many items, and the turns that come next. */
function foldWorkload(
  items: number,
  further = 0,
): { readonly state: ThreadState; readonly turns: readonly (readonly RefoldEvent[])[] } {
  let state = initialState;
  const turns: (readonly RefoldEvent[])[] = [];
  for (const { events } of workloadTurns()) {
    if (state.ledger.entries.length < items) state = events.reduce(foldEvent, state);
    else if (turns.push(events) > further) break;
  }
  return { state, turns };
}
