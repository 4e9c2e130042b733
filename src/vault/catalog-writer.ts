import { ulid } from "ulid";
import { unreachable } from "../errors.js";
import { writeAll } from "../store/jsonl/file-system.js";
import { type Lease, refuseUnheld } from "../store/jsonl/lease.js";
import { replaceFile } from "../store/jsonl/replace-file.js";
import { setTornTailAside } from "../store/jsonl/torn-tail.js";
import type { CatalogEnd } from "./catalog.js";
import {
  type CatalogEntry,
  type CatalogLine,
  encodeCatalogLine,
  ROOT_SUM,
  VAULT_VERSION,
} from "./catalog-line.js";
import type { Vault } from "./vault.js";

/** How far packs are written. */
type PackEnd = Pick<CatalogEnd, "pack" | "packBytes">;

/** So many lines are in a batch of a catalog that is written anew. */
const BATCH_LINES = 1_000;

/** Adds batches to the catalog of a vault. */
export class CatalogWriter {
  #file: number | undefined;
  /** The file that has what a keeper left half-written; null: it left nothing. */
  torn: string | null = null;

  constructor(
    private readonly vault: Vault,
    private readonly lease: Lease,
  ) {}

  /** Opens the catalog, or makes it. What no batch ends is set aside. @returns what a new one begins with */
  open(): readonly CatalogEntry[] {
    const { fileSystem, catalog, folder } = this.vault;
    const isNew = fileSystem.status(catalog.path) === undefined;
    this.#file = fileSystem.open(catalog.path, isNew ? "create" : "append");
    if (isNew) fileSystem.syncFolder(folder);
    else this.vault.refresh();
    if (fileSystem.sizeBytes(this.#file) > catalog.end.byte) {
      const torn = { fileSystem, file: this.#file, path: catalog.path };
      this.torn = setTornTailAside(torn, catalog.end.byte);
    }
    if (!catalog.isEmpty) return [];
    return [{ kind: "vault", version: VAULT_VERSION, id: ulid(), at: Date.now() }];
  }

  /** Writes a batch, which is durable then. */
  append(entries: readonly CatalogEntry[], packs: PackEnd): void {
    const { fileSystem, catalog } = this.vault;
    const { lines, bytes } = encodeBatch(entries, packs, catalog.end);
    if (this.#file === undefined) throw unreachable("the vault's catalog is not open");
    writeAll(fileSystem, this.#file, bytes);
    fileSystem.syncData(this.#file);
    catalog.take(lines, catalog.end.byte + bytes.length);
  }

  /** Writes the catalog anew, without what was pruned: the one before, or the new one, is there at any moment. */
  async compact(): Promise<void> {
    const { fileSystem, catalog } = this.vault;
    const { pack, packBytes } = catalog.end;
    let end: BatchStart = { byte: 0, sum: ROOT_SUM };
    await replaceFile(catalog.path, {
      ...{ fileSystem, sync: true, isAlone: true, doing: "writing the catalog" },
      check: () => refuseUnheld(this.lease, this.vault.folder),
      write: (file) => {
        for (const batch of batchesOf(catalog.entries())) {
          const { bytes, sum } = encodeBatch(batch, { pack, packBytes }, end);
          writeAll(fileSystem, file, bytes);
          end = { byte: end.byte + bytes.length, sum };
        }
      },
    });
    catalog.compacted(end);
    this.close();
    this.#file = fileSystem.open(catalog.path, "append");
  }

  /** Cuts off what is no whole batch. */
  rollBack(): void {
    const { fileSystem, catalog } = this.vault;
    if (this.#file !== undefined) fileSystem.truncate(this.#file, catalog.end.byte);
  }

  close(): void {
    if (this.#file !== undefined) this.vault.fileSystem.close(this.#file);
    this.#file = undefined;
  }
}

type BatchStart = Pick<CatalogEnd, "byte" | "sum">;

/** A batch, ended by its commit. */
function encodeBatch(entries: readonly CatalogEntry[], packs: PackEnd, start: BatchStart) {
  const lines: CatalogLine[] = [];
  const parts: Buffer[] = [];
  let { sum: prev, byte } = start;
  const take = (entry: CatalogEntry): void => {
    const { line, sum } = encodeCatalogLine(entry, prev);
    const bytes = Buffer.from(line);
    lines.push({ entry, prev, sum });
    parts.push(bytes);
    prev = sum;
    byte += bytes.length;
  };
  entries.forEach(take);
  take({ kind: "commit", byte, ...packs });
  return { lines, bytes: Buffer.concat(parts), sum: prev };
}

function* batchesOf(entries: Iterable<CatalogEntry>): Generator<readonly CatalogEntry[]> {
  let batch: CatalogEntry[] = [];
  for (const entry of entries) {
    batch.push(entry);
    if (batch.length < BATCH_LINES) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
