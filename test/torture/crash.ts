import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { EventStore } from "../../src/store/event-store.js";
import { jsonlStore } from "../../src/store/jsonl/jsonl-store.js";
import { seededRandom } from "../store/jsonl/sample-log.js";
import {
  startAppender,
  type Acknowledged,
  type Appender,
  type AppenderOptions,
} from "./appender.js";
import { checkAcknowledged, wholeBatches } from "./stored-batches.js";

export interface CrashSummary {
  readonly kills: number;
  /** Batches that were acknowledged, and found again. */
  readonly acknowledged: number;
  /** Whole batches of which the writer could not tell any more that they were stored. */
  readonly unannounced: number;
  /** Torn tails that writers set aside. */
  readonly torn: number;
}

export interface CrashOptions {
  readonly kills: number;
  readonly seed: number;
  /** Processes that wait for their turn at a time. */
  readonly lanes?: number;
  readonly onKill?: (kills: number) => void;
}

const THREAD = "01KN4000000000000000000KRA";
/** A thread is begun anew after so many kills, so that verifying it stays quick. */
const KILLS_A_THREAD = 25;

/**
 * Kills a writing process at random moments, and proves after each kill that the log holds every
 * acknowledged batch and no part of another, and that the next process can go on writing.
 */
export async function runKills(options: CrashOptions): Promise<CrashSummary> {
  const { kills, lanes = 2 } = options;
  const share = (lane: number) => Math.floor((kills + lane) / lanes);
  const summaries = await Promise.all(
    Array.from({ length: lanes }, (_, lane) =>
      runLane({ ...options, kills: share(lane), seed: options.seed * 1000 + lane }),
    ),
  );
  return summaries.reduce(add, { kills: 0, acknowledged: 0, unannounced: 0, torn: 0 });
}

async function runLane(options: CrashOptions): Promise<CrashSummary> {
  let summary: CrashSummary = { kills: 0, acknowledged: 0, unannounced: 0, torn: 0 };
  while (summary.kills < options.kills) {
    const kills = Math.min(KILLS_A_THREAD, options.kills - summary.kills);
    const seed = options.seed + summary.kills;
    const home = mkdtempSync(join(tmpdir(), "refold-crash-"));
    try {
      summary = add(summary, await crashThread(home, { ...options, kills, seed }));
    } finally {
      rmSync(home, { recursive: true, force: true });
    }
    options.onKill?.(summary.kills);
  }
  return summary;
}

async function crashThread(home: string, { kills, seed }: CrashOptions): Promise<CrashSummary> {
  const random = seededRandom(seed);
  const start = starter({ home, seed, longestText: 400_000 });
  const acknowledged: Acknowledged[] = [];
  let next = start(0);
  for (let kill = 1; kill <= kills; kill += 1) {
    const current = next;
    next = start(kill);
    await current.appended(1 + Math.floor(random() * 8));
    await delay(random() * 3);
    acknowledged.push(...(await current.killed()));
  }
  await next.killed();
  const store = jsonlStore({ home });
  try {
    const batches = await wholeBatches(store, THREAD);
    const unannounced = checkAcknowledged(batches, acknowledged);
    await appendOne(store, batches.at(-1));
    return { kills, acknowledged: acknowledged.length, unannounced, torn: tornTailsIn(home) };
  } finally {
    await store.close();
  }
}

function tornTailsIn(home: string): number {
  const names = readdirSync(home, { recursive: true, encoding: "utf8" });
  return names.filter((name) => name.includes(".torn-")).length;
}

/** Starts the appender of a number: its name and its batches follow from that. */
function starter(options: Pick<AppenderOptions, "home" | "seed" | "longestText">) {
  return (number: number) =>
    startAppender({
      ...options,
      threadId: THREAD,
      writer: `w${number}`,
      seed: options.seed + number,
    });
}

/** The thread opens for writing. */
async function appendOne(store: EventStore, last: Acknowledged | undefined): Promise<void> {
  const head = last === undefined ? 0 : last.offset + last.size;
  await store.append(THREAD, head, [
    {
      offset: head,
      id: "01KN40000000000000000000ND",
      at: "2026-04-01T12:00:00.000Z",
      type: "notice.logged",
      data: { level: "info", kind: "torture", message: "opened again" },
    },
  ]);
}

function add(a: CrashSummary, b: CrashSummary): CrashSummary {
  return {
    kills: a.kills + b.kills,
    acknowledged: a.acknowledged + b.acknowledged,
    unannounced: a.unannounced + b.unannounced,
    torn: a.torn + b.torn,
  };
}

/**
 * Three processes want to write to one thread: whenever the one that holds the lease is killed,
 * another takes over. Proves that the log holds every acknowledged batch once.
 */
export async function runTakeovers({ kills, seed }: CrashOptions): Promise<CrashSummary> {
  const random = seededRandom(seed);
  const home = mkdtempSync(join(tmpdir(), "refold-takeover-"));
  const start = starter({ home, seed, longestText: 1_000 });
  const rivals = new Map<number, Promise<Rival>>();
  const addRival = (number: number) => {
    const appender = start(number);
    const batches = 1 + Math.floor(random() * 5);
    rivals.set(
      number,
      appender.appended(batches).then(() => ({ number, appender })),
    );
  };
  try {
    const acknowledged: Acknowledged[] = [];
    for (let number = 0; number < 2; number += 1) addRival(number);
    for (let kill = 1; kill <= kills; kill += 1) {
      addRival(kill + 1);
      const holder = await Promise.race(rivals.values());
      await delay(random() * 20);
      rivals.delete(holder.number);
      acknowledged.push(...(await holder.appender.killed()));
    }
    for (let left = rivals.size; left > 0; left -= 1) {
      const holder = await Promise.race(rivals.values());
      rivals.delete(holder.number);
      acknowledged.push(...(await holder.appender.killed()));
    }
    const store = jsonlStore({ home });
    const unannounced = checkAcknowledged(await wholeBatches(store, THREAD), acknowledged);
    await store.close();
    return { kills, acknowledged: acknowledged.length, unannounced, torn: 0 };
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

interface Rival {
  readonly number: number;
  readonly appender: Appender;
}
