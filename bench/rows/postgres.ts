import { spawn } from "node:child_process";
import { once } from "node:events";
import { statSync } from "node:fs";
import { tmpdir } from "node:os";
import { setTimeout as delay } from "node:timers/promises";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import pg from "pg";
import type { LogEvent } from "../../src/events/event.js";
import { z } from "zod";
import { started } from "../../src/testing/store-contract/contract-case.js";
import { resumeState } from "../../src/reducers/resume.js";
import type { EventStore } from "../../src/store/event-store.js";
import { forkThread } from "../../src/store/fork-thread.js";
import { jsonlStore } from "../../src/store/jsonl/jsonl-store.js";
import { type PostgresServer, startPostgres } from "../../test/postgres/server.js";
import { runHandover } from "../../test/torture/handover.js";
import { type Log, timeAppends } from "../best-times.js";
import { designed, type DesignBudget } from "../budgets.js";
import { lengthWords } from "../lengths.js";
import type { Outcome } from "../outcome.js";
import { POSTGRES_CONTENDERS } from "../peer-contenders.js";
import { runRace, type Place } from "../peer-race.js";
import { connect, dropSchema, newSchema, one, openStore } from "../postgres-place.js";
import { extraOf, type Bench, type Probe, type Result, type Row } from "../row.js";
import { rolloutFile, storedThread } from "../stored-log.js";
import { WORKLOAD_THREAD, workloadTurns } from "../workload.js";

const SAMPLE_SCRIPT = fileURLToPath(new URL("../sample.js", import.meta.url));
const WRITERS = 8;
/** A writer is a process that lives long: until here it mostly waits for its code to be compiled. */
const WARM_TURNS = 1_000;

/** On the disk, with everything synced as it is by default. */
async function run(bench: Bench): Promise<readonly Outcome[]> {
  const settings = { shared_buffers: "512MB", max_wal_size: "4GB" };
  const server = await startPostgres({ parent: tmpdir(), settings });
  try {
    return [
      ...(await runAppends(bench, server)),
      ...(await runWriters(bench, server)),
      ...(await runFollowers(bench, server)),
      ...(await runLengths(bench, server)),
      ...(await runRace(bench, {
        contenders: POSTGRES_CONTENDERS,
        place: () => newDatabase(server),
        on: "PostgreSQL",
      })),
    ];
  } finally {
    await server.remove();
  }
}

/** The store; and the plainest code that stores the same bytes, a row a turn. */
type Opened = (pool: pg.Pool) => Promise<Log>;

const openLog: Opened = async (pool) => {
  const schema = await newSchema(pool);
  const log = threadLog(pool, schema, WORKLOAD_THREAD);
  return {
    append: log.append,
    async close() {
      await log.close();
      await dropSchema(pool, schema);
    },
  };
};

/** The same for events that need not be of a known type. */
interface OpenLog {
  readonly append: (batch: readonly LogEvent[]) => unknown;
  readonly close: () => unknown;
}

function threadLog(pool: pg.Pool, schema: string, threadId: string): OpenLog {
  const store = openStore(pool, schema);
  return {
    append: (batch) => store.append(threadId, batch[0]?.offset ?? 0, batch),
    close: () => store.close(),
  };
}

const openFloor: Opened = async (pool) => {
  await makeBareTable(pool, "public");
  const { append } = bareLog(pool, "public");
  return { append, close: () => pool.query("drop table bare") };
};

async function makeBareTable(pool: pg.Pool, schema: unknown): Promise<void> {
  await pool.query(`create table ${String(schema)}.bare (id bigserial primary key, lines bytea)`);
  await pool.query(`alter table ${String(schema)}.bare alter lines set storage external`);
}

function bareLog(pool: pg.Pool, schema: unknown): OpenLog {
  return {
    append(batch) {
      let lines = "";
      for (const event of batch) lines += `${JSON.stringify(event)}\n`;
      const sql = `insert into ${String(schema)}.bare (lines) values ($1)`;
      return pool.query(sql, [Buffer.from(lines)]);
    },
    close: () => Promise.resolve(),
  };
}

