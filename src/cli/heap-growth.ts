import { getHeapSpaceStatistics, setFlagsFromString } from "node:v8";

/**
 * By how much the heap may outgrow what is alive before garbage is collected, in percent. By default
 * V8 lets it grow several times over: 100 MB more on rollouts with lines of 16 MiB, for no speed.
 */
const HEAP_GROWTH_PERCENT = 25;

/**
 * So large is the young generation when it stops growing, where memory counts more than speed. Left alone it grows
 * to 32 MB (Node.js 20, 22) or 128 MB (24); with a quarter of this, collecting takes several times as long.
 */
const YOUNG_BYTES = 8 * 1024 * 1024;

/** For the process of a command. */
export function limitHeapGrowth(): void {
  setFlag(`--heap-growing-percent=${HEAP_GROWTH_PERCENT}`);
}

let isYoungLimited = false;

/** To be called again and again, until the young generation is as large as it may get. */
export function limitYoungGeneration(): void {
  if (isYoungLimited) return;
  const young = getHeapSpaceStatistics().find(({ space_name }) => space_name === "new_space");
  if (young === undefined || young.space_size < YOUNG_BYTES) return;
  isYoungLimited = true;
  setFlag("--semi-space-growth-factor=1"); // taken only once V8 runs: at its start, 2 is the least
}

/** The newest version of Node.js in which the flags were tried: V8 complains to the terminal of those it does not know. */
const NEWEST_TRIED = 24;

function setFlag(flag: string): void {
  if (Number.parseInt(process.versions.node) <= NEWEST_TRIED) setFlagsFromString(flag);
}
