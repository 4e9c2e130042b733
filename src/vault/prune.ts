import { invalidArgument } from "../errors.js";
import { withFile } from "../store/jsonl/file-system.js";
import type { KeptFile } from "./catalog.js";
import type { FoundKept } from "./find-kept.js";
import { framesIn, HEADER_BYTES, PACK_HEAD, type PlacedFrame } from "./pack.js";
import type { PackFile } from "./packs.js";
import { PieceIndex } from "./key-numbers.js";
import type { Vault } from "./vault.js";
import { type VaultWriter, withVaultWriter } from "./vault-writer.js";

/** Which generations may go. */
export interface PruneRule {
  /** So many of the newest generations of each file that have content stay. */
  readonly keepLast: number;
  /** Only those that were kept before, in milliseconds since 1970. */
  readonly before: number;
}

/**
 * What a rule lets go of some files. That a file was gone is forgotten together with what it was before.
 * @throws {RefoldError} `invalid-argument`: the rule would let everything go
 */
export function prunable(files: readonly KeptFile[], rule: PruneRule): readonly FoundKept[] {
  const { keepLast, before } = rule;
  if (keepLast === 0 && before === Infinity) {
    throw invalidArgument("this rule would let everything go", "Say how old: --older-than 1y.");
  }
  return files.flatMap((file) => {
    const { generations } = file;
    const contents = generations.filter(({ sha256 }) => sha256 !== null);
    const stays = new Set(contents.slice(Math.max(0, contents.length - keepLast)));
    let isGoing = true; // nothing came before the first
    return generations.flatMap((generation) => {
      const hasContent = generation.sha256 !== null;
      if (hasContent) isGoing = !stays.has(generation) && generation.at < before;
      return isGoing ? [{ file, generation }] : [];
    });
  });
}

/** In bytes of packs. */
export interface PruneReport {
  readonly before: number;
  readonly after: number;
  /** Of what stays, that which no generation needs: too little of its packs. */
  readonly left: number;
}

/** Less of a pack is not worth copying the rest of it, where room is what is wanted. */
export const WORTHWHILE_SHARE = 0.1;

interface FreeingOptions {
  /** A pack of which less is to free stays as it is. Default 0: all that is forgotten is gone. */
  readonly leastShare?: number;
}

/** What the packs would be without some generations, and without what earlier ones left. */
export function measurePrune(
  vault: Vault,
  pruned: readonly FoundKept[],
  options: FreeingOptions = {},
): PruneReport {
  const live = new LiveFrames(vault, pruned);
  let [before, after, left] = [0, 0, 0];
  for (const pack of vault.packs.list()) {
    const usage = usageOf(vault, pack, live);
    const isGoing = isFreed(usage, options);
    before += usage.size;
    after += isGoing ? bytesAfter(usage) : usage.size;
    left += isGoing ? 0 : usage.size - bytesAfter(usage);
  }
  return { before, after, left };
}

interface PackUsage {
  readonly size: number;
  readonly liveBytes: number;
}

function bytesAfter({ liveBytes }: PackUsage): number {
  return liveBytes === 0 ? 0 : liveBytes + PACK_HEAD.length;
}

function isFreed(usage: PackUsage, { leastShare = 0 }: FreeingOptions): boolean {
  const freed = usage.size - bytesAfter(usage);
  return freed > 0 && freed >= leastShare * usage.size;
}

/**
 * Forgets generations and frees what only they needed. First the catalog forgets them; then each pack that has
 * enough to free is copied without it, and goes once the copy is durable; last the catalog is written anew without
 * what it forgot. Killed at any moment, the vault has every generation that stays; what is left to free is freed
 * the next time. `onProgress` is told how many bytes of packs are done.
 * @throws {RefoldError} `vault-busy`, `disk-full`, `write-failed`
 * @throws {RefoldError} `vault-damaged`: something that stays is; nothing of that pack is freed
 */
