import { statSync } from "node:fs";
import { join } from "node:path";
import { isRefoldError, unreachable } from "../errors.js";
import { pathRefused } from "../sessions/path-refused.js";
import { isBelow, type UnreadFile } from "../sessions/session-files.js";
import { isSystemError, systemErrorCode } from "../store/errors.js";
import type { KeptFile } from "./catalog.js";
import type { Generation } from "./generation-table.js";
import type { GenerationReason } from "./catalog-line.js";
import type { FoundFile, FoundHomes } from "./homes.js";
import { keepSource } from "./keep-file.js";
import { Looks } from "./looks.js";
import { type FileLook, lookOf } from "./source-file.js";
import type { Vault } from "./vault.js";
import { type VaultWriter, withVaultWriter } from "./vault-writer.js";

/** What a pass over files came to. */
export interface KeepReport {
  /** Files that were looked at, and their bytes. */
  readonly files: number;
  readonly bytes: number;
  /** Bytes of those that were read. */
  readonly readBytes: number;
  /** By how much the packs grew. */
  readonly storedBytes: number;
  /** The generations that were added, in their order. */
  readonly kept: readonly KeptChange[];
  /** Files that changed while they were read: the next pass looks at them again. */
  readonly moving: readonly FoundFile[];
  readonly unread: readonly UnreadFile[];
}

export interface KeptChange {
  readonly file: FoundFile;
  readonly why: GenerationReason;
  /** Of the content; 0: the file is gone. */
  readonly bytes: number;
}

export interface KeepOptions {
  /** How files looked in passes before; absent: as the vault remembers it. */
  readonly looks?: Looks;
  /** Told how many bytes were read so far, of how many. */
  readonly onProgress?: (doneBytes: number, allBytes: number) => void;
  /** Ends the pass after the file that is being read. */
  readonly signal?: AbortSignal;
}

/** A batch is committed when it has so many bytes or generations: that much a crash costs. */
const BATCH_BYTES = 64 * 1024 * 1024;
const BATCH_GENERATIONS = 1_000;

/**
 * Keeps what changed in files since the last pass: each content that differs from the one kept last is a new
 * generation, and so is that a file is gone. Nothing is written where nothing changed.
 *
 * @throws {RefoldError} `vault-busy`, `vault-damaged`, `disk-full`, `write-failed`: the files until then are kept
 */
export async function keepFiles(
  vault: Vault,
  found: FoundHomes,
  options: KeepOptions = {},
): Promise<KeepReport> {
  if (!vault.isMissing) vault.refresh();
  const pass = new Pass(vault, found, options);
  pass.look();
  await pass.keep();
  return pass;
}

/**
 * Keeps what stands in one file now.
 * @param why recorded in place of how the content differs from the one before
 * @returns the generation that has it
 */
export async function keepFile(
  vault: Vault,
  file: FoundFile,
  why?: GenerationReason,
): Promise<Generation> {
  await withVaultWriter(vault, async (writer) => {
    try {
      await keepSource({ vault, writer }, file, why);
    } catch (error) {
      throw isSystemError(error) ? pathRefused(join(file.home, file.path), error) : error;
    }
  });
  const generation = vault.find(file)?.newest;
  if (generation === undefined) throw unreachable(`${file.path} was kept, and is not there`);
  return generation;
}

interface Changed {
  readonly file: FoundFile;
  readonly sizeBytes: number;
}

class Pass implements KeepReport {
  files = 0;
  bytes = 0;
  readBytes = 0;
  storedBytes = 0;
  readonly kept: KeptChange[] = [];
  readonly moving: FoundFile[] = [];
  readonly unread: UnreadFile[];
  readonly #looks: Looks;
  readonly #changed: Changed[] = [];
  readonly #gone: KeptFile[] = [];
  readonly #settled: { readonly file: FoundFile; readonly look: FileLook; readonly at: number }[] =
    [];

  constructor(
    private readonly vault: Vault,
    private readonly found: FoundHomes,
    private readonly options: KeepOptions,
  ) {
    this.unread = [...found.unread];
    this.#looks = options.looks ?? new Looks(vault);
  }

  /** Finds out which files look changed, and which are gone. */
  look(): void {
    for (const file of this.found.files) this.#lookAt(file);
    this.#findGone();
  }

