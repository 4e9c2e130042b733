import type { FileStatus, FileSystem } from "../../src/store/jsonl/file-system.js";
import { systemError } from "../../src/testing/faulty-file-system.js";

/** What the disk throws from the moment at which its power was cut. */
class PowerCut extends Error {
  override readonly name = "PowerCut";
}

const SECTOR_BYTES = 512;

/** A file: what is read now, and what is sure to be there after a power cut. */
interface FileNode {
  readonly kind: "file";
  bytes: Buffer;
  durable: Buffer;
  modifiedMs: number;
  /** How many names it has. */
  names: number;
}

type Entry = FileNode | FolderNode;

/** A folder: its names now, those that are durable, and the changes that are not, oldest first. */
interface FolderNode {
  readonly kind: "folder";
  names: Map<string, Entry>;
  durable: Map<string, Entry>;
  changes: ((names: Map<string, Entry>) => void)[];
}

interface DiskOptions {
  /** The change before which the power is cut; absent: it never is. */
  readonly cutAt?: number;
  /** In milliseconds since 1970; absent: the machine's time. */
  readonly now?: () => number;
  /** Called before each change. */
  readonly onChange?: () => void;
}

/**
 * A disk in memory that forgets: after a power cut only what was synced is sure to be there. Of the rest
 * each change of a name and each sector of 512 bytes is there or not, in any combination; a sector that
 * was never written shows zeros, or what another file had there. A rename is one change.
 */
export class ForgetfulDisk implements FileSystem {
  /** Calls that change something, so far. */
  changeCount = 0;
  #root: FolderNode;
  readonly #open = new Map<number, FileNode>();
  #nextFile = 3;
  #isCut = false;

  readonly #cutAt: number;
  readonly #now: () => number;
  readonly #onChange: () => void;

  constructor(options: DiskOptions = {}, root = newFolder()) {
    const { cutAt = Infinity, now = Date.now, onChange = () => undefined } = options;
    this.#cutAt = cutAt;
    this.#now = now;
    this.#onChange = onChange;
    this.#root = root;
  }

  get isCut(): boolean {
    return this.#isCut;
  }