function appending(open: Opened): Probe {
  return async (sizes, measure) => {
    const { pool, close } = connect(sizes["url"]);
    const result = await timeAppends(() => open(pool), sizes, measure);
    await close();
    return result;
  };
}

async function runAppends(bench: Bench, { url }: PostgresServer): Promise<readonly Result[]> {
  const [warm, turns, passes] = bench.isQuick ? [20, 50, 2] : [100, 200, 4];
  const args = { url, warm, turns, passes };
  const sampled = await bench.sample(
    "postgres",
    { store: args, floor: args },
    bench.isQuick ? 1 : 4,
  );
  return [
    {
      name: "PostgreSQL: append a turn, against a bare insert",
      ...{ unit: "ms", measured: extraOf(sampled("store"), "turnMs") },
      floor: extraOf(sampled("floor"), "turnMs"),
      ...designed("PostgreSQL, append a turn"),
    },
  ];
}

/** Appends turns to a thread of its own for some seconds, as fast as it can, when all writers are ready. */
const writer: Probe = async ({ url, schema, number, seconds, warm, small, bare }, measure) => {
  const { pool, close } = connect(url);
  const threadId = `01KN4000000000000000000W${String(number).padStart(2, "0")}`;
  const log = bare === true ? bareLog(pool, schema) : threadLog(pool, String(schema), threadId);
  const turns = turnsOf(threadId, small === true);
  await log.append(turns(0));
  let head = 1;
  const appendOne = async (): Promise<void> => {
    const turn = turns(head);
    await log.append(turn);
    head += turn.length;
  };
  for (let turn = 0; turn < Number(warm); turn += 1) await appendOne();
  await pool.query(`insert into ${String(schema)}.ready values ($1)`, [number]);
  while ((await one(pool, `select count(*) from ${String(schema)}.ready`)) < WRITERS) {
    await delay(5);
  }
  let done = 0;
  await measure(async () => {
    const toMs = performance.now() + Number(seconds) * 1_000;
    for (; performance.now() < toMs; done += 1) await appendOne();
  });
  await log.close();
  await close();
  return { done };
};

/** The same turn at each offset: making workload is no part of what is measured. */
function turnsOf(threadId: string, isSmall: boolean) {
  const turn = workloadTurns({ head: 1 });
  turn.next();
  const events: readonly LogEvent[] = turn.next().value.events;
  const begun = [started(threadId)];
  const used = isSmall ? events.filter(isWithoutTools) : events;
  return (head: number): LogEvent[] => {
    if (head === 0) return begun;
    return used.map((event, index) => ({ ...event, offset: head + index }));
  };
}

/** A turn without a call of a tool: a question, and its answer. */
function isWithoutTools({ type, data }: LogEvent): boolean {
  if (type === "turn.started" || type === "turn.completed") return true;
  return type === "item.recorded" && JSON.stringify(data).includes('"type":"message"');
}

async function runWriters(bench: Bench, { url }: PostgresServer): Promise<readonly Result[]> {
  const [seconds, warm] = bench.isQuick ? [2, 50] : [8, WARM_TURNS];
  const results: Result[] = [];
  for (const small of [false, true]) {
    results.push({
      name: `PostgreSQL: ${WRITERS} writers, ${small ? "small turns, " : ""}a turn (1,500 a second are 667 µs)`,
      unit: "µs",
      measured: await turnUs({ url, seconds, warm, small }),
      floor: await turnUs({ url, seconds, warm, small, bare: true }),
      ...(small ? { budget: {} } : designed("PostgreSQL, 8 writers")),
    });
  }
  return results;
}

/** Time of a turn, in microseconds, when all writers append at once. */
async function turnUs(args: {
  url: string;
  seconds: number;
  warm: number;
  small: boolean;
  bare?: boolean;
}) {
  const { pool, close } = connect(args.url);
  const schema = await newSchema(pool);
  await pool.query(`create table ${schema}.ready (number int)`);
  if (args.bare === true) await makeBareTable(pool, schema);
  const samples = await Promise.all(
    Array.from({ length: WRITERS }, (_, number) =>
      sampleBeside("writer", { ...args, schema, number }),
    ),
  );
  const done = samples.reduce((sum, each) => sum + (each["done"] ?? 0), 0);
  await dropSchema(pool, schema);
  await close();
  return (args.seconds * 1e6) / done;
}

