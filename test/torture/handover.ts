import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import pg from "pg";
import { fromPg } from "../../src/store/postgres/access.js";
import { postgresStore, type PostgresStore } from "../../src/store/postgres/postgres-store.js";
import { migrate } from "../../src/store/postgres/schema.js";
import { newThread } from "../../src/testing/store-contract/contract-case.js";

export interface HandoverOptions {
  /** Of the server. */
  readonly url: string;
  /** A new one. */
  readonly schema: string;
  readonly processes: number;
  readonly threads: number;
  /** That each process appends. */
  readonly batches: number;
  readonly seed: number;
  /** Between the batches of a process, on average. */
  readonly pauseMs: number;
}

export interface HandoverSummary {
  /** That followers saw, each once and in order. */
  readonly events: number;
  /** How often a lease went from one process to another. */
  readonly handovers: number;
  /** How often a process was refused because of another one. */
  readonly refused: number;
  /** From before an append to the follower's next event, for 95 of 100 of them. */
  readonly latencyMs: number;
}

/** Processes that hand each other the leases of threads, and a follower of each thread. */
export async function runHandover(options: HandoverOptions): Promise<HandoverSummary> {
  const { url, schema, threads } = options;
  const pool = new pg.Pool({ connectionString: url });
  await migrate(fromPg(pool), { schema });
  const store = postgresStore({ ...fromPg(pool), schema });
  const threadIds = Array.from(
    { length: threads },
    (_, number) => `01KN4${String(number).padStart(21, "0")}`,
  );
  for (const threadId of threadIds) await newThread(store, threadId, [1]);
  await store.close(); // which gives the leases up
  const reader = postgresStore({ ...fromPg(pool), schema });
  try {
    const followers = threadIds.map((threadId) => new ThreadFollower(reader, threadId));
    const refused = await append(options, threadIds);
    for (const follower of followers) await follower.reached();
    const { rows } = await pool.query<{ handovers: string }>(
      `select sum(fence - 1) as handovers from "${schema}".thread`,
    );
    const latencies = followers.flatMap(({ latenciesMs }) => latenciesMs).sort((a, b) => a - b);
    return {
      events: latencies.length,
      handovers: Number(rows[0]?.handovers),
      refused,
      latencyMs: latencies[Math.floor(latencies.length * 0.95)] ?? 0,
    };
  } finally {
    await reader.close();
    await pool.end();
  }
}

/** @returns how often they were refused */
async function append(
  { processes, ...options }: HandoverOptions,
  threadIds: readonly string[],
): Promise<number> {
  const script = join(process.cwd(), "test/torture/handover.mjs");
  const children = Array.from({ length: processes }, (_, number) => {
    const writer = `W${number}`;
    const args = { ...options, writer, threadIds, seed: options.seed * 100 + number };
    return spawn(process.execPath, [script, JSON.stringify(args)], {
      stdio: ["pipe", "pipe", "inherit"],
    });
  });
  const printed = children.map((child) => text(child.stdout));
  const ends = children.map((child) => once(child, "close"));
  for (const child of children) child.stdin.write("go\n");
  for (const end of ends) assert.deepEqual((await end)[0], 0, "a process failed");
  const told = (await Promise.all(printed)).map((each) => /refused (\d+)/.exec(each)?.[1]);
  return told.reduce((sum, each) => sum + Number(each), 0);
}

/** Follows one thread, and holds what it gets to what was appended. */
class ThreadFollower {
  readonly latenciesMs: number[] = [];
  readonly #store: PostgresStore;
  readonly #threadId: string;
  readonly #abort = new AbortController();
  readonly #following: Promise<void>;
  #head = 0;
  #due = Infinity;

  constructor(store: PostgresStore, threadId: string) {
    this.#store = store;
    this.#threadId = threadId;
    this.#following = this.#follow();
    this.#following.catch(() => undefined); // told of by `reached`
  }

  /** Waits until everything was seen that is there now. */
  async reached(): Promise<void> {
    this.#due = await this.#store.head(this.#threadId);
    if (this.#head >= this.#due) this.#abort.abort();
    await this.#following;
    assert.equal(this.#head, this.#due);
  }

  async #follow(): Promise<void> {
    const { signal } = this.#abort;
    const seen = new Set<string>();
    for await (const event of this.#store.follow(this.#threadId, { signal })) {
      assert.equal(event.offset, this.#head, "every event once, and in order");
      this.#head += 1;
      const [, writer, sent] =
        /"(\w+ \d+ \d+\/\d+) ([\d.]+)"/.exec(JSON.stringify(event.data)) ?? [];
      if (writer !== undefined) {
        assert.ok(!seen.has(writer), "no batch is stored twice");
        seen.add(writer);
        this.latenciesMs.push(performance.timeOrigin + performance.now() - Number(sent));
      }
      if (this.#head >= this.#due) return;
    }
  }
}
