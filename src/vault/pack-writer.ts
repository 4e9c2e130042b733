import { promisify } from "node:util";
import { deflateRaw } from "node:zlib";
import { makeFolder, withFile, writeAll } from "../store/jsonl/file-system.js";
import { type Lease, refuseUnheld } from "../store/jsonl/lease.js";
import { setFileAside, setTornTailAside } from "../store/jsonl/torn-tail.js";
import type { CatalogEnd } from "./catalog.js";
import { encodeHeader, type FrameKind, FULL_PACK_BYTES, PACK_HEAD, sha256 } from "./pack.js";
import type { Vault } from "./vault.js";

const deflated = promisify(deflateRaw);

/** Of zlib: a higher one takes longer, and saves one per cent. */
const LEVEL = 4;
/** So many contents are packed at a time, by threads beside this one; each takes a quarter of a megabyte for it. */
const IN_FLIGHT = 32;
/** So much is written with one call. */
const WRITE_BYTES = 1024 * 1024;

interface PendingFrame {
  readonly kind: FrameKind;
  readonly hash: Buffer;
  readonly content: Buffer;
  readonly packed: Promise<Buffer>;
}

/** How far packs are written: what a commit says of them. */
type PackEnd = Pick<CatalogEnd, "pack" | "packBytes">;

interface PackRest {
  readonly path: string;
  /** Null: all of the pack. */
  readonly from: number | null;
}

/** Adds frames to the packs of a vault. */
export class PackWriter {
  #file: number | undefined;
  #number = 0;
  #bytes = 0;
  #isNew = false;
  /** Frames of this batch that are not written yet, oldest first. */
  #frames: PendingFrame[] = [];
  #frameBytes = 0;
  #waiting: Buffer[] = [];
  #waitingBytes = 0;
  readonly #pending = new Set<string>();
  /** Bytes of frames that were written since the last sync. */
  pendingBytes = 0;

  constructor(
    private readonly vault: Vault,
    private readonly lease: Lease,
  ) {}

  /** Cuts off what follows the newest batch, and goes on there. @returns whether anything was cut off */
  cut(end: PackEnd): boolean {
    this.#goOn(end);
    const rest = this.#after(end);
    for (const { path, from } of rest) {
      if (from === null) this.vault.fileSystem.remove(path);
      else truncateFile(this.vault, path, from);
    }
    return rest.length > 0;
  }

  /** Sets aside what follows the newest batch, and goes on there. @returns the files that have it */
  setAside(end: PackEnd): readonly string[] {
    this.#goOn(end);
    const { fileSystem, folder } = this.vault;
    const checkHeld = (): void => refuseUnheld(this.lease, folder);
    return this.#after(end).map(({ path, from }) => {
      checkHeld();
      if (from === null) return setFileAside(fileSystem, path);
      return withFile(fileSystem, path, "append", (file) =>
        setTornTailAside({ fileSystem, file, path }, from, checkHeld),
      );
    });
  }

  /** Bytes that are not written yet. */
  get unwrittenBytes(): number {
    return this.#waitingBytes + this.#frameBytes;
  }

  /** Keeps a content once. @returns its hash */
  async put(kind: FrameKind, bytes: Uint8Array): Promise<Buffer> {
    const hash = sha256(bytes);
    const name = hash.toString("latin1");
    if (this.#pending.has(name) || this.vault.packs.index.has(hash)) return hash;
    this.#pending.add(name);
    await this.#deflate(kind, hash, bytes);
    return hash;
  }

  /** Writes a content again that is there. */
  async move(kind: FrameKind, bytes: Uint8Array): Promise<void> {
    await this.#deflate(kind, sha256(bytes), bytes);
  }

  /** Writes to another pack from now on, if it is this one that is written to. */
  leave(pack: number): void {
    if (pack === this.#number) this.#next();
  }

  /** Writes all that waits. */
  async settle(): Promise<void> {
    while (this.#frames.length > 0) await this.#settleFirst();
    this.#write();
  }

  /** Makes what was written durable. */
  sync(): PackEnd {
    const { fileSystem, packs } = this.vault;
    if (this.#file !== undefined) {
      fileSystem.syncData(this.#file);
      if (this.#isNew) fileSystem.syncFolder(packs.folder);
      this.#isNew = false;
    }
    this.pendingBytes = 0;
    return { pack: this.#number, packBytes: this.#bytes };
  }

  rollBack(end: PackEnd): void {
    this.close();
    this.cut(end);
  }

  close(): void {
    if (this.#file !== undefined) this.vault.fileSystem.close(this.#file);
    this.#file = undefined;
  }

  #goOn({ pack, packBytes }: PackEnd): void {
    this.#number = pack;
    this.#bytes = packBytes;
  }

  /** What no batch has: packs as a whole, and the rest of one from a byte on. */
  #after({ pack, packBytes }: PackEnd): readonly PackRest[] {
    const { fileSystem, packs } = this.vault;
    return packs.list().flatMap(({ number, path }): readonly PackRest[] => {
      if (number > pack) return [{ path, from: null }];
      const size = fileSystem.status(path)?.sizeBytes ?? 0;
      return number === pack && size > packBytes ? [{ path, from: packBytes }] : [];
    });
  }

  async #deflate(kind: FrameKind, hash: Buffer, bytes: Uint8Array): Promise<void> {
    const content = Buffer.from(bytes);
    const packed = deflated(content, { level: LEVEL });
    packed.catch(() => undefined); // it is awaited in its turn
    this.#frames.push({ kind, hash, content, packed });
    this.#frameBytes += content.length;
    while (this.#frames.length > IN_FLIGHT) await this.#settleFirst();
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
    const at = this.#bytes + this.#waitingBytes;
    if (at >= FULL_PACK_BYTES || this.#number === 0) this.#next();
    const place = { pack: this.#number, at: this.#bytes + this.#waitingBytes };
    const sizes = { bytes: content.length, storedBytes: stored.length };
    const header = encodeHeader({ kind, hash, isDeflated, ...sizes });
    this.#waiting.push(header, stored);
    this.#waitingBytes += header.length + stored.length;
    this.vault.packs.index.set(hash, place);
    this.#pending.delete(hash.toString("latin1"));
  }

  #write(): void {
    if (this.#waitingBytes === 0) return;
    refuseUnheld(this.lease, this.vault.folder);
    const { fileSystem, packs } = this.vault;
    this.#file ??= fileSystem.open(packs.pathOf(this.#number), "append");
    writeAll(fileSystem, this.#file, Buffer.concat(this.#waiting));
    this.#bytes += this.#waitingBytes;
    this.pendingBytes += this.#waitingBytes;
    this.#waiting = [];
    this.#waitingBytes = 0;
  }

  #next(): void {
    this.#write();
    const { fileSystem, packs } = this.vault;
    if (this.#file !== undefined) fileSystem.syncData(this.#file);
    this.close();
    makeFolder(fileSystem, packs.folder, true);
    this.#number += 1;
    this.#file = fileSystem.open(packs.pathOf(this.#number), "create");
    this.#isNew = true;
    this.#bytes = 0;
    this.#waiting.push(PACK_HEAD);
    this.#waitingBytes += PACK_HEAD.length;
  }
}

function truncateFile({ fileSystem }: Vault, path: string, sizeBytes: number): void {
  withFile(fileSystem, path, "append", (file) => {
    fileSystem.truncate(file, sizeBytes);
    fileSystem.syncData(file);
  });
}