const Printed = z.object({ extra: z.record(z.string(), z.number()) });

/** Runs a probe of this row beside others. @returns its further figures */
async function sampleBeside(
  probe: string,
  args: Parameters<Probe>[0],
): Promise<Readonly<Record<string, number>>> {
  const command = [SAMPLE_SCRIPT, "postgres", probe, JSON.stringify(args)];
  const child = spawn(process.execPath, command, { stdio: ["ignore", "pipe", "inherit"] });
  const [printed] = await Promise.all([text(child.stdout), once(child, "close")]);
  return Printed.parse(JSON.parse(printed)).extra;
}

/** Processes that hand each other the leases of threads: what waits for what they append. */
async function runFollowers(bench: Bench, { url }: PostgresServer): Promise<readonly Result[]> {
  const { latencyMs } = await runHandover({
    ...{ url, schema: "bench_handover", processes: WRITERS, threads: 200, seed: 1 },
    batches: bench.isQuick ? 40 : 400,
    pauseMs: 50, // so that the processors are not what is waited for
  });
  return [
    {
      name: `PostgreSQL: ${WRITERS} processes, 200 threads: appended until followed, 95 of 100`,
      ...{ unit: "ms", measured: latencyMs, floor: null },
      ...designed("PostgreSQL, 8 writers, followers"),
    },
  ];
}

const WARM_TIMES = 50;
const TIMES = 20;
const FORKS = 20;

/** A store that is opened for each time, over connections that are open. */
const resume: Probe = async ({ url, schema }, measure) => {
  const { pool, close } = connect(url);
  const resumeOnce = async () => {
    const store = openStore(pool, schema);
    await resumeState(storedThread(store));
    await store.close();
  };
  for (let time = 0; time < WARM_TIMES; time += 1) await resumeOnce();
  await measure(async () => {
    for (let time = 0; time < TIMES; time += 1) await resumeOnce();
  });
  await close();
  return {};
};

/** Forks at offsets spread over the whole thread; the first one is not counted. */
const fork: Probe = async ({ url, schema }, measure) => {
  const { pool, close } = connect(url);
  const store = openStore(pool, schema);
  const head = await store.head(WORKLOAD_THREAD);
  const rows = () =>
    one(
      pool,
      `select (select count(*) from ${schema}.thread) + (select count(*) from ${schema}.batch)`,
    );
  const threadIds: string[] = [];
  const forkAt = async (index: number) => {
    const threadId = `01KN4000000000000000F${String(index).padStart(5, "0")}`;
    threadIds.push(threadId);
    await forkThread(store, {
      parentId: WORKLOAD_THREAD,
      offset: Math.floor((index / (FORKS + 1)) * head),
      ...{ threadId, eventId: threadId, at: "2026-04-02T12:00:00.000Z" },
    });
  };
  await forkAt(0);
  const before = await rows();
  await measure(async () => {
    for (let index = 1; index <= FORKS; index += 1) await forkAt(index);
  });
  const added = (await rows()) - before;
  for (const threadId of threadIds) await store.delete(threadId);
  await store.close();
  await close();
  return { rows: added / FORKS };
};

async function runLengths(bench: Bench, { url }: PostgresServer): Promise<readonly Outcome[]> {
  const { pool, close } = connect(url);
  const results: Result[] = [];
  const schemas = new Map<number, string>();
  for (const items of bench.sizes) {
    const home = await bench.thread({ items, checkpoints: true });
    const schema = await newSchema(pool);
    schemas.set(items, schema);
    await copyThread(home, openStore(pool, schema));
    await pool.query(`vacuum analyze ${schema}.batch`);
    results.push(...(await runLength(bench, { pool, url, schema, home, items })));
  }
  if (schemas.size > 1) results.push(await runLongAgainstShort(bench, url, schemas));
  for (const schema of schemas.values()) await dropSchema(pool, schema);
  await close();
  return results;
}

