import { addUsd } from "../../models/model-price.js";
import { NO_USAGE } from "../../reducers/usage.js";

/** Tokens that were paid for, in how many requests, and for how much. */
export interface Spend {
  requests: number;
  /** Everything that went in; `cachedInput` and `cacheWrite` are parts of it. */
  input: number;
  cachedInput: number;
  cacheWrite: number;
  /** Part of `cacheWrite`. */
  longCacheWrite: number;
  output: number;
  /** Part of `output`. */
  reasoning: number;
  total: number;
  /** US dollars, of the requests whose cost is known. */
  cost: number;
  /** Requests whose cost is unknown. */
  unpriced: number;
  /** Requests of which the final count of output is not recorded: they put out more. */
  partialOutputs: number;
}

interface ToolUse {
  calls: number;
  /** Outputs that were recorded as failed. */
  failures: number;
  /** Sizes of the outputs as the tool gave them, before they were bounded. */
  readonly outputs: SizeHistogram;
}

export interface TypeSize {
  events: number;
  /** As stored. */
  bytes: number;
}

/** One thread, and what it came to. */
export interface ThreadSize {
  /** The path or id by which it was read. */
  readonly name: string;
  readonly threadId: string | null;
  /** The folder that it began in; null: nobody named one. */
  readonly project: string | null;
  /** RFC 3339 of its first and last counted event. */
  readonly firstAt: string;
  readonly lastAt: string;
  readonly turns: number;
  readonly events: number;
  readonly bytes: number;
  readonly spend: Readonly<Spend>;
}

/** Counts of any number of threads. Two tallies of different threads add up to that of both. */
export interface Tally {
  threads: number;
  /** Of the threads, those that began as a fork. */
  forks: number;
  turns: number;
  compactions: number;
  rollbacks: number;
  events: number;
  bytes: number;
  /** Events that a session copied from another and that count there; their bytes count here. */
  copiedEvents: number;
  /** RFC 3339; null: nothing was counted. */
  firstAt: string | null;
  lastAt: string | null;
  /** By quarter of an hour (UTC) and model: the key is `YYYY-MM-DDTHH:MM` with the model's name after it. */
  readonly spend: Map<string, Spend>;
  readonly tools: Map<string, ToolUse>;
  /** By type, with the kind of item or foreign line after a space. */
  readonly types: Map<string, TypeSize>;
  /** Every model that was met, counted or not. */
  readonly models: Set<string>;
  /** By thread id, or by name: a thread may have several files. */
  readonly sizes: Map<string, ThreadSize>;
}

/** The tally of no threads: where merging begins. */
export function emptyTally(): Tally {
  return {
    threads: 0,
    forks: 0,
    turns: 0,
    compactions: 0,
    rollbacks: 0,
    events: 0,
    bytes: 0,
    copiedEvents: 0,
    firstAt: null,
    lastAt: null,
    spend: new Map(),
    tools: new Map(),
    types: new Map(),
    models: new Set(),
    sizes: new Map(),
  };
}

/** The tally of all threads of both. Neither is changed; the order of merging does not matter. */
export function mergeTallies(one: Tally, other: Tally): Tally {
  const both = emptyTally();
  addTally(both, one);
  addTally(both, other);
  return both;
}

/** The same in place, for adding up thousands. */
export function addTally(into: Tally, other: Tally): void {
  addCounts(into, other, COUNTS);
  into.firstAt = earlier(into.firstAt, other.firstAt);
  into.lastAt = later(into.lastAt, other.lastAt);
  for (const [key, spend] of other.spend) addSpend(entry(into.spend, key, emptySpend), spend);
  for (const [name, use] of other.tools) addToolUse(entry(into.tools, name, emptyToolUse), use);
  for (const [type, size] of other.types) {
    addCounts(entry(into.types, type, emptyTypeSize), size, ["events", "bytes"]);
  }
  for (const model of other.models) into.models.add(model);
  for (const [key, size] of other.sizes) {
    const known = into.sizes.get(key);
    into.sizes.set(key, known === undefined ? size : bothSizes(known, size));
  }
}

function bothSizes(one: ThreadSize, other: ThreadSize): ThreadSize {
  const spend = { ...one.spend };
  addSpend(spend, other.spend);
  return {
    name: one.name < other.name ? one.name : other.name,
    threadId: one.threadId,
    project: earlier(one.project, other.project),
    firstAt: one.firstAt < other.firstAt ? one.firstAt : other.firstAt,
    lastAt: one.lastAt > other.lastAt ? one.lastAt : other.lastAt,
    turns: one.turns + other.turns,
    events: one.events + other.events,
    bytes: one.bytes + other.bytes,
    spend,
  };
}

