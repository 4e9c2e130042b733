import { isRefoldError } from "../../src/errors.js";
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { LogEvent, RefoldEvent } from "../../src/events/event.js";
import type { BlobHash } from "../../src/events/primitives.js";
import type { EventStore } from "../../src/store/event-store.js";
import { forkThread } from "../../src/store/fork-thread.js";
import { jsonlStore, type JsonlStore } from "../../src/store/jsonl/jsonl-store.js";
import {
  type Fault,
  faultyFileSystem,
  type FaultyFileSystem,
  randomFaults,
} from "../../src/testing/faulty-file-system.js";
import { collect } from "../../src/testing/store-contract/contract-case.js";
import { seededRandom } from "../store/jsonl/sample-log.js";
import { sampleThread } from "../store/jsonl/sample-thread.js";

/** What cases came to, added up. */
export interface FaultSummary {
  readonly cases: number;
  /** Calls of the store that were made. */
  readonly calls: number;
  readonly faults: number;
  /** Calls of the store that failed, by their error's code. */
  readonly refused: Map<string, number>;
  readonly acknowledged: number;
}

const FAULTS: readonly Fault[] = [
  { kind: "fail", code: "EIO" },
  { kind: "fail", code: "ENOSPC" },
  { kind: "fail", code: "EACCES" },
  { kind: "tear", share: 0, code: "ENOSPC" },
  { kind: "tear", share: 0.5, code: "EIO" },
  { kind: "tear", share: 0.999, code: "ENOSPC" },
  { kind: "shorten", share: 0.3 },
  { kind: "shorten", share: 0 },
];
const CALLS_A_CASE = 24;

/**
 * Drives a store over a disk that fails at random, and proves for each case that no acknowledged event
 * is lost, no reading gives a wrong event, and every failure has its typed error.
 */
export async function runFaultCases(from: number, count: number): Promise<FaultSummary> {
  const refused = new Map<string, number>();
  let [calls, faults, acknowledged] = [0, 0, 0];
  for (let number = from; number < from + count; number += 1) {
    const home = mkdtempSync(join(tmpdir(), "refold-faults-"));
    const trial = new Trial(home, number, refused);
    try {
      await trial.run();
    } catch (cause) {
      throw new Error(`fault case ${number}`, { cause });
    } finally {
      rmSync(home, { recursive: true, force: true });
    }
    calls += CALLS_A_CASE;
    faults += trial.fileSystem.injected.length;
    acknowledged += trial.acknowledged;
  }
  return { cases: count, calls, faults, refused, acknowledged };
}

interface Known {
  readonly thread: ReturnType<typeof sampleThread>;
  /** Ids of the events that must be there, in order; a fork's begin with its parent's. */
  ids: readonly string[];
}

class Trial {
  readonly fileSystem: FaultyFileSystem;
  acknowledged = 0;
  readonly #random: () => number;
  readonly #known: Known[] = [];
  readonly #blobs = new Map<BlobHash, Uint8Array>();
  #isArmed = false;
  #store: JsonlStore;

  constructor(
    private readonly home: string,
    seed: number,
    private readonly refused: Map<string, number>,
  ) {
    this.#random = seededRandom(seed);
    const share = [0.004, 0.02, 0.08][seed % 3] ?? 0.02;
    const plan = randomFaults({ share, faults: FAULTS, random: this.#random });
    this.fileSystem = faultyFileSystem((call) => (this.#isArmed ? plan(call) : null));
    this.#store = this.#open();
  }

  async run(): Promise<void> {
    await this.#begin();
    for (let call = 0; call < CALLS_A_CASE; call += 1) {
      this.#isArmed = true;
      await this.#step();
      this.#isArmed = false;
    }
    await this.#attempt(() => this.#store.close());
    await this.#checkAll();
  }

  /** A former writer's lease may be where it could not be removed: this process is its holder. */
  #open(): JsonlStore {
    const durability = this.#random() < 0.5 ? "append" : "none";
    return jsonlStore({
      ...{ home: this.home, durability, openThreads: 2 },
      ...{ fileSystem: this.fileSystem, steal: true },
    });
  }

  async #step(): Promise<void> {
    const choice = this.#random();
    const known = this.#known[Math.floor(this.#random() * this.#known.length)];
    if (known === undefined || choice < 0.08) return this.#begin();
    if (choice < 0.45) return this.#append(known);
    if (choice < 0.58) return this.#read(known);
    if (choice < 0.68) return this.#readBackward(known);
    if (choice < 0.74) return this.#lookAround(known);
    if (choice < 0.82) return this.#keepBlob();
    if (choice < 0.9) return this.#fork(known);
    if (choice < 0.95) return this.#detach(known);
    await this.#attempt(() => this.#store.close());
    this.#store = this.#open();
  }

  async #begin(): Promise<void> {
    const known: Known = { thread: sampleThread(), ids: [] };
    await this.#appendTo(known, [known.thread.started()]);
    if (known.ids.length > 0) this.#known.push(known);
  }

  async #append(known: Known): Promise<void> {
    const count = 1 + Math.floor(this.#random() * 5);
    const long = this.#random() < 0.1 ? "x".repeat(200_000) : "short";
    const head = known.ids.length;
    const events = Array.from({ length: count }, (_, index) =>
      known.thread.notice(head + index, long),
    );
    await this.#appendTo(known, events);
  }

  async #appendTo(known: Known, events: readonly RefoldEvent[]): Promise<void> {
    const { threadId } = known.thread;
    const added = events.map(({ id }) => id);
    const head = known.ids.length;
    const done = await this.#attempt(() => this.#store.append(threadId, head, events));
    if (done !== null) {
      this.acknowledged += 1;
      known.ids = [...known.ids, ...added];
      return;
    }
    // Not acknowledged: it may be there all the same, but whole and alone.
    this.#isArmed = false;
    const stored = await this.#stored(threadId);
    if (stored.length === known.ids.length + added.length) known.ids = [...known.ids, ...added];
    assert.deepEqual(stored, known.ids, "a refused batch is there whole, or not at all");
  }