/** Turn by turn, as it was appended there. */
async function copyThread(home: string, into: EventStore): Promise<void> {
  const store = jsonlStore({ home });
  let batch: LogEvent[] = [];
  for await (const event of store.read(WORKLOAD_THREAD)) {
    batch.push(event);
    if (event.left !== undefined) continue;
    await into.append(WORKLOAD_THREAD, batch[0]?.offset ?? 0, batch);
    batch = [];
  }
  await store.close();
  await into.close();
}

async function runLength(
  bench: Bench,
  thread: { pool: pg.Pool; url: string; schema: string; home: string; items: number },
): Promise<readonly Result[]> {
  const { pool, url, schema, home, items } = thread;
  const args = { url, schema };
  const isJudged = items === bench.items;
  const judged = (design: DesignBudget) => (isJudged ? designed(design) : { budget: {} });
  const sampled = await bench.sample(
    "postgres",
    { resume: args, fork: args },
    bench.isQuick ? 1 : 3,
  );
  const growth = (of: string) => ({
    of,
    items,
    table: "PostgreSQL, by length of the thread, in items",
  });
  const words = lengthWords(items);
  const bytes = await one(pool, `select pg_total_relation_size('${schema}.batch')`);
  const lines = statSync(rolloutFile(home)).size;
  return [
    {
      name: `PostgreSQL: resume with checkpoints, ${words} items`,
      ...{ unit: "ms", measured: sampled("resume").ms / TIMES, floor: null },
      ...judged("PostgreSQL, resume with checkpoints"),
      growth: growth("resume with checkpoints"),
    },
    {
      name: `PostgreSQL: fork at any offset, ${words} items`,
      ...{ unit: "ms", measured: sampled("fork").ms / FORKS, floor: null, budget: {} },
      growth: growth("fork at any offset"),
    },
    {
      name: `PostgreSQL: fork, rows: its own, and that of its event, ${words} items`,
      ...{ unit: "rows", measured: extraOf(sampled("fork"), "rows"), floor: null },
      ...judged("PostgreSQL, fork, rows"),
      growth: growth("fork, rows"),
    },
    {
      name: `PostgreSQL: bytes on disk, ${words} items, against JSONL`,
      ...{ unit: "MB", measured: bytes / 1e6, floor: lines / 1e6 },
      ...judged("PostgreSQL, bytes on disk"),
      growth: growth("bytes on disk"),
    },
  ];
}

async function runLongAgainstShort(
  bench: Bench,
  url: string,
  schemas: ReadonlyMap<number, string>,
): Promise<Result> {
  const [shortest = 0, longest = 0] = [bench.sizes[0], bench.sizes.at(-1)];
  const argsOf = (items: number) => ({ url, schema: schemas.get(items) ?? "" });
  const probes = { long: argsOf(longest), short: argsOf(shortest) };
  const sampled = await bench.sample("postgres", probes, bench.isQuick ? 1 : 5);
  return {
    name: `PostgreSQL: resume of ${lengthWords(longest)} items, against ${lengthWords(shortest)}`,
    ...{ unit: "ms", measured: sampled("long").ms / TIMES, floor: sampled("short").ms / TIMES },
    ...designed("PostgreSQL, resume, long against short"),
  };
}

let databases = 0;

/** A database of a contender's own. What an empty one takes is nobody's. */
async function newDatabase({ url }: PostgresServer): Promise<Place> {
  databases += 1;
  const name = `peer_${databases}`;
  const { pool } = connect(url);
  await pool.query(`create database ${name}`);
  const size = () => one(pool, "select pg_database_size($1::name)", [name]);
  const empty = await size();
  const place = new URL(url);
  place.pathname = name;
  return {
    name: place.href,
    bytes: async () => (await size()) - empty,
    async remove() {
      await pool.query(`drop database ${name} with (force)`);
      await pool.end();
    },
  };
}

export const row: Row = {
  run,
  probes: {
    store: appending(openLog),
    floor: appending(openFloor),
    ...{ writer, resume, long: resume, short: resume, fork },
  },
};
