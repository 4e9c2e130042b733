import assert from "node:assert/strict";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { fromPg } from "../../src/store/postgres/access.js";
import { postgresStore } from "../../src/store/postgres/postgres-store.js";
import { migrate } from "../../src/store/postgres/schema.js";
import { type CuttingProxy, startCuttingProxy } from "../postgres/cutting-proxy.js";
import type { PostgresServer } from "../postgres/server.js";
import { seededRandom } from "../store/jsonl/sample-log.js";
import { type Acknowledged, type Appender, startAppender } from "./appender.js";
import { checkAcknowledged, wholeBatches } from "./stored-batches.js";

/** How often each thing goes wrong. */
export interface PostgresRounds {
  /** A connection is cut in the middle of an append, or of its answer. */
  readonly cuts: number;
  /** A writer is killed in the middle of an append. */
  readonly kills: number;
  /** A writer is stopped until another one has taken its lease, and woken. */
  readonly stops: number;
  /** The server is killed, and started again. */
  readonly crashes: number;
}

/** So many rounds: mostly what is quick, and some of everything. */
export function sharesOf(rounds: number): PostgresRounds {
  const [kills, stops, crashes] = [0.04, 0.1, 0.12].map((share) => Math.floor(rounds * share));
  const others = { kills: kills ?? 0, stops: stops ?? 0, crashes: crashes ?? 0 };
  return { ...others, cuts: rounds - others.kills - others.stops - others.crashes };
}

export interface PostgresOptions extends PostgresRounds {
  readonly server: PostgresServer;
  readonly seed: number;
  /** Threads that are written to at the same time. */
  readonly lanes?: number;
  readonly onRound?: (done: number) => void;
}

export interface PostgresSummary extends PostgresRounds {
  /** Batches that were acknowledged, and found again. */
  readonly acknowledged: number;
  /** Whole batches of which the writer could not tell any more that they were stored. */
  readonly unannounced: number;
  /** How often a writer was told that it had lost its lease. */
  readonly refusals: number;
}

type Kind = keyof PostgresRounds;

const SCHEMA = "torture";
/** A thread is begun anew after so many rounds, so that verifying it stays quick. */
const ROUNDS_A_THREAD = 125;
const LONGEST_TEXT = 10_000;
/** Short, so that another one takes over soon; a holder may lose it on a busy machine, and goes on. */
const LEASE_MS = 60;
/** Of one that is not to lose its lease while it is watched. */
const LONG_LEASE_MS = 60_000;

/**
 * Lets things go wrong while processes write to threads, and proves of each thread that it holds every
 * acknowledged batch once, no part of another, and nothing of a writer that had lost its lease.
 */
export async function runPostgresRounds(options: PostgresOptions): Promise<PostgresSummary> {
  const { server, lanes = 2 } = options;
  const pool = new pg.Pool({ connectionString: server.url });
  pool.on("error", () => undefined); // of connections that a crash ended
  await migrate(fromPg(pool), { schema: SCHEMA });
  const plan = shuffled(options);
  let done = 0;
  const onRound = (): void => options.onRound?.((done += 1));
  const runs = Array.from({ length: lanes }, async (_, lane) => {
    const own = plan.filter((_, index) => index % lanes === lane);
    return runLane({ server, pool, seed: options.seed * 1_000 + lane, kinds: own, onRound });
  });
  try {
    return (await Promise.all(runs)).reduce(add);
  } finally {
    await pool.end();
  }
}

interface LaneOptions {
  readonly server: PostgresServer;
  readonly pool: pg.Pool;
  readonly seed: number;
  readonly kinds: readonly Kind[];
  readonly onRound: () => void;
}

async function runLane(options: LaneOptions): Promise<PostgresSummary> {
  let summary = emptySummary;
  for (let from = 0; from < options.kinds.length; from += ROUNDS_A_THREAD) {
    const kinds = options.kinds.slice(from, from + ROUNDS_A_THREAD);
    const lane = await Lane.begin({ ...options, kinds, seed: options.seed * 10_000 + from });
    try {
      for (const kind of kinds) {
        await lane.round(kind);
        options.onRound();
      }
      summary = add(summary, await lane.checked());
    } finally {
      await lane.close();
    }
  }
  return summary;
}

/** One thread, its writer behind a proxy that can be cut, and a rival that takes over from it. */
class Lane {
  readonly #options: LaneOptions;
  readonly #proxy: CuttingProxy;
  readonly #random: () => number;
  readonly #threadId: string;
  readonly #counts: Record<Kind, number> = { cuts: 0, kills: 0, stops: 0, crashes: 0 };
  /** Of writers that were killed. */
  readonly #acknowledged: Acknowledged[] = [];
  #refusals = 0;
  #started = 0;
  #writer: Appender;
  #next: Appender | undefined;
  #rival: Appender | undefined;

  private constructor(options: LaneOptions, proxy: CuttingProxy) {
    this.#options = options;
    this.#proxy = proxy;
    this.#random = seededRandom(options.seed);
    this.#threadId = `01KN4${String(options.seed).padStart(21, "0")}`;
    this.#writer = this.#start();
  }

  static async begin(options: LaneOptions): Promise<Lane> {
    const lane = new Lane(options, await startCuttingProxy(options.server.port));
    await lane.#writer.append(1);
    return lane;
  }