  /** The disk as it comes up again. @param random from 0 to 1; decides what was kept */
  restarted(random: () => number): ForgetfulDisk {
    const stale = this.#allBytes();
    return new ForgetfulDisk({}, survivingFolder(this.#root, { random, stale }));
  }

  /** What a system does by itself in time. */
  writeBack(): void {
    for (const [, entry] of entriesOf(this.#root)) settle(entry);
    settle(this.#root);
  }

  /** Every file by its path. */
  *files(): Generator<readonly [path: string, bytes: Buffer, modifiedMs: number]> {
    for (const [path, entry] of entriesOf(this.#root)) {
      if (entry.kind === "file") yield [path, entry.bytes, entry.modifiedMs];
    }
  }

  open(path: string, mode: "read" | "append" | "create"): number {
    this.#checkPower();
    const { folder, name } = this.#place(path);
    const found = folder?.names.get(name);
    if (mode === "create") {
      if (found !== undefined) throw systemError("EEXIST", "open", path);
      if (folder === undefined) throw systemError("ENOENT", "open", path);
      this.#change();
      const file: FileNode = {
        ...{ kind: "file", bytes: Buffer.of(), durable: Buffer.of() },
        ...{ modifiedMs: this.#now(), names: 1 },
      };
      changeNames(folder, (names) => names.set(name, file));
      return this.#opened(file);
    }
    if (found?.kind !== "file") throw systemError("ENOENT", "open", path);
    return this.#opened(found);
  }

  close(file: number): void {
    this.#open.delete(file);
  }

  read(file: number, into: Uint8Array, position: number): number {
    this.#checkPower();
    const { bytes } = this.#file(file);
    return bytes.copy(into, 0, Math.min(position, bytes.length));
  }

  write(file: number, bytes: Uint8Array): number {
    const node = this.#file(file);
    this.#change();
    node.bytes = Buffer.concat([node.bytes, bytes]);
    node.modifiedMs = this.#now();
    return bytes.length;
  }

  sizeBytes(file: number): number {
    this.#checkPower();
    const { names, bytes } = this.#file(file);
    return names === 0 ? -1 : bytes.length;
  }

  truncate(file: number, sizeBytes: number): void {
    const node = this.#file(file);
    this.#change();
    node.bytes = Buffer.from(node.bytes.subarray(0, sizeBytes));
  }

  syncData(file: number): void {
    const node = this.#file(file);
    this.#change();
    settle(node);
  }

  syncFolder(path: string): void {
    const folder = this.#folder(path);
    this.#change();
    settle(folder);
  }

  makeFolder(path: string): string | undefined {
    this.#checkPower();
    let topmost: string | undefined;
    let folder = this.#root;
    let made = "";
    for (const name of partsOf(path)) {
      made += `/${name}`;
      let found = folder.names.get(name);
      if (found === undefined) {
        this.#change();
        topmost ??= made;
        const added = newFolder();
        changeNames(folder, (names) => names.set(name, added));
        found = added;
      }
      if (found.kind !== "folder") throw systemError("ENOTDIR", "mkdir", path);
      folder = found;
    }
    return topmost;
  }

  status(path: string): FileStatus | undefined {
    this.#checkPower();
    const found = this.#entry(path);
    if (found === undefined) return undefined;
    if (found.kind === "folder") return { sizeBytes: 0, modifiedMs: 0 };
    return { sizeBytes: found.bytes.length, modifiedMs: found.modifiedMs };
  }

  list(folder: string): string[] {
    this.#checkPower();
    return [...this.#folder(folder).names.keys()];
  }

  readFile(path: string): Buffer {
    this.#checkPower();
    const found = this.#entry(path);
    if (found?.kind !== "file") throw systemError("ENOENT", "read", path);
    return Buffer.from(found.bytes);
  }

  touch(path: string, modifiedMs = this.#now()): void {
    this.#checkPower();
    const found = this.#entry(path);
    if (found?.kind !== "file") throw systemError("ENOENT", "utime", path);
    found.modifiedMs = modifiedMs;
  }

  rename(from: string, to: string): void {
    const [source, target] = [this.#place(from), this.#place(to)];
    const file = source.folder?.names.get(source.name);
    if (file?.kind !== "file" || source.folder === undefined || target.folder !== source.folder) {
      throw systemError("ENOENT", "rename", from);
    }
    this.#change();
    const replaced = source.folder.names.get(target.name);
    if (replaced?.kind === "file") replaced.names -= 1;
    changeNames(source.folder, (names) => {
      names.set(target.name, file);
      names.delete(source.name);
    });
  }

  remove(path: string): void {
    const { folder, name } = this.#place(path);
    const file = folder?.names.get(name);
    if (folder === undefined || file?.kind !== "file") throw systemError("ENOENT", "unlink", path);
    this.#change();
    file.names -= 1;
    changeNames(folder, (names) => names.delete(name));
  }

  removeFolder(path: string): void {
    const { folder, name } = this.#place(path);
    const found = folder?.names.get(name);
    if (folder === undefined || found?.kind !== "folder") {
      throw systemError("ENOENT", "rmdir", path);
    }
    if (found.names.size > 0) throw systemError("ENOTEMPTY", "rmdir", path);
    this.#change();
    changeNames(folder, (names) => names.delete(name));
  }

  #opened(file: FileNode): number {
    this.#nextFile += 1;
    this.#open.set(this.#nextFile, file);
    return this.#nextFile;
  }

  #file(file: number): FileNode {
    const node = this.#open.get(file);
    if (node === undefined) throw systemError("EBADF", "file", String(file));
    return node;
  }

  #folder(path: string): FolderNode {
    const found = this.#entry(path);
    if (found?.kind !== "folder") throw systemError("ENOENT", "opendir", path);
    return found;
  }

  #entry(path: string): Entry | undefined {
    let entry: Entry | undefined = this.#root;
    for (const name of partsOf(path)) {
      entry = entry?.kind === "folder" ? entry.names.get(name) : undefined;
    }
    return entry;
  }

  #place(path: string): { readonly folder: FolderNode | undefined; readonly name: string } {
    const parts = partsOf(path);
    const folder = this.#entry(parts.slice(0, -1).join("/"));
    return { folder: folder?.kind === "folder" ? folder : undefined, name: parts.at(-1) ?? "" };
  }

  #change(): void {
    this.#checkPower();
    if (this.changeCount === this.#cutAt) this.#isCut = true;
    this.#checkPower();
    this.#onChange();
    this.changeCount += 1;
  }

  #checkPower(): void {
    if (this.#isCut) throw new PowerCut();
  }

  #allBytes(): Buffer {
    const bytes = [...this.files()].map(([, bytes]) => bytes);
    return Buffer.concat([Buffer.alloc(SECTOR_BYTES), ...bytes]);
  }
}

/** What is below a folder, by its path. */
function* entriesOf(folder: FolderNode, path = ""): Generator<readonly [string, Entry]> {
  for (const [name, entry] of folder.names) {
    yield [`${path}/${name}`, entry];
    if (entry.kind === "folder") yield* entriesOf(entry, `${path}/${name}`);
  }
}

/** All of it survives a power cut from now on. */
function settle(entry: Entry): void {
  if (entry.kind === "file") {
    entry.durable = entry.bytes;
    return;
  }
  entry.durable = new Map(entry.names);
  entry.changes = [];
}

function newFolder(): FolderNode {
  return { kind: "folder", names: new Map(), durable: new Map(), changes: [] };
}

function changeNames(folder: FolderNode, change: (names: Map<string, Entry>) => void): void {
  change(folder.names);
  folder.changes.push(change);
}

function partsOf(path: string): string[] {
  return path.split("/").filter((part) => part !== "");
}

interface Survival {
  readonly random: () => number;
  /** What sectors may show that were never written. */
  readonly stale: Buffer;
}

function survivingFolder(folder: FolderNode, survival: Survival): FolderNode {
  const names = new Map(folder.durable);
  // Mostly all or nothing of what was under way, at times any part of it.
  const share = [0, 1, survival.random()][Math.floor(survival.random() * 3)] ?? 0;
  for (const change of folder.changes) if (survival.random() < share) change(names);
  const kept = new Map<string, Entry>();
  for (const [name, entry] of names) {
    kept.set(
      name,
      entry.kind === "folder" ? survivingFolder(entry, survival) : survivingFile(entry, survival),
    );
  }
  return { kind: "folder", names: kept, durable: new Map(kept), changes: [] };
}

function survivingFile({ bytes, durable, modifiedMs }: FileNode, survival: Survival): FileNode {
  const kept = survivingBytes(bytes, durable, survival);
  return { kind: "file", bytes: kept, durable: kept, modifiedMs, names: 1 };
}

function survivingBytes(bytes: Buffer, durable: Buffer, { random, stale }: Survival): Buffer {
  if (bytes === durable) return durable;
  const sizes = [bytes.length, durable.length];
  const between =
    Math.min(...sizes) + Math.floor(random() * Math.abs(bytes.length - durable.length));
  const size = [...sizes, between][Math.floor(random() * 3)] ?? 0;
  const kept = Buffer.alloc(size);
  const share = [0, 1, random()][Math.floor(random() * 3)] ?? 0;
  for (let start = 0; start < size; start += SECTOR_BYTES) {
    const end = Math.min(size, start + SECTOR_BYTES);
    const before = durable.subarray(start, end);
    const now = bytes.subarray(start, end);
    if (now.equals(before) || random() < share) now.copy(kept, start);
    else if (before.length > 0) before.copy(kept, start);
    else if (random() < 0.5) staleSector(stale, random).copy(kept, start, 0, end - start);
  }
  return kept;
}

function staleSector(stale: Buffer, random: () => number): Buffer {
  const start = Math.floor((random() * stale.length) / SECTOR_BYTES) * SECTOR_BYTES;
  return stale.subarray(start, start + SECTOR_BYTES);
}
