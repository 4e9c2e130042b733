import { join } from "node:path";
import { ifThere, systemErrorCode } from "../store/errors.js";
import { type FileSystem, withFile } from "../store/jsonl/file-system.js";
import { removeIfThere } from "../store/jsonl/replace-file.js";
import type { CatalogEnd } from "./catalog.js";
import { vaultDamaged } from "./errors.js";
import {
  decodeHeader,
  type FrameHeader,
  type FrameKind,
  framesIn,
  HEADER_BYTES,
  readAt,
  unpackFrame,
} from "./pack.js";
import { type FramePlaceIn, placesPath, readPlaces, writePlaces } from "./pack-places.js";
import { type FramePlace, PieceIndex } from "./key-numbers.js";
import { decodePieceList, type PieceList } from "./piece-list.js";

const PACK_NAME = /^(\d{6,})\.pack$/;
/** So many packs are open at a time. */
const OPEN_PACKS = 16;

/** A pack that is there. */
export interface PackFile {
  readonly number: number;
  readonly path: string;
}

/** How far packs are written and synced, as the catalog says. */
interface Written {
  readonly end: CatalogEnd;
  /** Learns how far they are now. */
  readonly refresh: () => void;
}

/** The packs of a vault: which frame holds what, and its content. */
export class Packs {
  readonly folder: string;
  #index: PieceIndex | null = null;
  readonly #open = new Map<number, number>();

  constructor(
    private readonly fileSystem: FileSystem,
    folder: string,
    private readonly written: () => Written,
  ) {
    this.folder = join(folder, "packs");
  }

  pathOf(pack: number): string {
    return join(this.folder, `${String(pack).padStart(6, "0")}.pack`);
  }

  /** Oldest first. */
  list(): readonly PackFile[] {
    const packs = this.#names().flatMap((name) => {
      const number = PACK_NAME.exec(name)?.[1];
      return number === undefined
        ? []
        : [{ number: Number(number), path: join(this.folder, name) }];
    });
    return packs.toSorted((one, other) => one.number - other.number);
  }

  /** Where each content is; made from the headers of all frames when it is asked for first. */
  get index(): PieceIndex {
    this.#index ??= this.#readIndex();
    return this.#index;
  }

  /** What is read next is looked for anew: packs were written, or are others. */
  forget(): void {
    this.#index = null;
    this.close();
  }

  close(): void {
    for (const file of this.#open.values()) this.fileSystem.close(file);
    this.#open.clear();
  }

  /**
   * The content of a hash.
   * @throws {RefoldError} `vault-damaged`: it is not there, or not what it was
   */
  read(hash: Buffer, kind: FrameKind): Buffer {
    try {
      return this.#read(hash, kind);
    } catch (error) {
      if (systemErrorCode(error) !== "ENOENT") throw error;
      this.#lookAgain(); // somebody pruned the vault: it is in another pack now
      return this.#read(hash, kind);
    }
  }

  #read(hash: Buffer, kind: FrameKind): Buffer {
    const place = this.index.get(hash) ?? this.#lookAgain().get(hash);
    if (place === undefined) {
      throw vaultDamaged(
        { file: this.folder, byte: null },
        `no pack has the ${kind} ${hash.toString("hex")}`,
      );
    }
    const header = this.#header(place);
    if (header === null || !header.hash.equals(hash) || header.kind !== kind) {
      throw this.#damaged(place, "no frame with the expected content begins there");
    }
    const stored = this.#bytes(place.pack, place.at + HEADER_BYTES, header.storedBytes);
    const content = stored === null ? null : unpackFrame(header, stored);
    if (content === null) throw this.#damaged(place, "the frame's content is not what it was");
    return content;
  }

  /** The same of a list. */
  readList(hash: Buffer): PieceList {
    const list = decodePieceList(this.read(hash, "list"));
    if (list !== null) return list;
    throw vaultDamaged(
      { file: this.folder, byte: null },
      `the list ${hash.toString("hex")} is none`,
    );
  }

  /** Removes a pack, of which everything that is needed is in others. */
  remove({ number, path }: PackFile): void {
    const open = this.#open.get(number);
    if (open !== undefined) this.fileSystem.close(open);
    this.#open.delete(number);
    this.fileSystem.remove(path);
    removeIfThere(this.fileSystem, placesPath(path));
    this.fileSystem.syncFolder(this.folder);
  }

  /** Somebody else may have written it since the packs were read. */
  #lookAgain(): PieceIndex {
    this.written().refresh();
    this.forget();
    return this.index;
  }

  #damaged({ pack, at }: FramePlace, reason: string) {
    return vaultDamaged({ file: this.pathOf(pack), byte: at }, reason);
  }

  #header({ pack, at }: FramePlace): FrameHeader | null {
    const bytes = this.#bytes(pack, at, HEADER_BYTES);
    return bytes === null ? null : decodeHeader(bytes);
  }

  /** Null: there are not so many. */
  #bytes(pack: number, at: number, length: number): Buffer | null {
    const bytes = Buffer.allocUnsafe(length);
    return readAt(this.fileSystem, this.#file(pack), bytes, at) === length ? bytes : null;
  }

  #file(pack: number): number {
    const open = this.#open.get(pack);
    if (open !== undefined) return open;
    const [oldest] = this.#open;
    if (this.#open.size >= OPEN_PACKS && oldest !== undefined) {
      this.fileSystem.close(oldest[1]);
      this.#open.delete(oldest[0]);
    }
    const file = this.fileSystem.open(this.pathOf(pack), "read");
    this.#open.set(pack, file);
    return file;
  }

  /** What comes after what the catalog knows is somebody's who writes, or was killed: nobody vouches for it. */
  #readIndex(): PieceIndex {
    const index = new PieceIndex();
    const { end } = this.written();
    for (const pack of this.list()) {
      if (pack.number > end.pack) break;
      const places =
        pack.number < end.pack ? this.#fullPack(pack) : this.#scan(pack, end.packBytes);
      for (const { hash, at } of places) index.set(hash, { pack: pack.number, at });
    }
    return index;
  }

  /** A pack that is not written to any more is read once. */
  #fullPack(pack: PackFile): readonly FramePlaceIn[] {
    const { fileSystem } = this;
    const sizeBytes = fileSystem.status(pack.path)?.sizeBytes ?? 0;
    const known = readPlaces(fileSystem, pack.path, sizeBytes);
    if (known !== null) return known;
    const places = this.#scan(pack, sizeBytes);
    writePlaces(fileSystem, pack.path, { sizeBytes, places });
    return places;
  }

  #scan({ path }: PackFile, upTo: number): readonly FramePlaceIn[] {
    return withFile(this.fileSystem, path, "read", (file) => {
      const end = Math.min(upTo, this.fileSystem.sizeBytes(file));
      return Array.from(framesIn(this.fileSystem, file, end), ({ hash, at }) => ({ hash, at }));
    });
  }

  #names(): readonly string[] {
    return ifThere(() => this.fileSystem.list(this.folder)) ?? [];
  }
}
