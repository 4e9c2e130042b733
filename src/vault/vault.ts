import { join } from "node:path";
import { invalidArgument } from "../errors.js";
import { isSystemError, readFailed } from "../store/errors.js";
import { type FileSystem, nodeFileSystem } from "../store/jsonl/file-system.js";
import { Catalog, type CatalogDamage, type FileName, type KeptFile } from "./catalog.js";
import type { Generation } from "./generation-table.js";
import { Packs } from "./packs.js";
import { piecesOf, RecentPieces } from "./list-chain.js";

export interface VaultOptions {
  /** Told of what cannot be read in the catalog; what is around it is used. Absent: that is an error. */
  readonly onDamage?: (damage: CatalogDamage) => void;
  /** Told of what somebody who writes set aside, because no whole batch of the catalog has it. */
  readonly onTorn?: (torn: TornVault) => void;
  /** Whether a vault may begin with what is kept first. Default: one that is not there is an error. */
  readonly isBegun?: boolean;
  /** Only tests have another one. */
  readonly fileSystem?: FileSystem;
}

/** What no whole batch has: a keeper was stopped while it wrote, or the catalog is damaged. */
export interface TornVault {
  /** The files that have it now; never empty. */
  readonly copies: readonly string[];
  /** A line was there from its beginning to its end and is not as it was written, or the catalog is gone. */
  readonly isDamaged: boolean;
}

/** The folder of a home's vault. */
export function vaultFolder(home: string): string {
  return join(home, "vault");
}

/**
 * Opens a vault for reading, beside whoever keeps files in it.
 * @throws {RefoldError} `vault-missing`, `vault-damaged`, `needs-newer-version`, `read-failed`
 */
export async function openVault(folder: string, options: VaultOptions = {}): Promise<Vault> {
  const vault = new Vault(folder, options);
  if (!(options.isBegun === true && vault.isMissing)) vault.refresh();
  return vault;
}

/** What tools' homes and folders held, at every time that they were looked at. */
export class Vault {
  readonly fileSystem: FileSystem;
  readonly catalog: Catalog;
  readonly packs: Packs;
  readonly onTorn: VaultOptions["onTorn"];
  readonly #onDamage: VaultOptions["onDamage"];

  constructor(
    readonly folder: string,
    { fileSystem = nodeFileSystem, onDamage, onTorn }: VaultOptions = {},
  ) {
    this.fileSystem = fileSystem;
    this.catalog = new Catalog(fileSystem, folder);
    this.packs = new Packs(fileSystem, folder, () => ({
      end: this.catalog.end,
      refresh: () => this.catalog.refresh(this.#onDamage),
    }));
    this.onTorn = onTorn;
    this.#onDamage = onDamage;
  }

  get isMissing(): boolean {
    return this.#typed(() => this.fileSystem.status(this.catalog.path) === undefined);
  }

  /** In the order in which they were met. */
  files(): readonly KeptFile[] {
    return this.catalog.files();
  }

  find(name: FileName): KeptFile | undefined {
    return this.catalog.find(name);
  }

  /**
   * The content of a generation from a byte on, each part of it verified.
   * @throws {RefoldError} `vault-damaged`; `invalid-argument`: there was no file then
   */
  async *read(generation: Generation, from = 0): AsyncGenerator<Uint8Array, void, undefined> {
    let skipped = from;
    const pieces = piecesOf(this.packs, listOf(generation));
    for (;;) {
      const next = this.#typed(() => pieces.next());
      if (next.done === true) return;
      const { hash, bytes } = next.value;
      if (skipped < bytes) {
        yield this.#typed(() => this.packs.read(hash, "piece").subarray(skipped));
      }
      skipped = Math.max(0, skipped - bytes);
    }
  }

  /** Its newest pieces, for a generation that goes on from it; `base` is one whose list it may go on from. */
  recentPieces(generation: Generation, base: Generation | undefined): RecentPieces {
    const other = base === undefined ? null : listOf(base);
    return this.#typed(() => new RecentPieces(this.packs, listOf(generation), other));
  }

  /** Learns what keepers added since. */
  refresh(): void {
    this.#typed(() => this.catalog.refresh(this.#onDamage));
  }

  close(): void {
    this.#typed(() => this.packs.close());
  }

  #typed<Result>(work: () => Result): Result {
    try {
      return work();
    } catch (error) {
      throw isSystemError(error) ? readFailed(this.folder, error) : error;
    }
  }
}

function listOf({ id, list }: Generation): Buffer {
  if (list === null) throw invalidArgument(`generation ${id}: there was no file`);
  return Buffer.from(list, "hex");
}
