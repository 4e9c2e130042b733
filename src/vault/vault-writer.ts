import { promisify } from "node:util";
import { deflateRaw } from "node:zlib";
import { ulid } from "ulid";
import { unreachable } from "../errors.js";
import { isSystemError } from "../store/errors.js";
import { makeFolder, writeAll } from "../store/jsonl/file-system.js";
import { type Lease, refuseUnheld } from "../store/jsonl/lease.js";
import { setTornTailAside } from "../store/jsonl/torn-tail.js";
import type { FileName, Generation, KeptFile } from "./catalog.js";
import {
  type CatalogEntry,
  type CatalogLine,
  encodeCatalogLine,
  VAULT_VERSION,
} from "./catalog-line.js";
import { asVaultFailure } from "./errors.js";
import { encodeHeader, type FrameKind, FULL_PACK_BYTES, PACK_HEAD, sha256 } from "./pack.js";
import type { Vault } from "./vault.js";
import { withVaultLease } from "./vault-lease.js";

const deflated = promisify(deflateRaw);

/** Of zlib: a higher one takes longer, and saves one per cent. */
const LEVEL = 4;
/** So many contents are packed at a time, by threads beside this one; each takes a quarter of a megabyte for it. */
const IN_FLIGHT = 32;
/** So much is written with one call. */
const WRITE_BYTES = 1024 * 1024;
/** What names and sums take beside the content. */
const LEAST_ROOM_BYTES = 64 * 1024;

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
  /** The file that has what a keeper left half-written at the end of the catalog; null: it left nothing. */
  readonly torn: string | null;
  /** Makes what was added durable. @returns by how much the packs grew since the last time */
  commit(): Promise<number>;
}

