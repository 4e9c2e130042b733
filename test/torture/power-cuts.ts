import { isRefoldError, type LogDamage } from "../../src/errors.js";
import assert from "node:assert/strict";
import type { LogEvent, RefoldEvent } from "../../src/events/event.js";
import { namedHashes } from "../../src/events/named-hashes.js";
import { forkThread } from "../../src/store/fork-thread.js";
import { jsonlStore, type JsonlStore } from "../../src/store/jsonl/jsonl-store.js";
import type { Durability } from "../../src/store/jsonl/rollout-writer.js";
import { collect } from "../../src/testing/store-contract/contract-case.js";
import { seededRandom } from "../store/jsonl/sample-log.js";
import { sampleThread } from "../store/jsonl/sample-thread.js";
import { ForgetfulDisk } from "./forgetful-disk.js";

/** What the cases came to, added up. */
export interface PowerCutSummary {
  /** Disks that came up after a cut, each read from end to end. */
  readonly states: number;
  /** Events that were acknowledged as durable before a cut: all were there. */
  readonly durable: number;
}

const DURABILITIES: readonly Durability[] = ["append", "turn", "none"];
const HOME = "/home/refold";
const OPERATIONS = 10;

/**
 * Does what stores do on a disk that forgets, cuts the power before each change in turn, and opens what is
 * left: what was acknowledged as durable is there, and nothing that was never written.
 * @param states at least as many
 */
export async function runPowerCuts(seed: number, states: number): Promise<PowerCutSummary> {
  const summary = { states: 0, durable: 0 };
  for (let number = seed; summary.states < states; number += 1) {
    const whole = new ForgetfulDisk();
    await new Script(whole, number).run();
    for (let cutAt = 0; cutAt < whole.changeCount; cutAt += 1) {
      try {
        summary.durable += await runCut(number, cutAt);
      } catch (cause) {
        throw new Error(`power cut: seed ${number}, before change ${cutAt}`, { cause });
      }
      summary.states += 1;
    }
  }
  return summary;
}

async function runCut(seed: number, cutAt: number): Promise<number> {
  const disk = new ForgetfulDisk({ cutAt });
  const script = new Script(disk, seed);
  await script.run();
  return script.check(disk.restarted(seededRandom(seed * 1_000 + cutAt)));
}

interface Known {
  readonly thread: ReturnType<typeof sampleThread>;
  /** Ids in order, of all that may be there; a fork's begin with its parent's. */
  ids: readonly string[];
  /** So many of them are acknowledged, and so many are acknowledged as durable. */
  acknowledged: number;
  durable: number;
  /** The store that wrote last. */
  writer: JsonlStore | null;
  /** Whether its deletion was asked for, or acknowledged. */
  deleted: "no" | "asked" | "done";
}

/** A sequence of calls to a store, the same for the same seed, up to where the power is cut. */
class Script {
  readonly #random: () => number;
  #durability: Durability = "turn";
  /** Events that name a blob which was acknowledged as durable before. */
  readonly #withBlob = new Set<string>();
  /** Stores of processes that were killed. */
  readonly #killed: JsonlStore[] = [];
  readonly #known: Known[] = [];
  #store: JsonlStore;

  constructor(
    private readonly disk: ForgetfulDisk,
    seed: number,
  ) {
    this.#random = seededRandom(seed);
    this.#store = this.#open();
  }

  async run(): Promise<void> {
    try {
      await this.#begin();
      for (let count = 0; count < OPERATIONS; count += 1) await this.#step();
      await this.#reopen();
    } catch (error) {
      if (!this.disk.isCut) throw error;
    }
    // Their timers end; the disk is gone.
    for (const store of [...this.#killed, this.#store]) await store.close().catch(() => undefined);
  }

  #open(): JsonlStore {
    const durability = DURABILITIES[Math.floor(this.#random() * DURABILITIES.length)] ?? "turn";
    this.#durability = durability;
    return jsonlStore({ home: HOME, durability, fileSystem: this.disk, steal: true });
  }

  async #step(): Promise<void> {
    const choice = this.#random();
    const known = this.#known[Math.floor(this.#random() * this.#known.length)];
    if (known === undefined || choice < 0.08) return this.#begin();
    if (known.deleted !== "no") return;
    const { threadId } = known.thread;
    if (choice < 0.5) return this.#append(known);
    if (choice < 0.6) return this.#sync(known);
    if (choice < 0.7) return this.#fork(known);
    if (choice < 0.77) return this.#store.detach(threadId);
    if (choice < 0.84) await this.#store.archive(threadId);
    else if (choice < 0.88) await this.#store.unarchive(threadId);
    else if (choice < 0.92) await this.#delete(known);
    else if (choice < 0.96) await this.#reopen();
    else this.#kill();
  }

  #kill(): void {
    this.#killed.push(this.#store);
    this.#store = this.#open();
  }

  async #begin(): Promise<void> {
    const known: Known = {
      ...{ thread: sampleThread(), ids: [] },
      ...{ acknowledged: 0, durable: 0, writer: null, deleted: "no" },
    };
    this.#known.push(known);
    await this.#appendTo(known, [known.thread.started()]);
  }