  async #fork(known: Known): Promise<void> {
    if (known.ids.length === 0) return;
    const offset = Math.floor(this.#random() * known.ids.length);
    const thread = sampleThread();
    const { id: eventId, at } = thread.notice(offset + 1);
    const { threadId } = thread;
    const parentId = known.thread.threadId;
    const forked = await this.#attempt(() =>
      forkThread(this.#store, { parentId, offset, threadId, eventId, at }),
    );
    if (forked === null) return;
    this.#known.push({ thread, ids: [...known.ids.slice(0, offset + 1), eventId] });
  }

  async #detach({ thread: { threadId } }: Known): Promise<void> {
    await this.#attempt(() => this.#store.detach(threadId));
  }

  async #read({ thread: { threadId }, ids }: Known): Promise<void> {
    const read = await this.#attempt(() => idsOf(this.#store.read(threadId)));
    if (read !== null) assert.deepEqual(read, ids, "a reading gives what is acknowledged");
  }

  async #readBackward({ thread: { threadId }, ids }: Known): Promise<void> {
    const read = await this.#attempt(() => idsOf(this.#store.readBackward(threadId)));
    if (read !== null) assert.deepEqual(read, ids.toReversed());
  }

  async #lookAround({ thread: { threadId }, ids }: Known): Promise<void> {
    const head = await this.#attempt(() => this.#store.head(threadId));
    if (head !== null) assert.equal(head, ids.length);
    const listed = await this.#attempt(() => collect(this.#store.list()));
    if (listed !== null) assert.ok(listed.length >= this.#known.length);
    await this.#attempt(() => this.#store.sync(threadId));
  }

  async #keepBlob(): Promise<void> {
    const bytes = Buffer.from(`blob ${Math.floor(this.#random() * 6)} `.repeat(900));
    const hash = await this.#attempt(() => this.#store.blobs.put(bytes));
    if (hash !== null) this.#blobs.set(hash, bytes);
    for (const [known, expected] of this.#blobs) {
      const read = await this.#attempt(() => this.#store.blobs.get(known));
      if (read !== null) assert.ok(Buffer.from(expected).equals(read));
    }
  }

  /** @returns null when it failed, with a typed error */
  async #attempt<Result>(work: () => Promise<Result>): Promise<Result | null> {
    try {
      return await work();
    } catch (error) {
      if (!isRefoldError(error)) throw error;
      this.refused.set(error.code, (this.refused.get(error.code) ?? 0) + 1);
      return null;
    }
  }

  /** What a reader with a sound disk finds. */
  async #stored(threadId: string): Promise<readonly string[]> {
    const store = jsonlStore({ home: this.home });
    try {
      return (await store.has(threadId)) ? await idsOf(store.read(threadId)) : [];
    } finally {
      await store.close();
    }
  }

  /** With a sound disk everything is there, and every thread can be gone on with. */
  async #checkAll(): Promise<void> {
    const store: EventStore = jsonlStore({ home: this.home, steal: true });
    try {
      for (const { thread, ids } of this.#known) {
        assert.deepEqual(await idsOf(store.read(thread.threadId)), ids);
        assert.deepEqual(await idsOf(store.readBackward(thread.threadId)), ids.toReversed());
        const next = thread.notice(ids.length);
        assert.equal(await store.append(thread.threadId, ids.length, [next]), ids.length + 1);
      }
      for (const [hash, bytes] of this.#blobs) {
        assert.ok(Buffer.from(bytes).equals(await store.blobs.get(hash)));
      }
    } finally {
      await store.close();
    }
  }
}

async function idsOf(events: AsyncIterable<LogEvent>): Promise<readonly string[]> {
  return (await collect(events)).map(({ id }) => id);
}
