import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isRefoldError } from "../../src/errors.js";
import type { FileSystem } from "../../src/store/jsonl/file-system.js";
import { type Fault, faultyFileSystem } from "../../src/testing/faulty-file-system.js";
import { findHomeFiles } from "../../src/vault/homes.js";
import { keepFiles } from "../../src/vault/keep-files.js";
import { openVault } from "../../src/vault/vault.js";
import { seededRandom } from "../store/jsonl/sample-log.js";
import { ChangingHome, names, type Step } from "../vault/changing-home.js";
import { contentOf } from "../vault/vault-folder.js";
import { ForgetfulDisk } from "./forgetful-disk.js";

/** What cases came to, added up. */
export interface VaultCutSummary {
  /** Keepers that were killed, half of them together with the power. */
  readonly kills: number;
  /** Generations that were acknowledged before: all were read back. */
  readonly generations: number;
}

export interface VaultFaultSummary {
  /** Passes that met a disk that was full from one call on, or a call that failed. */
  readonly passes: number;
  /** Those that were refused, by the code of the error. */
  readonly refused: ReadonlyMap<string, number>;
}

const VAULT = "/home/refold/vault";
const LEASE = `${VAULT}/keeper.lease`;
const PASSES = 4;

/**
 * Keeps a home that changes, in a vault on a disk that forgets. The keeper is killed before each change of the
 * disk in turn, once with the power and once without. On what is left, every generation that was acknowledged
 * reads back byte for byte, and so does every other one that is there; the next keeper goes on.
 * @param kills at least as many
 */
export async function runVaultCuts(seed: number, kills: number): Promise<VaultCutSummary> {
  const summary = { kills: 0, generations: 0 };
  for (let number = seed; summary.kills < kills; number += 1) {
    const whole = new ChoppedDisk();
    await withScript(number, whole, (script) => script.run());
    for (let cutAt = 0; cutAt < whole.changeCount; cutAt += 1) {
      for (const isPowerCut of [false, true]) {
        try {
          summary.generations += await runCut(number, cutAt, isPowerCut);
        } catch (cause) {
          const how = isPowerCut ? "power cut" : "kill";
          throw new Error(`vault: ${how}: seed ${number}, before change ${cutAt}`, { cause });
        }
        summary.kills += 1;
      }
    }
  }
  return summary;
}

async function runCut(seed: number, cutAt: number, isPowerCut: boolean): Promise<number> {
  const disk = new ChoppedDisk({ cutAt });
  return withScript(seed, disk, async (script) => {
    await script.run();
    if (!isPowerCut) disk.writeBack();
    return script.check(disk.restarted(seededRandom(seed * 1_000 + cutAt)));
  });
}

/** Lets each call of a pass fail in turn, and the disk be full from each call on. */
export async function runVaultFaults(seed: number, cases: number): Promise<VaultFaultSummary> {
  const refused = new Map<string, number>();
  let passes = 0;
  for (let number = seed; passes < cases; number += 1) {
    const counted = faultyFileSystem(() => null, new ForgetfulDisk());
    await withScript(number, counted, (script) => script.run());
    for (let index = 0; index < counted.callCount && passes < cases; index += 1) {
      for (const kind of FAULTS) {
        try {
          const code = await runFault(number, index, kind);
          if (code !== null) refused.set(code, (refused.get(code) ?? 0) + 1);
        } catch (cause) {
          throw new Error(`vault: ${kind}: seed ${number}, from call ${index}`, { cause });
        }
        passes += 1;
      }
    }
  }
  return { passes, refused };
}

const FAULTS = ["full", "torn", "broken"] as const;
/** What a full disk refuses. */
const TAKES_ROOM = new Set(["write", "makeFolder"]);

async function runFault(
  seed: number,
  from: number,
  kind: (typeof FAULTS)[number],
): Promise<string | null> {
  const disk = new ForgetfulDisk();
  let isFailing = true;
  const fault = (operation: string, index: number): Fault | null => {
    if (!isFailing || index < from) return null;
    if (kind === "broken") return index === from ? { kind: "fail", code: "EIO" } : null;
    if (!TAKES_ROOM.has(operation)) return null;
    return kind === "full"
      ? { kind: "fail", code: "ENOSPC" }
      : { kind: "tear", share: 0.5, code: "ENOSPC" };
  };
  const faulty = faultyFileSystem(({ operation, index }) => fault(operation, index), disk);
  return withScript(seed, faulty, async (script) => {
    const failure = await script.run();
    isFailing = false;
    await script.check(disk);
    return failure;
  });
}

