import type { VaultPlace } from "../errors.js";
import { withFile } from "../store/jsonl/file-system.js";
import type { FoundKept } from "./find-kept.js";
import {
  framesIn,
  HEADER_BYTES,
  PACK_HEAD,
  type PlacedFrame,
  readAt,
  unpackFrame,
} from "./pack.js";
import { PieceIndex } from "./key-numbers.js";
import type { PieceList } from "./piece-list.js";
import type { Vault } from "./vault.js";
import { leasePath } from "./vault-lease.js";

/** A place in a pack that is not what was written. */
interface DamagedPlace extends VaultPlace {
  readonly reason: string;
}

export interface VaultCheck {
  /** Generations with content. */
  readonly generations: number;
  /** Those that cannot be read; all others are whole. */
  readonly damaged: readonly FoundKept[];
  /** Also places that no generation needs. */
  readonly places: readonly DamagedPlace[];
  /** Of all packs. */
  readonly packBytes: number;
}

/**
 * Reads every frame of a vault and finds what is not what was written, and exactly the generations that need
 * it. Each frame is read once, however many generations have it.
 * @param onProgress told how many bytes of packs were read
 */
export function verifyVault(
  vault: Vault,
  onProgress: (doneBytes: number) => void = () => undefined,
): VaultCheck {
  vault.packs.forget();
  const scan = new PackScan(vault, onProgress);
  for (const { number, path } of vault.packs.list()) {
    if (number <= vault.catalog.end.pack) scan.pack(number, path); // what follows is being written
  }
  const lists = new ListCheck(vault, scan.whole);
  const damaged: FoundKept[] = [];
  let generations = 0;
  for (const file of vault.files()) {
    for (const generation of file.generations) {
      if (generation.list === null) continue;
      generations += 1;
      if (!lists.isWhole(generation.list)) damaged.push({ file, generation });
    }
  }
  const places = [...scan.places, ...withoutBatch(vault)];
  return { generations, damaged, places, packBytes: scan.doneBytes };
}

/** Where bytes follow that no whole batch has, unless somebody writes them now. */
function withoutBatch({ fileSystem, folder, catalog, packs }: Vault): readonly DamagedPlace[] {
  const lease = leasePath(folder);
  if (fileSystem.status(lease) !== undefined && fileSystem.list(lease).length > 0) return [];
  const { end } = catalog;
  const newest = packs.list().filter(({ number }) => number >= end.pack);
  const ends = [
    { file: catalog.path, byte: end.byte },
    ...newest.map(({ number, path }) => ({
      file: path,
      byte: number === end.pack ? end.packBytes : 0,
    })),
  ];
  const reason =
    "no whole batch has what follows: its writer was stopped, or the catalog is damaged";
  return ends.flatMap((place) => {
    const size = fileSystem.status(place.file)?.sizeBytes ?? 0;
    return size > place.byte ? [{ ...place, reason }] : [];
  });
}

/** Reads packs from beginning to end. */
class PackScan {
  /** Frames that are what they were. */
  readonly whole = new PieceIndex();
  readonly places: DamagedPlace[] = [];
  doneBytes = 0;

  constructor(
    private readonly vault: Vault,
    private readonly onProgress: (doneBytes: number) => void,
  ) {}

  pack(number: number, path: string): void {
    const { fileSystem } = this.vault;
    withFile(fileSystem, path, "read", (file) => {
      const { pack, packBytes } = this.vault.catalog.end;
      const end = number === pack ? packBytes : fileSystem.sizeBytes(file);
      const head = Buffer.alloc(PACK_HEAD.length);
      readAt(fileSystem, file, head, 0);
      if (!head.equals(PACK_HEAD)) this.#damage(path, 0, "this is not how a pack begins");
      let at = PACK_HEAD.length;
      for (const frame of framesIn(fileSystem, file, end)) {
        if (frame.at > at) this.#damage(path, at, "no frame begins there");
        this.#frame(frame, { file, number, path });
        at = frame.at + HEADER_BYTES + frame.storedBytes;
        this.onProgress(this.doneBytes + at);
      }
      if (at < end) this.#damage(path, at, "no frame begins there");
      this.doneBytes += end;
    });
  }

  #frame(
    frame: PlacedFrame,
    {
      file,
      number,
      path,
    }: { readonly file: number; readonly number: number; readonly path: string },
  ): void {
    const stored = Buffer.allocUnsafe(frame.storedBytes);
    readAt(this.vault.fileSystem, file, stored, frame.at + HEADER_BYTES);
    if (unpackFrame(frame, stored) === null) {
      this.#damage(path, frame.at, "the frame's content is not what it was");
      return;
    }
    const { pack, at } = this.vault.packs.index.get(frame.hash) ?? {};
    // Of a content that is there twice, that frame counts which is read.
    if (pack === number && at === frame.at) this.whole.set(frame.hash, { pack, at });
  }

  #damage(file: string, byte: number, reason: string): void {
    this.places.push({ file, byte, reason });
  }
}

/** What can be read of a list of pieces. */
interface CheckedList {
  /** It and all that it goes on from can be read. */
  readonly isReadable: boolean;
  /** So many of its first pieces are whole. */
  readonly wholeCount: number;
  readonly isWhole: boolean;
}

const UNREADABLE: CheckedList = { isReadable: false, wholeCount: 0, isWhole: false };

/** Whether lists of pieces are whole, with all that they need. */
class ListCheck {
  readonly #known = new Map<string, CheckedList>();

  constructor(
    private readonly vault: Vault,
    private readonly whole: PieceIndex,
  ) {}

  /** Goes from the newest list to the first that is known, and back: it may be thousands of lists. */
  isWhole(newest: string): boolean {
    const chain: string[] = [];
    let oldest: PieceList | null = null;
    for (let hash: string | null = newest; hash !== null && !this.#known.has(hash);) {
      chain.push(hash);
      oldest = this.#read(hash);
      hash = oldest?.base?.toString("hex") ?? null;
    }
    for (const hash of chain.reverse()) {
      this.#known.set(hash, this.#check(oldest ?? this.#read(hash)));
      oldest = null; // one list is held at a time
    }
    return this.#known.get(newest)?.isWhole === true;
  }

  /** @returns null: it is not what it was */
  #read(hash: string): PieceList | null {
    const list = Buffer.from(hash, "hex");
    return this.whole.has(list) ? this.vault.packs.readList(list) : null;
  }

  /** Of the list that it goes on from, which is known, only the pieces count that it keeps. */
  #check(list: PieceList | null): CheckedList {
    if (list === null) return UNREADABLE;
    const { base, kept, refs } = list;
    const before = base === null ? null : (this.#known.get(base.toString("hex")) ?? UNREADABLE);
    if (before !== null && !before.isReadable) return UNREADABLE;
    if (before !== null && before.wholeCount < kept) {
      return { isReadable: true, wholeCount: before.wholeCount, isWhole: false };
    }
    let wholeCount = kept;
    for (const { hash } of refs) {
      if (!this.whole.has(hash)) return { isReadable: true, wholeCount, isWhole: false };
      wholeCount += 1;
    }
    return { isReadable: true, wholeCount, isWhole: true };
  }
}