  async #append(known: Known): Promise<void> {
    const head = known.ids.length;
    const count = 1 + Math.floor(this.#random() * 3);
    const text = this.#random() < 0.2 ? "x".repeat(3_000) : "short";
    const events = Array.from({ length: count }, (_, index) =>
      known.thread.notice(head + index, text),
    );
    if (this.#random() < 0.3) events.push(await this.#naming(known, head + count));
    if (this.#random() < 0.3) events.push(known.thread.turnCompleted(head + events.length));
    await this.#appendTo(known, events);
  }

  /** An event that names a blob, which is stored before it. */
  async #naming(known: Known, offset: number): Promise<RefoldEvent> {
    const bytes = Buffer.from(`blob ${Math.floor(this.#random() * 3)} `.repeat(200));
    const blob = await this.#store.blobs.put(bytes);
    const event = known.thread.notice(offset);
    if (this.#durability !== "none") this.#withBlob.add(event.id);
    return { ...event, foreign: { raw: { blob, bytes: bytes.length } } };
  }

  async #appendTo(known: Known, events: readonly RefoldEvent[]): Promise<void> {
    const head = known.ids.length;
    known.ids = [...known.ids, ...events.map(({ id }) => id)];
    await this.#store.append(known.thread.threadId, head, events);
    known.acknowledged = known.ids.length;
    known.writer = this.#store;
    const isDue =
      this.#durability === "turn" && events.some(({ type }) => type === "turn.completed");
    if (isDue || this.#durability === "append") known.durable = known.acknowledged;
  }

  async #sync(known: Known): Promise<void> {
    await this.#store.sync(known.thread.threadId);
    known.durable = known.acknowledged;
  }

  async #fork(parent: Known): Promise<void> {
    const offset = Math.floor(this.#random() * parent.acknowledged);
    const thread = sampleThread();
    const { id: eventId, at } = thread.notice(offset + 1);
    const ids = [...parent.ids.slice(0, offset + 1), eventId];
    const fork: Known = { thread, ids, acknowledged: 0, durable: 0, writer: null, deleted: "no" };
    this.#known.push(fork);
    const place = { parentId: parent.thread.threadId, offset, threadId: thread.threadId };
    await forkThread(this.#store, { ...place, eventId, at });
    fork.acknowledged = ids.length;
    fork.writer = this.#store;
    parent.durable = Math.max(parent.durable, offset + 1);
    if (this.#durability === "append") fork.durable = fork.acknowledged;
  }

  async #delete(known: Known): Promise<void> {
    known.deleted = "asked";
    try {
      await this.#store.delete(known.thread.threadId);
      known.deleted = "done";
    } catch (error) {
      if (!isRefoldError(error, "thread-has-forks")) throw error;
      known.deleted = "no";
    }
  }

  async #reopen(): Promise<void> {
    await this.#store.close();
    if (this.#durability !== "none") {
      for (const known of this.#known) {
        if (known.writer === this.#store) known.durable = known.acknowledged;
      }
    }
    this.#store = this.#open();
  }

  /** @returns how many events were sure to be there */
  async check(disk: ForgetfulDisk): Promise<number> {
    const store = jsonlStore({ home: HOME, fileSystem: disk, steal: true });
    try {
      let durable = 0;
      for (const known of this.#known) durable += await this.#checkThread(store, known);
      return durable;
    } finally {
      await store.close();
    }
  }

  async #checkThread(store: JsonlStore, known: Known): Promise<number> {
    const { threadId } = known.thread;
    const isThere = await store.has(threadId);
    if (known.deleted === "done") assert.ok(!isThere, "what was deleted stays deleted");
    if (known.deleted !== "no") return 0;
    assert.ok(isThere || known.durable === 0, "a thread with durable events is there");
    if (!isThere) return 0;
    const damage: LogDamage[] = [];
    const around = await collect(
      store.read(threadId, { onDamage: (place) => void damage.push(place) }),
    );
    const ids = around.map(({ id }) => id);
    assert.deepEqual(ids.slice(0, known.durable), known.ids.slice(0, known.durable));
    if (damage.length === 0) assert.deepEqual(ids, known.ids.slice(0, ids.length));
    await assertBlobs(
      store,
      around.slice(0, known.durable).filter(({ id }) => this.#withBlob.has(id)),
    );
    if (damage.length === 0) {
      const head = await store.head(threadId);
      await store.append(threadId, head, [known.thread.notice(head)]);
    } else {
      assert.ok(known.durable < known.ids.length, "only what was not synced is damaged");
    }
    return known.durable;
  }
}

async function assertBlobs(store: JsonlStore, events: readonly LogEvent[]): Promise<void> {
  for (const event of events) {
    for (const hash of namedHashes(event)) await store.blobs.get(hash);
  }
}