/** Writes a part at a time, so that it can end in the midst of anything. */
class ChoppedDisk extends ForgetfulDisk {
  override write(file: number, bytes: Uint8Array): number {
    return super.write(file, bytes.subarray(0, PART_BYTES));
  }
}

const PART_BYTES = 30_000;

async function withScript<Result>(
  seed: number,
  disk: FileSystem,
  work: (script: Script) => Promise<Result>,
): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), "refold-vault-cuts-"));
  try {
    return await work(new Script(seed, disk, join(folder, "home")));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A home that changes between passes, the same for the same seed, until a pass fails. */
class Script {
  readonly #random: () => number;
  readonly #home: ChangingHome;
  /** By file: what stood in it at any look; null: it was gone. */
  readonly #stood = new Map<string, (Buffer | null)[]>();
  /** By file: so many of its generations were acknowledged. */
  readonly #acknowledged = new Map<string, number>();

  constructor(
    seed: number,
    private readonly disk: FileSystem,
    folder: string,
  ) {
    this.#random = seededRandom(seed);
    this.#home = new ChangingHome(folder);
  }

  /** @returns the code of the error that ended it; null: nothing did, or the disk is cut off */
  async run(): Promise<string | null> {
    for (let pass = 0; pass < PASSES; pass += 1) {
      this.#change();
      try {
        await this.#keep(this.disk);
      } catch (error) {
        if (isRefoldError(error)) return error.code;
        if (error instanceof Error && error.name === "PowerCut") return null;
        throw error;
      }
      for (const [name, stood] of this.#stood) this.#acknowledged.set(name, stood.length);
    }
    return null;
  }

  /**
   * What was acknowledged is there, what else is there stood in a file, and the next pass keeps what stands now.
   * @returns how many generations were acknowledged
   */
  async check(disk: FileSystem): Promise<number> {
    for (const name of this.#leases(disk)) disk.remove(join(LEASE, name)); // this process is who was killed
    await this.#compare(disk, (name) => this.#acknowledged.get(name) ?? 0);
    await this.#keep(disk);
    return this.#compare(disk, (name) => this.#stood.get(name)?.length ?? 0);
  }

  #leases(disk: FileSystem): readonly string[] {
    return disk.status(LEASE) === undefined ? [] : disk.list(LEASE);
  }

  /** @param due so many of a file's generations have to be there; others may be */
  async #compare(disk: FileSystem, due: (name: string) => number): Promise<number> {
    const vault = await openVault(VAULT, { isBegun: true, fileSystem: disk });
    let compared = 0;
    for (const name of names) {
      const file = vault.find({ tool: "folder", home: this.#home.folder, path: name });
      const generations = file?.generations ?? [];
      const stood = this.#stood.get(name) ?? [];
      assert.ok(generations.length >= due(name), `${name}: an acknowledged generation is lost`);
      assert.ok(generations.length <= stood.length, `${name}: a generation that never stood`);
      for (const [index, generation] of generations.entries()) {
        const content = stood[index];
        if (generation.list === null) assert.equal(content, null);
        else assert.ok(content?.equals(await contentOf(vault, generation)), `${name}, ${index}`);
        compared += 1;
      }
    }
    vault.close();
    return compared;
  }

  async #keep(disk: FileSystem): Promise<void> {
    const vault = await openVault(VAULT, { isBegun: true, fileSystem: disk });
    try {
      await keepFiles(vault, findHomeFiles({}, [this.#home.folder]));
    } finally {
      vault.close();
    }
  }

  #change(): void {
    for (let count = 0; count < 3; count += 1) this.#home.take(this.#step());
    for (const name of names) {
      const now = this.#home.files.get(name) ?? null;
      const stood = this.#stood.get(name) ?? [];
      const last = stood.at(-1);
      const isSame = now === null ? (last ?? null) === null : last?.equals(now) === true;
      if (!isSame) stood.push(now);
      this.#stood.set(name, stood);
    }
  }

  #step(): Step {
    const pick = <Of>(all: readonly [Of, ...Of[]]): Of =>
      all[Math.floor(this.#random() * all.length)] ?? all[0];
    const name = pick(["a.jsonl", "b.jsonl", "c.jsonl"]);
    const size = Math.floor(this.#random() * pick([300, 300, 90_000]));
    const seed = Math.floor(this.#random() * 4);
    const share = this.#random();
    return pick<Step>([
      { do: "write", name, seed, size },
      { do: "grow", name, seed, size },
      { do: "grow", name, seed, size },
      { do: "cut", name, share },
      { do: "edit", name, share },
      { do: "remove", name },
      { do: "rename", name, to: pick(["a.jsonl", "b.jsonl", "c.jsonl"]) },
    ]);
  }
}