  async keep(): Promise<void> {
    if (this.#changed.length + this.#gone.length > 0) {
      await withVaultWriter(this.vault, (writer) => this.#keepChanged(writer));
    }
    for (const { file, look, at } of this.#settled) {
      const kept = this.vault.find(file);
      if (kept !== undefined) this.#looks.set(kept, look, at);
    }
    await this.#looks.save();
  }

  #lookAt(file: FoundFile): void {
    try {
      const look = lookOf(statSync(join(file.home, file.path), { bigint: true }));
      this.files += 1;
      this.bytes += look.sizeBytes;
      const kept = this.vault.find(file);
      if (kept !== undefined && this.#looks.isSame(kept, look)) return;
      this.#changed.push({ file, sizeBytes: look.sizeBytes });
    } catch (error) {
      this.#refused(file, error);
    }
  }

  #findGone(): void {
    const there = new Set(this.found.files.map(keyOf));
    const homes = new Set(this.found.homes.map((home) => keyOf({ ...home, path: "" })));
    // A tool's home that was met in one of these is gone with all that was in it.
    const folders = this.found.homes.flatMap(({ tool, home }) => (tool === "folder" ? [home] : []));
    const unread = this.unread.map(({ path }) => path);
    for (const file of this.vault.files()) {
      if (file.newest?.why === "gone" || there.has(keyOf(file))) continue;
      if (!homes.has(keyOf({ ...file, path: "" })) && !isWithin(file.home, folders)) continue;
      if (isWithin(join(file.home, file.path), unread)) continue;
      this.#gone.push(file);
    }
  }

  async #keepChanged(writer: VaultWriter): Promise<void> {
    const allBytes = this.#changed.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
    let uncommitted = 0;
    for (const { file, sizeBytes } of this.#changed) {
      if (this.options.signal?.aborted === true) break;
      await this.#keepOne(writer, file);
      this.readBytes += sizeBytes;
      this.options.onProgress?.(this.readBytes, allBytes);
      uncommitted += 1;
      if (writer.pendingBytes < BATCH_BYTES && uncommitted < BATCH_GENERATIONS) continue;
      await this.#commit(writer);
      uncommitted = 0;
    }
    for (const file of this.#gone) this.#takeGone(writer, file);
    await this.#commit(writer);
  }

  async #commit(writer: VaultWriter): Promise<void> {
    this.storedBytes += await writer.commit();
  }

  async #keepOne(writer: VaultWriter, file: FoundFile): Promise<void> {
    const at = Date.now();
    try {
      const { look, why, bytes, damage } = await keepSource({ vault: this.vault, writer }, file);
      if (why !== null) this.kept.push({ file, why, bytes });
      if (damage !== null) this.unread.push({ path: this.vault.folder, error: damage });
      if (look === null) this.moving.push(file);
      else this.#settled.push({ file, look, at });
    } catch (error) {
      this.#refused(file, error);
    }
  }

  #takeGone(writer: VaultWriter, file: KeptFile): void {
    writer.add(file, {
      ...{ at: Date.now(), why: "gone", bytes: 0, modifiedNs: 0n, mode: 0 },
      ...{ sha256: null, list: null, step: 0 },
    });
    this.kept.push({ file, why: "gone", bytes: 0 });
  }

  /**
   * A file that went between being found and being looked at is left to the next pass. Bytes of a name that are no
   * UTF-8 come back as U+FFFD: such a file is there, and nothing finds it by that name.
   */
  #refused(file: FoundFile, error: unknown): void {
    const path = join(file.home, file.path);
    if (isRefoldError(error) && error.code !== "not-a-file") throw error;
    if (systemErrorCode(error) === "ENOENT" && !path.includes("\ufffd")) return;
    this.unread.push({ path, error: pathRefused(path, error) });
  }
}

/** Whether a path is one of these, or below one. */
function isWithin(path: string, folders: readonly string[]): boolean {
  return folders.some((folder) => path === folder || isBelow(path, folder));
}

function keyOf({ tool, home, path }: Pick<FoundFile, "tool" | "home" | "path">): string {
  return JSON.stringify([tool, home, path]);
}