  async round(kind: Kind): Promise<void> {
    this.#counts[kind] += 1;
    await this.#acts[kind]();
  }

  /** Reads the thread, and closes what writes to it. */
  async checked(): Promise<PostgresSummary> {
    for (const each of [this.#writer, this.#rival]) if (each !== undefined) await this.#end(each);
    const { stored, backward } = await alone(() => this.#read());
    const last = stored.at(-1);
    assert.equal(backward.length, last === undefined ? 0 : last.offset + last.size);
    const unannounced = checkAcknowledged(stored, this.#acknowledged);
    const acknowledged = this.#acknowledged.length;
    return { ...this.#counts, acknowledged, unannounced, refusals: this.#refusals };
  }

  async #read() {
    const store = postgresStore({ ...fromPg(this.#options.pool), schema: SCHEMA });
    const stored = await wholeBatches(store, this.#threadId);
    const backward: number[] = [];
    for await (const { offset } of store.readBackward(this.#threadId)) backward.push(offset);
    await store.close();
    return { stored, backward };
  }

  async close(): Promise<void> {
    for (const each of [this.#writer, this.#next, this.#rival]) await each?.killed();
    await this.#proxy.close();
  }

  readonly #acts: Readonly<Record<Kind, () => Promise<void>>> = {
    cuts: async () => {
      const isAnswer = this.#random() < 0.5;
      const bytes = Math.floor(this.#random() * (isAnswer ? 100 : 2_000));
      this.#proxy.cutAfter(bytes, isAnswer ? "to-client" : "to-server");
      const cuts = this.#proxy.cuts;
      do await this.#writer.append(1);
      while (this.#proxy.cuts === cuts);
      await this.#writer.append(1);
    },
    kills: async () => {
      this.#next ??= this.#start();
      void this.#writer.append(1_000_000).catch(() => undefined);
      await delay(this.#random() * 8);
      await this.#end(this.#writer);
      this.#writer = this.#next;
      this.#next = undefined;
      await this.#writer.append(1);
    },
    stops: async () => {
      this.#rival ??= this.#start(LONG_LEASE_MS);
      const rival = this.#rival;
      const writing = this.#writer.append(6);
      await delay(this.#random() * 4);
      this.#writer.signal("SIGSTOP");
      const before = rival.acknowledged.length;
      await rival.append(1 + Math.floor(this.#random() * 3));
      this.#writer.signal("SIGCONT");
      await rival.append(2);
      assertUnbroken(rival.acknowledged.slice(before));
      await rival.rested();
      await writing;
    },
    crashes: async () => {
      const writing = this.#writer.append(8);
      await delay(this.#random() * 10);
      await alone(async () => {
        await this.#options.server.kill();
        await this.#options.server.start();
      });
      await writing;
    },
  };

  #start(leaseMs = LEASE_MS): Appender {
    const { server, seed } = this.#options;
    const url = new URL(server.url);
    if (leaseMs === LEASE_MS) url.port = String(this.#proxy.port);
    this.#started += 1;
    return startAppender({
      home: JSON.stringify({ url: url.href, schema: SCHEMA, leaseMs }),
      threadId: this.#threadId,
      writer: `w${this.#started}`,
      seed: seed * 100 + this.#started,
      longestText: LONGEST_TEXT,
    });
  }

  async #end(appender: Appender): Promise<void> {
    this.#acknowledged.push(...(await appender.killed()));
    this.#refusals += appender.refusals;
  }
}

/** While one holds the lease, nobody else's batch comes between its own. */
function assertUnbroken(batches: readonly Acknowledged[]): void {
  for (const [index, { offset, size }] of batches.entries()) {
    const next = batches[index + 1];
    if (next !== undefined) assert.equal(next.offset, offset + size, "a fenced holder wrote");
  }
}

/** One lane after the other: all of them meet a crash. */
async function alone<T>(work: () => Promise<T>): Promise<T> {
  const turn = before.then(work);
  before = turn.catch(() => undefined);
  return turn;
}

let before: Promise<unknown> = Promise.resolve();

/** Every round, in an order that the seed decides. */
function shuffled({ seed, ...rounds }: PostgresRounds & { readonly seed: number }): Kind[] {
  const random = seededRandom(seed);
  const kinds = ["cuts", "kills", "stops", "crashes"] as const;
  return kinds
    .flatMap((kind) => Array.from({ length: rounds[kind] }, () => ({ kind, place: random() })))
    .sort((a, b) => a.place - b.place)
    .map(({ kind }) => kind);
}

const emptySummary: PostgresSummary = {
  ...{ cuts: 0, kills: 0, stops: 0, crashes: 0 },
  ...{ acknowledged: 0, unannounced: 0, refusals: 0 },
};

function add(a: PostgresSummary, b: PostgresSummary): PostgresSummary {
  return {
    cuts: a.cuts + b.cuts,
    kills: a.kills + b.kills,
    stops: a.stops + b.stops,
    crashes: a.crashes + b.crashes,
    acknowledged: a.acknowledged + b.acknowledged,
    unannounced: a.unannounced + b.unannounced,
    refusals: a.refusals + b.refusals,
  };
}
