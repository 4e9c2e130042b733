import { ulid } from "ulid";
import { isSystemError } from "../store/errors.js";
import { type Lease, refuseUnheld } from "../store/jsonl/lease.js";
import type { FileName, KeptFile } from "./catalog.js";
import type { Generation } from "./generation-table.js";
import type { CatalogEntry } from "./catalog-line.js";
import { CatalogWriter } from "./catalog-writer.js";
import { asVaultFailure } from "./errors.js";
import type { FrameKind } from "./pack.js";
import { PackWriter } from "./pack-writer.js";
import type { Vault } from "./vault.js";
import { withVaultLease } from "./vault-lease.js";

/** Adds to a vault, in batches: all of one is there afterwards, or nothing. */
export interface VaultWriter {
  /** Keeps a content once. The bytes may change once the promise is settled. @returns its hash */
  put(kind: FrameKind, bytes: Uint8Array): Promise<Buffer>;
  /** Adds a generation to a file with the next batch. */
  add(file: FileName & Pick<KeptFile, "role">, generation: Omit<Generation, "id">): void;
  /** Forgets generations with the next batch. */
  prune(generations: readonly string[]): void;
  /** Writes a content again, which is in a pack that is to go. */
  move(kind: FrameKind, bytes: Uint8Array): Promise<void>;
  /** Writes to another pack from now on, if it is this one that is written to. */
  leavePack(pack: number): void;
  /** Bytes of frames that are new since the last commit. */
  readonly pendingBytes: number;
  /** Makes what was added durable. @returns by how much the packs grew since the last time */
  commit(): Promise<number>;
  /** Writes the catalog anew, without the lines of what was forgotten. */
  compact(): Promise<void>;
}

/**
 * Writes to a vault, alone. A vault that is not there is made. What a keeper left half-written is cut off, or set
 * aside where it may have been committed. What was not committed when `work` throws is taken back.
 *
 * @throws {RefoldError} `vault-busy`: another process does; `vault-damaged`, `disk-full`, `write-failed`
 */
export async function withVaultWriter<Result>(
  vault: Vault,
  work: (writer: VaultWriter) => Promise<Result>,
): Promise<Result> {
  return withVaultLease(vault, async (lease) => {
    const writer = new LeasedWriter(vault, lease);
    try {
      await writer.open();
      const result = await work(writer);
      await writer.commit();
      return result;
    } catch (error) {
      writer.rollBack();
      throw error;
    } finally {
      await writer.close();
    }
  });
}

class LeasedWriter implements VaultWriter {
  readonly #packs: PackWriter;
  readonly #catalog: CatalogWriter;
  #isOpen = false;
  #entries: CatalogEntry[] = [];
  readonly #newFiles = new Map<string, number>();

  constructor(
    private readonly vault: Vault,
    private readonly lease: Lease,
  ) {
    this.#packs = new PackWriter(vault, lease);
    this.#catalog = new CatalogWriter(vault, lease);
  }

  open(): Promise<void> {
    return this.#typed(async () => {
      const { catalog, packs } = this.vault;
      const known = catalog.end;
      this.#catalog.open();
      const hasChanged = this.#takeOff();
      if (hasChanged || catalog.end.sum !== known.sum) packs.forget();
      this.#isOpen = true;
      if (catalog.isEmpty) this.#catalog.begin();
    });
  }

  /**
   * Takes off what no batch ends. Where it may have been committed, it names bytes of packs, which are set aside
   * then; so are those of a catalog that is gone.
   * @returns whether packs are others now
   */
  #takeOff(): boolean {
    const { catalog } = this.vault;
    const { isTorn, mayBeCommitted } = this.#catalog;
    const isNamed = mayBeCommitted || catalog.isEmpty;
    const aside = isNamed ? this.#packs.setAside(catalog.end) : [];
    const isCut = !isNamed && this.#packs.cut(catalog.end);
    // Last: as long as they are there, the next one to open the vault knows that packs may be named by them.
    const copies = isTorn ? [this.#catalog.setTornAside(), ...aside] : aside;
    const isDamaged = catalog.damagedEnd !== null || (catalog.isEmpty && aside.length > 0);
    if (copies.length > 0) this.vault.onTorn?.({ copies, isDamaged });
    return isCut || aside.length > 0;
  }

  get pendingBytes(): number {
    return this.#packs.pendingBytes;
  }

  put(kind: FrameKind, bytes: Uint8Array): Promise<Buffer> {
    return this.#typed(() => this.#packs.put(kind, bytes));
  }

  move(kind: FrameKind, bytes: Uint8Array): Promise<void> {
    return this.#typed(() => this.#packs.move(kind, bytes));
  }

  leavePack(pack: number): void {
    this.#packs.leave(pack);
  }

  prune(generations: readonly string[]): void {
    if (generations.length > 0) {
      this.#entries.push({ kind: "pruned", generations: [...generations] });
    }
  }

  add(file: FileName & Pick<KeptFile, "role">, generation: Omit<Generation, "id">): void {
    const { at, why, bytes, modifiedNs, mode, sha256, list, step } = generation;
    this.#entries.push({
      ...{ kind: "generation", id: ulid(), file: this.#numberOf(file), at, why, bytes },
      ...{ modifiedNs: String(modifiedNs), mode, sha256, list, step },
    });
  }

  commit(): Promise<number> {
    return this.#typed(async () => {
      await this.#packs.settle();
      const { pendingBytes } = this.#packs;
      if (this.#entries.length + pendingBytes === 0) return 0;
      refuseUnheld(this.lease, this.vault.folder);
      this.#catalog.append(this.#entries, this.#packs.sync());
      this.#entries = [];
      this.#newFiles.clear();
      return pendingBytes;
    });
  }

  async compact(): Promise<void> {
    await this.commit();
    await this.#typed(() => this.#catalog.compact());
  }

  /** Takes back what no batch has. What cannot be cut off now is cut off by the next keeper. */
  rollBack(): void {
    this.vault.packs.forget();
    // Before all of the catalog was read, nobody knows what has to stay.
    if (!this.#isOpen || !this.lease.isHeld()) return;
    try {
      this.#catalog.rollBack();
      this.#packs.rollBack(this.vault.catalog.end);
    } catch (error) {
      if (!isSystemError(error)) throw error;
    }
  }

  close(): Promise<void> {
    return this.#typed(async () => {
      this.#packs.close();
      this.#catalog.close();
    });
  }

  /** What the system refuses is the vault's failure, and no source's. */
  async #typed<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      throw asVaultFailure(error, this.vault.folder, this.#packs.unwrittenBytes);
    }
  }

  #numberOf(name: FileName & Pick<KeptFile, "role">): number {
    const { tool, home, path, role } = name;
    const known = this.vault.catalog.find(name)?.number;
    if (known !== undefined) return known;
    const key = JSON.stringify([tool, home, path]);
    const added = this.#newFiles.get(key);
    if (added !== undefined) return added;
    const file = this.vault.catalog.nextFile + this.#newFiles.size;
    this.#newFiles.set(key, file);
    this.#entries.push({ kind: "file", file, tool, home, path, role });
    return file;
  }
}
