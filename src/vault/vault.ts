import { join } from "node:path";
import { invalidArgument } from "../errors.js";
import { isSystemError, readFailed } from "../store/errors.js";
import { type FileSystem, nodeFileSystem } from "../store/jsonl/file-system.js";
import {
  Catalog,
  type CatalogDamage,
  type FileName,
  type Generation,
  type KeptFile,
} from "./catalog.js";
import { Packs } from "./packs.js";
import { type PieceList, PieceRefs } from "./piece-list.js";

export interface VaultOptions {
  /** Told of what cannot be read in the catalog; what is around it is used. Absent: that is an error. */
  readonly onDamage?: (damage: CatalogDamage) => void;
  /** Whether a vault may begin with what is kept first. Default: one that is not there is an error. */
  readonly isBegun?: boolean;
  /** Only tests have another one. */
  readonly fileSystem?: FileSystem;
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

/** The pieces of a generation, and how many of them end where their content says. */
export interface PiecesOf {
  readonly refs: PieceRefs;
  readonly settled: number;
}

/** What tools' homes and folders held, at every time that they were looked at. */
export class Vault {
  readonly fileSystem: FileSystem;
  readonly catalog: Catalog;
  readonly packs: Packs;
  readonly #onDamage: VaultOptions["onDamage"];

  constructor(
    readonly folder: string,
    { fileSystem = nodeFileSystem, onDamage }: VaultOptions = {},
  ) {
    this.fileSystem = fileSystem;
    this.catalog = new Catalog(fileSystem, folder);
    this.packs = new Packs(fileSystem, folder, () => ({
      end: this.catalog.end,
      refresh: () => this.catalog.refresh(this.#onDamage),
    }));
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
    for (const { hash, bytes } of this.pieces(generation).refs) {
      if (skipped < bytes) {
        yield this.#typed(() => this.packs.read(hash, "piece").subarray(skipped));
      }
      skipped = Math.max(0, skipped - bytes);
    }
  }

  /** The same as pieces by name. */
  pieces({ id, list }: Generation): PiecesOf {
    if (list === null) throw invalidArgument(`generation ${id}: there was no file`);
    return this.#typed(() => this.#expanded(Buffer.from(list, "hex")));
  }

  /** Learns what keepers added since. */
  refresh(): void {
    this.#typed(() => this.catalog.refresh(this.#onDamage));
  }

  close(): void {
    this.#typed(() => this.packs.close());
  }

  /** A list and those that it goes on from. */
  #expanded(hash: Buffer): PiecesOf {
    const parts: PieceRefs[] = [];
    let settled: number | null = null;
    /** So many pieces are asked of the list that is read next. */
    let asked = Infinity;
    for (let next: Buffer | null = hash; next !== null;) {
      const list: PieceList = this.packs.readList(next);
      settled ??= list.settled;
      parts.push(list.refs.slice(0, Math.max(0, asked - list.kept)));
      asked = Math.min(asked, list.kept);
      next = list.base;
    }
    const refs = new PieceRefs();
    for (const part of parts.reverse()) {
      for (const entries of part.encoded()) refs.addEncoded(entries);
    }
    return { refs, settled: settled ?? 0 };
  }

  #typed<Result>(work: () => Result): Result {
    try {
      return work();
    } catch (error) {
      throw isSystemError(error) ? readFailed(this.folder, error) : error;
    }
  }
}
