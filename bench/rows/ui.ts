import { join } from "node:path";
import { storeCopies, storeWorkload } from "../store-workload.js";
import { rolloutFile } from "../stored-log.js";
import { SeededRandom } from "../random.js";
import { extraOf, type Bench, type Probe, type Result, type Row } from "../row.js";
import { UiPage } from "../ui-page.js";
import { UiProcess } from "../ui-process.js";
import { WORKLOAD_THREAD } from "../workload.js";

/** Makes 200 KB. */
const ITEMS_A_THREAD = 100;
const STEPS = 300;
const JUMPS = 60;
const PAINTED_STEPS = 100;
const VIEWS = ["Difference", "Cache", "Forgotten", "Tree", "Transcript", "Prompt"];
/** What a page shows at once. */
const SHOWN = "from=0&count=40";

const THREAD = `session/${WORKLOAD_THREAD}`;

/** From the start of the command to the list, the end of a thread, and its prompt. */
const first: Probe = async ({ home }, measure) => {
  let ui: UiProcess | null = null;
  await measure(async () => {
    ui = await UiProcess.start([WORKLOAD_THREAD, "--home", String(home)]);
    await ui.ask("sessions?count=50");
    const head = headIn(await ui.ask(THREAD));
    await ui.ask(`${THREAD}/event?offset=${head - 1}`);
    await ui.ask(`${THREAD}/prompt?at=${head - 1}&${SHOWN}`);
  });
  await stop(ui);
  return {};
};

/** Once a thread was read: steps of the scrubber, forward and back, and jumps anywhere. */
const steps: Probe = async ({ home }, measure) => {
  const ui = await UiProcess.start([WORKLOAD_THREAD, "--home", String(home)]);
  await measure(() =>
    ui.askUntil(THREAD, (view) => "isIndexed" in view && view.isIndexed === true),
  );
  const head = headIn(await ui.ask(THREAD));
  const random = new SeededRandom(11);
  const prompt = (at: number) => timed(() => ui.ask(`${THREAD}/prompt?at=${at}&${SHOWN}`));
  const start = Math.floor(head / 2);
  const stepped: number[] = [];
  for (let step = 0; step < STEPS; step += 1) {
    const place = step < STEPS / 2 ? step : STEPS - step; // there and back
    stepped.push(await prompt(start + place));
  }
  const jumped: number[] = [];
  for (let jump = 0; jump < JUMPS; jump += 1) jumped.push(await prompt(random.below(head)));
  const figures = { stepMs: p95(stepped), jumpMs: p95(jumped), peakMb: ui.peakMb };
  await ui.stop();
  return figures;
};

/** The same in a browser, from the key to the painted prompt; and what its page takes, each view shown once. */
const painted: Probe = async ({ home }, measure) => {
  const ui = await UiProcess.start([WORKLOAD_THREAD, "--home", String(home)]);
  await ui.askUntil(THREAD, (view) => "isIndexed" in view && view.isIndexed === true);
  const head = headIn(await ui.ask(THREAD));
  const page = await UiPage.open(ui.url);
  if (page === null) throw new Error("no browser in the PATH: apt-get install chromium");
  await page.goTo(WORKLOAD_THREAD, Math.floor(head / 2));
  const there = Array.from({ length: PAINTED_STEPS }, () => "ArrowRight" as const);
  const back = Array.from({ length: PAINTED_STEPS }, () => "ArrowLeft" as const);
  await page.step(there.slice(0, 10));
  let stepped: readonly number[] = [];
  await measure(async () => {
    stepped = await page.step([...there, ...back]);
  });
  for (const view of VIEWS) await page.show(view);
  const figures = { paintedMs: p95(stepped), pageMb: await page.ownMb() };
  await page.close();
  await ui.stop();
  return figures;
};

/** Nothing has changed since the last list. */
const list: Probe = async ({ home }, measure) => {
  const all = "sessions?count=50";
  const isComplete = (answer: object) => "isComplete" in answer && answer.isComplete === true;
  const before = await UiProcess.start(["--home", String(home)]);
  await before.askUntil(all, isComplete);
  await before.stop();
  let ui: UiProcess | null = null;
  await measure(async () => {
    ui = await UiProcess.start(["--home", String(home)]);
    await ui.askUntil(all, isComplete);
  });
  await stop(ui);
  return {};
};

async function stop(ui: UiProcess | null): Promise<void> {
  await ui?.stop();
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

function p95(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length * 0.95)] ?? 0;
}

function headIn(view: unknown): number {
  if (typeof view !== "object" || view === null || !("head" in view)) throw new Error("no head");
  return Number(view.head);
}

async function run(bench: Bench): Promise<readonly Result[]> {
  const home = await bench.thread({ items: bench.items, checkpoints: true });
  const rounds = bench.isQuick ? 1 : 3;
  const sampled = await bench.sample(
    "ui",
    { first: { home }, steps: { home }, painted: { home } },
    rounds,
  );
  const threads = bench.isQuick ? 200 : 10_000;
  const many = await bench.sample(
    "ui",
    { list: { home: await manyThreads(bench, threads) } },
    rounds,
  );
  const items = `${bench.items.toLocaleString("en-US")} items`;
  const result = (name: string, unit: Result["unit"], measured: number, most?: number): Result => ({
    ...{ name, unit, measured, floor: null },
    budget: most === undefined || bench.isQuick ? {} : { most },
  });
  const of = (figure: string) => extraOf(sampled("steps"), figure);
  return [
    result(
      `ui: first view of ${items}, from the start of the command`,
      "ms",
      sampled("first").ms,
      1_000,
    ),
    result(`ui: ${items} read in the background`, "ms", sampled("steps").ms),
    result("ui: a step of the scrubber to the prompt, p95", "ms", of("stepMs"), 50),
    result("ui: a jump of the scrubber to the prompt, p95", "ms", of("jumpMs")),
    result(
      "ui: a step of the scrubber to the painted prompt, p95",
      "ms",
      extraOf(sampled("painted"), "paintedMs"),
      50,
    ),
    result("ui: memory of the page", "MB", extraOf(sampled("painted"), "pageMb"), 150),
    result("ui: memory of the server", "MB", of("peakMb"), 250),
    result(
      `ui: list of ${threads} threads, from the start of the command`,
      "ms",
      many("list").ms,
      1_000,
    ),
  ];
}

async function manyThreads(bench: Bench, count: number): Promise<string> {
  const one = await storeWorkload(join(bench.scratch, "ui-one"), {
    ...{ items: ITEMS_A_THREAD, checkpoints: false },
  });
  const home = join(bench.scratch, "ui-many");
  storeCopies(home, rolloutFile(one), count);
  return home;
}

export const row: Row = { run, probes: { first, steps, painted, list } };