export async function pruneVault(
  vault: Vault,
  pruned: readonly FoundKept[],
  { onProgress, ...options }: FreeingOptions & { onProgress?: (doneBytes: number) => void } = {},
): Promise<PruneReport> {
  return withVaultWriter(vault, async (writer) => {
    writer.prune(pruned.map(({ generation }) => generation.id));
    await writer.commit();
    const live = new LiveFrames(vault, []);
    let [before, left] = [0, 0];
    // The newest first: what is copied goes to the newest one.
    for (const pack of vault.packs.list().toReversed()) {
      const usage = usageOf(vault, pack, live);
      before += usage.size;
      if (isFreed(usage, options)) await rewritePack(vault, writer, { pack, live });
      else left += usage.size - bytesAfter(usage);
      onProgress?.(before);
    }
    if (vault.catalog.hasPruned) await writer.compact();
    return { before, after: sizeOfPacks(vault), left };
  });
}

async function rewritePack(
  vault: Vault,
  writer: VaultWriter,
  { pack, live }: { readonly pack: PackFile; readonly live: LiveFrames },
): Promise<void> {
  const frames = [
    ...withPack(vault, pack, (file, size) => liveIn(vault, live, { pack, file, size })),
  ];
  writer.leavePack(pack.number);
  for (const { kind, hash } of frames) await writer.move(kind, vault.packs.read(hash, kind));
  await writer.commit();
  vault.packs.remove(pack);
}

/** What a pack takes on the disk, and how much of that generations need. */
function usageOf(vault: Vault, pack: PackFile, live: LiveFrames): PackUsage {
  return withPack(vault, pack, (file, size) => {
    const frames = liveIn(vault, live, { pack, file, size });
    const liveBytes = frames.reduce((sum, frame) => sum + HEADER_BYTES + frame.storedBytes, 0);
    return { size, liveBytes };
  });
}

interface OpenPack {
  readonly pack: PackFile;
  readonly file: number;
  readonly size: number;
}

/** Of a content that is there twice, that frame counts which is read. */
function liveIn(vault: Vault, live: LiveFrames, { pack, file, size }: OpenPack): PlacedFrame[] {
  const frames = [...framesIn(vault.fileSystem, file, size)];
  return frames.filter(({ hash, at }) => {
    const place = vault.packs.index.get(hash);
    return live.has(hash) && place?.pack === pack.number && place.at === at;
  });
}

function withPack<Result>(
  { fileSystem }: Vault,
  { path }: PackFile,
  work: (file: number, size: number) => Result,
): Result {
  return withFile(fileSystem, path, "read", (file) => work(file, fileSystem.sizeBytes(file)));
}

function sizeOfPacks({ packs, fileSystem }: Vault): number {
  return packs.list().reduce((sum, { path }) => sum + (fileSystem.status(path)?.sizeBytes ?? 0), 0);
}

/** The frames that generations need. */
class LiveFrames {
  readonly #live = new PieceIndex();
  /** Of how many pieces each list is needed. */
  readonly #lists = new Map<string, number>();

  constructor(
    private readonly vault: Vault,
    without: readonly FoundKept[],
  ) {
    const gone = new Set(without.map(({ generation }) => generation.id));
    for (const { generations } of vault.files()) {
      for (const { id, list } of generations) {
        if (list !== null && !gone.has(id)) this.#need(Buffer.from(list, "hex"));
      }
    }
  }

  has(hash: Buffer): boolean {
    return this.#live.has(hash);
  }

  /** A list is read with all that it goes on from, of which only some pieces may be asked for. */
  #need(newest: Buffer): void {
    let count = Infinity;
    for (let list: Buffer | null = newest; list !== null;) {
      const name = list.toString("latin1");
      if ((this.#lists.get(name) ?? -1) >= count) return;
      this.#lists.set(name, count);
      this.#live.set(list, SOMEWHERE);
      const { base, kept, refs } = this.vault.packs.readList(list);
      for (const { hash } of refs.slice(0, Math.max(0, count - kept))) {
        this.#live.set(hash, SOMEWHERE);
      }
      [list, count] = [base, Math.min(count, kept)];
    }
  }
}

const SOMEWHERE = { pack: 0, at: 0 };
