import { ulid } from "ulid";
import { unreachable } from "../errors.js";
import { writeAll } from "../store/jsonl/file-system.js";
import { type Lease, refuseUnheld } from "../store/jsonl/lease.js";
import { replaceFile } from "../store/jsonl/replace-file.js";
import { setTornTailAside } from "../store/jsonl/torn-tail.js";
import type { CatalogEnd } from "./catalog.js";
import { readAt } from "./pack.js";
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

/** How a commit begins. */
const COMMIT = '{"kind":"commit"';
const LINE_FEED = 0x0a;

/** Adds batches to the catalog of a vault. */
export class CatalogWriter {
  #file: number | undefined;

  constructor(
    private readonly vault: Vault,
    private readonly lease: Lease,
  ) {}

  /** Opens the catalog, or makes it. */
  open(): void {
    const { fileSystem, catalog, folder } = this.vault;
    const isNew = fileSystem.status(catalog.path) === undefined;
    this.#file = fileSystem.open(catalog.path, isNew ? "create" : "append");
    if (isNew) fileSystem.syncFolder(folder);
    this.vault.refresh(); // also where it is made: what was known of one that is gone is not in it
  }

  /** Whether bytes follow that no batch ends. */
  get isTorn(): boolean {
    return this.vault.fileSystem.sizeBytes(this.#opened()) > this.vault.catalog.end.byte;
  }

  /**
   * Whether what no batch ends may be of one that was committed: a line is not as it was written, or the last one
   * begins as a commit. Lines alone are not: they are durable before their commit is written.
   */
  get mayBeCommitted(): boolean {
    const { fileSystem, catalog } = this.vault;
    if (catalog.damagedEnd !== null) return true;
    const file = this.#opened();
    const rest = Buffer.alloc(fileSystem.sizeBytes(file) - catalog.end.byte);
    readAt(fileSystem, file, rest, catalog.end.byte);
    const line = rest.toString("latin1", rest.lastIndexOf(LINE_FEED) + 1);
    return line !== "" && (line.startsWith(COMMIT) || COMMIT.startsWith(line));
  }

  /** Sets aside what no batch ends. @returns the file that has it */
  setTornAside(): string {
    const { fileSystem, catalog, folder } = this.vault;
    const torn = { fileSystem, file: this.#opened(), path: catalog.path };
    return setTornTailAside(torn, catalog.end.byte, () => refuseUnheld(this.lease, folder));
  }

  /** Writes the first batch, before there is any pack: so a catalog without one, beside packs, lost it. */
  begin(): void {
    const entry = { kind: "vault", version: VAULT_VERSION, id: ulid(), at: Date.now() } as const;
    this.append([entry], { pack: 0, packBytes: 0 });
  }

  /**
   * Writes a batch, which is durable then. Its commit is not there before its lines are durable: so lines that are
   * not whole are damaged where a commit follows, and were not left by a power cut.
   */
  append(entries: readonly CatalogEntry[], packs: PackEnd): void {
    const { fileSystem, catalog } = this.vault;
    const file = this.#opened();
    const { lines, parts } = encodeBatch(entries, packs, catalog.end);
    for (const part of parts) {
      writeAll(fileSystem, file, part);
      fileSystem.syncData(file);
    }
    catalog.take(lines, catalog.end.byte + bytesOf(parts));
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
          const { parts, sum } = encodeBatch(batch, { pack, packBytes }, end);
          writeAll(fileSystem, file, Buffer.concat(parts));
          end = { byte: end.byte + bytesOf(parts), sum };
        }
      },
    });
    catalog.compacted(end);
    this.close();
    this.#file = fileSystem.open(catalog.path, "append");
  }

  /** Cuts off what is no whole batch, for good: what it names in packs may go then. */
  rollBack(): void {
    if (this.#file === undefined || !this.isTorn) return;
    const { fileSystem, catalog } = this.vault;
    fileSystem.truncate(this.#file, catalog.end.byte);
    fileSystem.syncData(this.#file);
  }

  close(): void {
    if (this.#file !== undefined) this.vault.fileSystem.close(this.#file);
    this.#file = undefined;
  }

  #opened(): number {
    if (this.#file === undefined) throw unreachable("the vault's catalog is not open");
    return this.#file;
  }
}

type BatchStart = Pick<CatalogEnd, "byte" | "sum">;

/** A batch in parts: its lines, if it has any, and the commit that ends it. */
function encodeBatch(entries: readonly CatalogEntry[], packs: PackEnd, start: BatchStart) {
  const lines: CatalogLine[] = [];
  let prev = start.sum;
  const encoded = (entry: CatalogEntry): Buffer => {
    const { line, sum } = encodeCatalogLine(entry, prev);
    lines.push({ entry, prev, sum });
    prev = sum;
    return Buffer.from(line);
  };
  const parts: Buffer[] = entries.length === 0 ? [] : [Buffer.concat(entries.map(encoded))];
  parts.push(encoded({ kind: "commit", byte: start.byte + bytesOf(parts), ...packs }));
  return { lines, parts, sum: prev };
}

function bytesOf(parts: readonly Buffer[]): number {
  return parts.reduce((sum, { length }) => sum + length, 0);
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
