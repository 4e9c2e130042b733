import assert from "node:assert/strict";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir, uptime } from "node:os";
import { dirname, join } from "node:path";
import { openThread } from "../../src/runtime/open-thread.js";
import type { Thread } from "../../src/runtime/thread.js";
import { INDEX_FOLDER, readIndex } from "../../src/sessions/listing/derived-index.js";
import { listThreads } from "../../src/sessions/listing/list-threads.js";
import type { ThreadSummary } from "../../src/sessions/listing/thread-summary.js";
import type { FileAnswer } from "../../src/sessions/search/search-file.js";
import { searchSessions } from "../../src/sessions/search/search-sessions.js";
import { findSessionFiles } from "../../src/sessions/session-files.js";
import { writeAll } from "../../src/store/jsonl/file-system.js";
import { jsonlStore, type JsonlStore } from "../../src/store/jsonl/jsonl-store.js";
import { replaceFile } from "../../src/store/jsonl/replace-file.js";
import type { Durability } from "../../src/store/jsonl/rollout-writer.js";
import { seededRandom } from "../store/jsonl/sample-log.js";
import { ForgetfulDisk } from "./forgetful-disk.js";

/** What the cases came to, added up. */
export interface IndexCutSummary {
  /** Disks that came up after a cut; on each was listed and searched with the indexes and without. */
  readonly states: number;
  /** Rows of indexes of lists that were believed then. */
  readonly believed: number;
}

const DURABILITIES: readonly Durability[] = ["append", "turn", "none"];
const WORDS = ["anchor", "beacon", "channel"];
const OPERATIONS = 20;
/** Every file is indexed, a few to each part. */
const LIMITS = { unindexed: 0, part: 4_000 };
const HOURS_MS = 2 * 3_600_000;

/**
 * Lists and searches threads on a disk that forgets, while they change. Before each change the power is
 * cut: on what is left, a list and a search tell with the indexes that are there what they tell without.
 * @param states at least as many
 */
export async function runIndexCuts(seed: number, states: number): Promise<IndexCutSummary> {
  const summary = { states: 0, believed: 0 };
  const home = mkdtempSync(join(tmpdir(), "refold-cuts-"));
  try {
    for (let number = seed; summary.states < states; number += 1) {
      const script = new Script(home, number);
      await script.run();
      for (const [cutAt, disk] of script.cuts.entries()) {
        try {
          summary.believed += await assertSameAnswers(disk, home);
        } catch (cause) {
          throw new Error(`index cut: seed ${number}, before change ${cutAt}`, { cause });
        }
        summary.states += 1;
      }
    }
    return summary;
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

/** A sequence of calls to a store, and of lists and searches, the same for the same seed. */
class Script {
  /** The disk as it comes up where the power is cut before each change. */
  readonly cuts: ForgetfulDisk[] = [];
  readonly #random: () => number;
  readonly #disk: ForgetfulDisk;
  readonly #threads: Thread[] = [];
  /** Long before this machine was started: then was the power cut. */
  #nowMs = Date.now() - uptime() * 1_000 - 1_000 * HOURS_MS;
  #store: JsonlStore;

  constructor(
    private readonly home: string,
    seed: number,
  ) {
    this.#random = seededRandom(seed);
    const survival = seededRandom(~seed);
    this.#disk = new ForgetfulDisk({
      now: () => (this.#nowMs += 1),
      onChange: () => void this.cuts.push(this.#disk.restarted(survival)),
    });
    this.#store = this.#open();
  }

  async run(): Promise<void> {
    for (let count = 0; count < OPERATIONS; count += 1) await this.#step();
    await this.#store.close();
  }

  #open(): JsonlStore {
    const durability = this.#oneOf(DURABILITIES) ?? "turn";
    return jsonlStore({ home: this.home, durability, fileSystem: this.#disk, steal: true });
  }

  #oneOf<Of>(all: readonly Of[]): Of | undefined {
    return all[Math.floor(this.#random() * all.length)];
  }

  async #step(): Promise<void> {
    const choice = this.#random();
    const thread = this.#oneOf(this.#threads);
    if (thread === undefined || choice < 0.15) {
      this.#threads.push(await openThread({ store: this.#store }));
    } else if (choice < 0.4) await this.#talk(thread);
    else if (choice < 0.5) await thread.rename(this.#words(2));
    else if (choice < 0.75) await this.#index();
    else if (choice < 0.8) await this.#store.archive(thread.id);
    else if (choice < 0.85) await this.#store.delete(thread.id).then(() => this.#forget(thread));
    else if (choice < 0.93) this.#waitHours();
    else await this.#store.sync(thread.id);
  }

  #words(count: number): string {
    return Array.from({ length: count }, () => this.#oneOf(WORDS)).join(" ");
  }

  async #talk(thread: Thread): Promise<void> {
    const turn = await thread.startTurn({ model: "m" });
    await turn.recordUserInput(this.#words(this.#random() < 0.3 ? 400 : 3));
    await turn.complete();
  }

  #forget(thread: Thread): void {
    this.#threads.splice(this.#threads.indexOf(thread), 1);
  }

  #waitHours(): void {
    this.#disk.writeBack();
    this.#nowMs += HOURS_MS;
  }

  /** A list and a search write their indexes on a real disk; from there they go onto this one. */
  async #index(): Promise<void> {
    if (this.#random() < 0.5) this.#waitHours();
    putOn(this.home, this.#disk);
    await answers(this.home, this.home);
    const folder = join(this.home, INDEX_FOLDER);
    const made = new Map(filesIn(folder).map((path) => [path, readFileSync(path)]));
    for (const [path, before] of this.#disk.files()) {
      if (!path.startsWith(folder)) continue;
      if (made.get(path)?.equals(before) === true) made.delete(path);
      else if (!made.has(path)) this.#disk.remove(path);
    }
    for (const [path, bytes] of made) {
      const write = (file: number): void => writeAll(this.#disk, file, bytes);
      const how = { fileSystem: this.#disk, sync: false, doing: "writing the index", write };
      await replaceFile(path, how);
    }
  }
}

/** A real folder that has what the disk has in it, and nothing else. */
function putOn(home: string, disk: ForgetfulDisk): void {
  rmSync(home, { recursive: true, force: true });
  mkdirSync(home);
  for (const [path, bytes, modifiedMs] of disk.files()) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, bytes);
    utimesSync(path, modifiedMs / 1_000, modifiedMs / 1_000);
  }
}

function filesIn(folder: string): readonly string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((file) => join(file.parentPath, file.name));
}

/** @returns how many rows of the index of the list were believed */
async function assertSameAnswers(disk: ForgetfulDisk, home: string): Promise<number> {
  putOn(home, disk);
  const { rows } = readIndex(join(home, INDEX_FOLDER, "threads.json"));
  const withIndexes = await answers(home, home);
  rmSync(join(home, INDEX_FOLDER), { recursive: true, force: true });
  assert.deepEqual(withIndexes, await answers(home, null));
  return rows.length;
}

interface Answers {
  readonly threads: readonly ThreadSummary[];
  readonly found: readonly FileAnswer[];
}

/** @param indexHome of the search; null: without an index */
async function answers(home: string, indexHome: string | null): Promise<Answers> {
  const { files } = findSessionFiles([join(home, "threads")]);
  const found: FileAnswer[] = [];
  for (const query of WORDS) {
    const options = { files, criteria: { query }, indexHome, limits: LIMITS };
    for await (const answer of searchSessions(options)) found.push(answer);
  }
  return { threads: await listThreads({ home }), found };
}
