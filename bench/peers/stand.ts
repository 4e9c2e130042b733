import type { Contender, OpenThread, PeerPrompt, PeerTurn } from "./contender.js";
import { CONTENDERS } from "./contenders.js";
import { turnsOf } from "./turn-file.js";

/**
 * Lets one contender do one thing, in this process, and prints its figures as JSON:
 * `node stand.js <contender> <fill | resume | turns | fork | warm> <task as JSON>`, in the repository's root.
 */
interface Task {
  /** A folder, or the URL of a database. */
  readonly place: string;
  readonly home: string;
  readonly turns: string;
  /** Turns with which the thread goes on. */
  readonly further: string;
  /** Items that a prompt has to have: those that the newest compaction kept, and those after it. */
  readonly kept: number | null;
  readonly behind: number;
}

type Figures = Readonly<Record<string, number>>;

/** A contender that is quick is asked more often. */
const MOST_MS = 6_000;
const LEAST_TURNS = 2;
/** After so many turns a process has compiled what they need. */
const WARM_TURNS = 300;
const FORKS = 3;

const STEPS: Readonly<Record<string, (contender: Contender, task: Task) => Promise<Figures>>> = {
  fill,
  resume,
  turns,
  fork,
  warm,
};

const [name = "", step = "", text = "{}"] = process.argv.slice(2);
const contender = await CONTENDERS[name]?.();
const task: Task = JSON.parse(text);
if (contender === undefined) throw new Error(`no contender ${name}`);
const figures = await STEPS[step]?.(contender, task);
process.stdout.write(`\n${JSON.stringify(figures)}`); // some contenders print, too

async function fill({ fill: write }: Contender, { place, turns: file, home }: Task) {
  await write(place, { turns: turnsOf(file), home });
  return {};
}

/** From the closed thread to its first prompt; loading the contender's modules does not count. */
async function resume(who: Contender, given: Task): Promise<Figures> {
  const start = performance.now();
  const thread = await who.open(given.place);
  const prompt = await thread.prompt();
  const resumeMs = performance.now() - start;
  const peakMb = process.resourceUsage().maxRSS / 1024;
  requireLength(prompt, expectedLength(who, given));
  await thread.close();
  return { resumeMs, peakMb };
}

/** Turns, each followed by the prompt that the next request needs; the first one is not counted. */
async function turns(who: Contender, given: Task): Promise<Figures> {
  const thread = await who.open(given.place);
  let length = expectedLength(who, given);
  requireLength(await thread.prompt(), length);
  const further = [...turnsOf(given.further)];
  const times: { turnMs: number; promptMs: number }[] = [];
  const began = performance.now();
  for (const [index, turn] of further.entries()) {
    length += turn.items.length;
    const time = await timed(thread, turn, length);
    if (index > 0) times.push(time);
    if (times.length >= LEAST_TURNS && performance.now() - began > MOST_MS) break;
  }
  await thread.close();
  return {
    turnMs: median(times.map(({ turnMs }) => turnMs)),
    promptMs: median(times.map(({ promptMs }) => promptMs)),
    appended: times.length + 1,
  };
}

async function timed(thread: OpenThread, turn: PeerTurn, length: number) {
  const start = performance.now();
  await thread.append(turn);
  const appended = performance.now();
  const prompt = await thread.prompt();
  const promptMs = performance.now() - appended;
  requireLength(prompt, length);
  return { turnMs: appended - start, promptMs };
}

async function fork(who: Contender, { place }: Task): Promise<Figures> {
  const thread = await who.open(place);
  await thread.prompt();
  const times: number[] = [];
  for (let index = 0; index < FORKS; index += 1) {
    const start = performance.now();
    await thread.fork();
    times.push(performance.now() - start);
  }
  await thread.close();
  return { forkMs: median(times), forks: FORKS };
}

/** Turns of a process that has done many, without prompts between; none for who is too slow for that. */
async function warm(who: Contender, { place, further: file }: Task): Promise<Figures> {
  const thread = await who.open(place);
  await thread.prompt();
  const further = [...turnsOf(file)];
  const times: number[] = [];
  const began = performance.now();
  for (let count = 0; count < 2 * WARM_TURNS; count += 1) {
    const turn = further[count % further.length];
    if (turn === undefined || performance.now() - began > 2 * MOST_MS) break;
    const start = performance.now();
    await thread.append(turn);
    if (count >= WARM_TURNS) times.push(performance.now() - start);
  }
  await thread.close();
  return times.length < LEAST_TURNS ? {} : { warmTurnMs: median(times) };
}

function expectedLength({ keptItems }: Contender, { kept, behind }: Task): number {
  return kept === null ? behind : (keptItems ?? kept) + behind;
}

/** A contender that is fast because it forgets something is no contender. */
function requireLength(prompt: PeerPrompt, length: number): void {
  if (prompt.length === length) return;
  throw new Error(`its prompt has ${prompt.length} items instead of ${length}`);
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}