/**
 * Writes to a vault, alone. A vault that is not there is made. What a keeper left half-written is cut off.
 * What was not committed when `work` throws is taken back.
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

interface PendingFrame {
  readonly kind: FrameKind;
  readonly hash: Buffer;
  readonly content: Buffer;
  readonly packed: Promise<Buffer>;
}

class LeasedWriter implements VaultWriter {
  #catalog: number | undefined;
  #pack: number | undefined;
  #packNumber = 0;
  #packBytes = 0;
  #isNewPack = false;
  /** Frames of this batch that are not written yet, oldest first. */
  #frames: PendingFrame[] = [];
  #frameBytes = 0;
  #waiting: Buffer[] = [];
  #waitingBytes = 0;
  readonly #pending = new Set<string>();
  #entries: CatalogEntry[] = [];
  readonly #newFiles = new Map<string, number>();
  pendingBytes = 0;
  torn: string | null = null;

  constructor(
    private readonly vault: Vault,
    private readonly lease: Lease,
  ) {}

  /** Cuts off what no batch ends. */
  open(): Promise<void> {
    return this.#typed(async () => this.#open());
  }

  #open(): void {
    const { fileSystem, catalog, packs } = this.vault;
    const known = catalog.end;
    const isNew = fileSystem.status(catalog.path) === undefined;
    this.#catalog = fileSystem.open(catalog.path, isNew ? "create" : "append");
    if (isNew) fileSystem.syncFolder(this.vault.folder);
    else this.vault.refresh();
    const { byte, pack, packBytes, sum } = catalog.end;
    if (fileSystem.sizeBytes(this.#catalog) > byte) {
      const torn = { fileSystem, file: this.#catalog, path: catalog.path };
      this.torn = setTornTailAside(torn, byte);
    }
    if (catalog.isEmpty) {
      this.#entries.push({ kind: "vault", version: VAULT_VERSION, id: ulid(), at: Date.now() });
    }
    const isCut = this.#cutPacks(pack, packBytes);
    if (isCut || sum !== known.sum) packs.forget();
    this.#packNumber = pack;
    this.#packBytes = packBytes;
  }

  put(kind: FrameKind, bytes: Uint8Array): Promise<Buffer> {
    return this.#typed(() => this.#put(kind, bytes));
  }

  async #put(kind: FrameKind, bytes: Uint8Array): Promise<Buffer> {
    const hash = sha256(bytes);
    const name = hash.toString("latin1");
    if (this.#pending.has(name) || this.vault.packs.index.has(hash)) return hash;
    this.#pending.add(name);
    await this.#deflate(kind, hash, bytes);
    return hash;
  }

  prune(generations: readonly string[]): void {
    if (generations.length > 0) {
      this.#entries.push({ kind: "pruned", generations: [...generations] });
    }
  }

  move(kind: FrameKind, bytes: Uint8Array): Promise<void> {
    return this.#typed(() => this.#deflate(kind, sha256(bytes), bytes));
  }

  leavePack(pack: number): void {
    if (pack === this.#packNumber) this.#nextPack();
  }

  async #deflate(kind: FrameKind, hash: Buffer, bytes: Uint8Array): Promise<void> {
    const content = Buffer.from(bytes);
    const packed = deflated(content, { level: LEVEL });
    packed.catch(() => undefined); // it is awaited in its turn
    this.#frames.push({ kind, hash, content, packed });
    this.#frameBytes += content.length;
    while (this.#frames.length > IN_FLIGHT) await this.#settleFirst();
  }

  add(file: FileName & Pick<KeptFile, "role">, generation: Omit<Generation, "id">): void {
    const { at, why, bytes, modifiedNs, mode, sha256, list, step } = generation;
    this.#entries.push({
      ...{ kind: "generation", id: ulid(), file: this.#numberOf(file), at, why, bytes },
      ...{ modifiedNs: String(modifiedNs), mode, sha256, list, step },
    });
  }

  commit(): Promise<number> {
    return this.#typed(() => this.#commit());
  }

  async #commit(): Promise<number> {
    while (this.#frames.length > 0) await this.#settleFirst();
    if (this.#entries.length + this.#waitingBytes + this.pendingBytes === 0) return 0;
    this.#write();
    refuseUnheld(this.lease, this.vault.folder);
    const { fileSystem, catalog, packs } = this.vault;
    if (this.#pack !== undefined) {
      fileSystem.syncData(this.#pack);
      if (this.#isNewPack) fileSystem.syncFolder(packs.folder);
      this.#isNewPack = false;
    }
    const { lines, bytes } = this.#encoded();
    const file = this.#catalog;
    if (file === undefined) throw unreachable("the vault's catalog is not open");
    writeAll(fileSystem, file, bytes);
    fileSystem.syncData(file);
    catalog.take(lines, catalog.end.byte + bytes.length);
    this.#entries = [];
    this.#newFiles.clear();
    const storedBytes = this.pendingBytes;
    this.pendingBytes = 0;
    return storedBytes;
  }

  /** Takes back what no batch has. What cannot be cut off now is cut off by the next keeper. */
  rollBack(): void {
    const { fileSystem, catalog, packs } = this.vault;
    packs.forget();
    if (!this.lease.isHeld()) return;
    try {
      if (this.#catalog !== undefined) fileSystem.truncate(this.#catalog, catalog.end.byte);
      this.#closePack();
      this.#cutPacks(catalog.end.pack, catalog.end.packBytes);
    } catch (error) {
      if (!isSystemError(error)) throw error;
    }
  }

  /** What the system refuses is the vault's failure, and no source's. */
  async #typed<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      const neededBytes = this.#waitingBytes + this.#frameBytes + LEAST_ROOM_BYTES;
      throw asVaultFailure(error, this.vault.folder, neededBytes);
    }
  }

  close(): Promise<void> {
    return this.#typed(async () => {
      this.#closePack();
      if (this.#catalog !== undefined) this.vault.fileSystem.close(this.#catalog);
      this.#catalog = undefined;
    });
  }

  /** @returns whether anything was cut off */
  #cutPacks(newest: number, packBytes: number): boolean {
    const { fileSystem, packs } = this.vault;
    let isCut = false;
    for (const { number, path } of packs.list()) {
      if (number < newest) continue;
      const size = fileSystem.status(path)?.sizeBytes ?? 0;
      if (number === newest && size <= packBytes) continue;
      isCut = true;
      if (number > newest) fileSystem.remove(path);
      else truncateFile(this.vault, path, packBytes);
    }
    return isCut;
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

  async #settleFirst(): Promise<void> {
    const frame = this.#frames[0];
    if (frame === undefined) return;
    const packed = await frame.packed;
    this.#frames.shift();
    this.#frameBytes -= frame.content.length;
    this.#place(frame, packed);
    if (this.#waitingBytes >= WRITE_BYTES) this.#write();
  }

  #place({ kind, hash, content }: PendingFrame, packed: Buffer): void {
    const isDeflated = packed.length < content.length;
    const stored = isDeflated ? packed : content;
    if (this.#packBytes + this.#waitingBytes >= FULL_PACK_BYTES || this.#packNumber === 0) {
      this.#nextPack();
    }
    const at = this.#packBytes + this.#waitingBytes;
    const sizes = { bytes: content.length, storedBytes: stored.length };
    const header = encodeHeader({ kind, hash, isDeflated, ...sizes });
    this.#waiting.push(header, stored);
    this.#waitingBytes += header.length + stored.length;
    this.vault.packs.index.set(hash, { pack: this.#packNumber, at });
    this.#pending.delete(hash.toString("latin1"));
  }

  /** Writes what waits to the newest pack. */
  #write(): void {
    if (this.#waitingBytes === 0) return;
    refuseUnheld(this.lease, this.vault.folder);
    const { fileSystem } = this.vault;
    this.#pack ??= fileSystem.open(this.vault.packs.pathOf(this.#packNumber), "append");
    writeAll(fileSystem, this.#pack, Buffer.concat(this.#waiting));
    this.#packBytes += this.#waitingBytes;
    this.pendingBytes += this.#waitingBytes;
    this.#waiting = [];
    this.#waitingBytes = 0;
  }

  #nextPack(): void {
    this.#write();
    const { fileSystem, packs } = this.vault;
    if (this.#pack !== undefined) fileSystem.syncData(this.#pack);
    this.#closePack();
    makeFolder(fileSystem, packs.folder, true);
    this.#packNumber += 1;
    this.#pack = fileSystem.open(packs.pathOf(this.#packNumber), "create");
    this.#isNewPack = true;
    this.#packBytes = 0;
    this.#waiting.push(PACK_HEAD);
    this.#waitingBytes += PACK_HEAD.length;
  }

  #closePack(): void {
    if (this.#pack !== undefined) this.vault.fileSystem.close(this.#pack);
    this.#pack = undefined;
  }

  /** The batch, ended by its commit. */
  #encoded(): { readonly lines: readonly CatalogLine[]; readonly bytes: Buffer } {
    const { end } = this.vault.catalog;
    const lines: CatalogLine[] = [];
    const parts: Buffer[] = [];
    let [prev, byte] = [end.sum, end.byte];
    const take = (entry: CatalogEntry): void => {
      const { line, sum } = encodeCatalogLine(entry, prev);
      const bytes = Buffer.from(line);
      lines.push({ entry, prev, sum });
      parts.push(bytes);
      prev = sum;
      byte += bytes.length;
    };
    this.#entries.forEach(take);
    take({ kind: "commit", byte, pack: this.#packNumber, packBytes: this.#packBytes });
    return { lines, bytes: Buffer.concat(parts) };
  }
}

function truncateFile({ fileSystem }: Vault, path: string, sizeBytes: number): void {
  const file = fileSystem.open(path, "append");
  try {
    fileSystem.truncate(file, sizeBytes);
    fileSystem.syncData(file);
  } finally {
    fileSystem.close(file);
  }
}