const COUNTS = [
  ...(["threads", "forks", "turns", "compactions", "rollbacks"] as const),
  ...(["events", "bytes", "copiedEvents"] as const),
] as const;

/** Under which name tokens are counted whose model nobody named. */
export const UNKNOWN_MODEL = "unknown";

/** A tally's spend, part by part; `at` is the beginning of its quarter of an hour, in UTC. */
export function* spendOf({
  spend,
}: Tally): Generator<{ readonly at: string; readonly model: string; readonly spend: Spend }> {
  for (const [key, one] of spend) {
    yield { at: `${key.slice(0, SLOT_LENGTH)}:00Z`, model: key.slice(SLOT_LENGTH), spend: one };
  }
}

const SLOT_LENGTH = "2026-04-01T10:15".length;

/** The value of a key, made when there is none. */
export function entry<Value>(map: Map<string, Value>, key: string, make: () => Value): Value {
  const found = map.get(key);
  if (found !== undefined) return found;
  const made = make();
  map.set(key, made);
  return made;
}

export function emptySpend(): Spend {
  const money = { cost: 0, unpriced: 0, partialOutputs: 0 };
  return { requests: 0, ...NO_USAGE, longCacheWrite: 0, ...money };
}

export function emptyToolUse(): ToolUse {
  return { calls: 0, failures: 0, outputs: emptySizes() };
}

export function emptyTypeSize(): TypeSize {
  return { events: 0, bytes: 0 };
}

export function addSpend(into: Spend, other: Readonly<Spend>): void {
  addCounts(into, other, SPEND_COUNTS);
  into.cost = addUsd(into.cost, other.cost);
}

const SPEND_COUNTS = [
  ...(["requests", "input", "cachedInput", "cacheWrite", "longCacheWrite"] as const),
  ...(["output", "reasoning", "total", "unpriced", "partialOutputs"] as const),
] as const;

function addToolUse(into: ToolUse, other: ToolUse): void {
  addCounts(into, other, ["calls", "failures"]);
  addSizes(into.outputs, other.outputs);
}

function addCounts<Count extends string>(
  into: Record<Count, number>,
  other: Readonly<Record<Count, number>>,
  counts: readonly Count[],
): void {
  for (const count of counts) into[count] += other[count];
}

export function earlier(one: string | null, other: string | null): string | null {
  if (one === null || other === null) return one ?? other;
  return one < other ? one : other;
}

export function later(one: string | null, other: string | null): string | null {
  if (one === null || other === null) return one ?? other;
  return one > other ? one : other;
}

/**
 * Sizes in bytes, counted in buckets whose bounds grow by 2 %: quantiles are right within 1 %, and
 * the histograms of two sets add up to that of both.
 */
interface SizeHistogram {
  count: number;
  bytes: number;
  maxBytes: number;
  /** How many sizes are in a bucket, by its number. */
  readonly buckets: Map<number, number>;
}

const GROWTH = 1.02;
const LOG_GROWTH = Math.log(GROWTH);

export function emptySizes(): SizeHistogram {
  return { count: 0, bytes: 0, maxBytes: 0, buckets: new Map() };
}

export function addSize(sizes: SizeHistogram, sizeBytes: number): void {
  const bucket = sizeBytes < 1 ? -1 : Math.ceil(Math.log(sizeBytes) / LOG_GROWTH);
  sizes.count += 1;
  sizes.bytes += sizeBytes;
  sizes.maxBytes = Math.max(sizes.maxBytes, sizeBytes);
  sizes.buckets.set(bucket, (sizes.buckets.get(bucket) ?? 0) + 1);
}

function addSizes(into: SizeHistogram, other: SizeHistogram): void {
  into.count += other.count;
  into.bytes += other.bytes;
  into.maxBytes = Math.max(into.maxBytes, other.maxBytes);
  for (const [bucket, count] of other.buckets) {
    into.buckets.set(bucket, (into.buckets.get(bucket) ?? 0) + count);
  }
}

/**
 * The size that a share of all sizes does not exceed, by nearest rank.
 * @param share 0 to 1: 0.5 is the median
 * @returns bytes, within 1 %; 0 when there are no sizes
 */
export function sizeQuantile(sizes: SizeHistogram, share: number): number {
  const rank = Math.max(1, Math.ceil(share * sizes.count));
  let seen = 0;
  for (const [bucket, count] of [...sizes.buckets].toSorted(([one], [other]) => one - other)) {
    seen += count;
    if (seen >= rank) return Math.min(sizes.maxBytes, middleOf(bucket));
  }
  return 0;
}

/** What is within 1 % of every size in the bucket. */
function middleOf(bucket: number): number {
  return bucket < 0 ? 0 : Math.round((2 * GROWTH ** bucket) / (GROWTH + 1));
}
