import { createHash, type Hash } from "node:crypto";
import { join } from "node:path";
import { isRefoldError, type RefoldError } from "../errors.js";
import type { KeptFile } from "./catalog.js";
import type { Generation } from "./generation-table.js";
import type { GenerationReason } from "./catalog-line.js";
import type { FoundFile } from "./homes.js";
import type { RecentPieces } from "./list-chain.js";
import { type FileLook, isSameLook, SourceFile } from "./source-file.js";
import type { Vault } from "./vault.js";
import type { VaultWriter } from "./vault-writer.js";
import { encodePieceList, type PieceRef } from "./piece-list.js";

/** What became of a file that was looked at. */
export interface KeptLook {
  /** Null: it changed while it was read, so that another look is due. */
  readonly look: FileLook | null;
  /** Null: what stands in it is what was kept last. */
  readonly why: GenerationReason | null;
  /** Bytes of the file that were kept or compared. */
  readonly bytes: number;
  /** What was kept before cannot be read: the file was kept as if it were new. Null: nothing is wrong. */
  readonly damage: RefoldError | null;
}

/** So often a file is read that is rewritten while it is read. */
const ATTEMPTS = 3;

/**
 * Keeps what stands in a file now, unless that was kept last. A file that is being written to is kept as long
 * as it was when reading began, where those bytes stay the same meanwhile.
 *
 * @param why recorded in place of how the content differs
 * @throws what the system throws where the file cannot be read
 */
export async function keepSource(
  { vault, writer }: { readonly vault: Vault; readonly writer: VaultWriter },
  found: FoundFile,
  why?: GenerationReason,
): Promise<KeptLook> {
  const source = new SourceFile(join(found.home, found.path));
  try {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      const before = source.look();
      const reading = new Reading(vault, writer, source, vault.find(found));
      const content = await reading.read(before.sizeBytes);
      if (content === null) continue;
      const after = source.look();
      const isStill = isSameLook(before, after);
      if (!isStill && source.sha256(before.sizeBytes) !== content.sha256) continue;
      if (content.generation !== null) {
        const reason = why ?? content.generation.why;
        writer.add(found, {
          ...content.generation,
          ...{ modifiedNs: before.modifiedNs, mode: before.mode },
          at: Date.now(),
          why: reason,
        });
      }
      return {
        look: isStill ? before : null,
        why: content.generation === null ? null : (why ?? content.generation.why),
        bytes: before.sizeBytes,
        damage: reading.damage,
      };
    }
    return { look: null, why: null, bytes: 0, damage: null };
  } finally {
    source.close();
  }
}

type Content = Pick<Generation, "why" | "bytes" | "sha256" | "list" | "step">;

interface ReadContent {
  readonly sha256: string;
  /** Null: it is what was kept last. */
  readonly generation: Content | null;
}

/** What was kept last of a file that grew. */
interface Before {
  readonly bytes: number;
  readonly recent: RecentPieces;
  /** The list to go on from, which names the pieces that are shared; null: none does. */
  readonly base: Buffer | null;
}

/** One reading of a file, compared with what was kept of it last. */
class Reading {
  damage: RefoldError | null = null;
  readonly #newest: Generation | undefined;
  /** The newest with content. */
  readonly #last: Generation | undefined;

  constructor(
    private readonly vault: Vault,
    private readonly writer: VaultWriter,
    private readonly source: SourceFile,
    private readonly kept: KeptFile | undefined,
  ) {
    this.#newest = kept?.newest;
    this.#last = kept?.generations.findLast(({ list }) => list !== null);
  }

  /** @returns null: the file became shorter meanwhile */
  async read(bytes: number): Promise<ReadContent | null> {
    const last = this.#last;
    const isGone = this.#newest?.list === null;
    if (last !== undefined && bytes >= last.bytes) {
      const sum = createHash("sha256");
      if (!this.source.hash(sum, 0, last.bytes)) return null;
      const sha256 = sum.copy().digest("hex");
      if (sha256 === last.sha256) {
        if (bytes > last.bytes) return this.#goneOn(last, { bytes, sum, isGone });
        const same: Content = { bytes, sha256, list: last.list, why: "back", step: 0 };
        return { sha256, generation: isGone ? same : null };
      }
    }
    return this.#whole(bytes, isGone);
  }

  async #goneOn(
    last: Generation,
    growth: { readonly bytes: number; readonly sum: Hash; readonly isGone: boolean },
  ): Promise<ReadContent | null> {
    try {
      return await this.#grown(last, growth);
    } catch (error) {
      if (!isRefoldError(error, "vault-damaged")) throw error;
      this.damage = error;
      return this.#whole(growth.bytes, growth.isGone);
    }
  }

  /** The file goes on from what was kept: only what is new is cut and stored. */
  async #grown(
    last: Generation,
    {
      bytes,
      sum,
      isGone,
    }: { readonly bytes: number; readonly sum: Hash; readonly isGone: boolean },
  ): Promise<ReadContent | null> {
    const base = this.#base(last.step + 1);
    const recent = this.vault.recentPieces(last, base);
    const goesOn = base !== undefined && recent.shared !== null;
    const before = { bytes: last.bytes, recent, base: goesOn ? hashOf(base) : null };
    const list = await this.#cut(before, bytes, sum);
    const why = isGone ? "back" : "grew";
    return list && readContent(list, { bytes, sum, why, step: goesOn ? last.step + 1 : 0 });
  }

  async #whole(bytes: number, isGone: boolean): Promise<ReadContent | null> {
    const sum = createHash("sha256");
    const list = await this.#cut(null, bytes, sum);
    const why = isGone ? "back" : this.#change(bytes);
    return list && readContent(list, { bytes, sum, why, step: 0 });
  }

  /**
   * Cuts and stores what follows the settled pieces of what was kept.
   * @param sum of what was kept; takes what is new
   * @returns hash of the list that names all pieces; null: the file became shorter meanwhile
   */
  async #cut(before: Before | null, bytes: number, sum: Hash): Promise<Buffer | null> {
    const beforeBytes = before?.bytes ?? 0;
    const tailBytes = before === null ? 0 : tailOf(before.recent);
    const start = beforeBytes - tailBytes;
    const pieces = this.source.pieces(start, bytes, (read, position) => {
      sum.update(read.subarray(Math.max(0, beforeBytes - position)));
    });
    let list: ListWriter | null = null;
    for (;;) {
      const { value, done } = pieces.next();
      if (done === true) return value ? (list ?? (await this.#list(null, false))).end() : null;
      const { isSettled } = value;
      // No piece has ended since: what is new is a part of its own, so that growing costs what is new.
      const isPart = list === null && !isSettled && tailBytes > 0;
      list ??= await this.#list(before, isPart);
      const content = isPart ? value.bytes.subarray(tailBytes) : value.bytes;
      const hash = await this.writer.put("piece", content);
      await list.add({ hash, bytes: content.length }, isSettled);
    }
  }

  /** A list that goes on from what was kept. */
  async #list(before: Before | null, withTail: boolean): Promise<ListWriter> {
    if (before === null) return new ListWriter(this.writer, { base: null, kept: 0, settled: 0 });
    const { base, recent } = before;
    const { settled } = recent;
    const to = withTail ? recent.count : settled;
    const kept = Math.min(recent.shared ?? 0, to);
    const start = { base, kept, settled: Math.min(kept, settled) };
    const list = new ListWriter(this.writer, start);
    for (const ref of recent.slice(kept, settled)) await list.add(ref, true);
    for (const ref of recent.slice(Math.max(kept, settled), to)) await list.add(ref, false);
    return list;
  }

  #change(bytes: number): GenerationReason {
    if (this.#last === undefined) return "new";
    return bytes < this.#last.bytes ? "shrank" : "rewritten";
  }

  /**
   * The generation whose list the next one goes on from: that of its step without the lowest bit. So a list is
   * read by way of few others, and each piece is named in few lists, however often a file grows.
   */
  #base(step: number): Generation | undefined {
    for (const generation of this.kept?.generations.toReversed() ?? []) {
      if (generation.list === null) continue;
      if (generation.step === (step & (step - 1))) return generation;
      if (generation.step === 0) return undefined;
    }
    return undefined;
  }
}

function hashOf({ list }: Generation): Buffer | null {
  return list === null ? null : Buffer.from(list, "hex");
}

/** Bytes of what no piece ends yet. */
function tailOf(recent: RecentPieces): number {
  let tailBytes = 0;
  for (const { bytes } of recent.slice(recent.settled, recent.count)) tailBytes += bytes;
  return tailBytes;
}

function readContent(
  list: Buffer,
  { sum, ...content }: Omit<Content, "list" | "sha256"> & { readonly sum: Hash },
): ReadContent {
  const sha256 = sum.digest("hex");
  return { sha256, generation: { ...content, sha256, list: list.toString("hex") } };
}

/** A list names so many pieces at most, and the next one goes on from it: what is held and written at once stays small. */
const LIST_PIECES = 4_096;

/** What the first list of a content goes on from: so many of another one's first pieces. */
export interface ListStart {
  /** Null: none. */
  readonly base: Buffer | null;
  readonly kept: number;
  /** How many of those end where their content says. */
  readonly settled: number;
}

/** Names the pieces of a content as they come, in as many lists as they need. */
class ListWriter {
  #base: Buffer | null;
  #kept: number;
  #settled: number;
  #refs: PieceRef[] = [];

  constructor(
    private readonly writer: VaultWriter,
    { base, kept, settled }: ListStart,
  ) {
    this.#base = base;
    this.#kept = kept;
    this.#settled = settled;
  }

  async add(ref: PieceRef, isSettled: boolean): Promise<void> {
    if (this.#refs.length === LIST_PIECES) await this.#put();
    this.#refs.push(ref);
    if (isSettled) this.#settled += 1;
  }

  /** @returns the hash of the list that names all of them, by way of those before it */
  end(): Promise<Buffer> {
    return this.#put();
  }

  async #put(): Promise<Buffer> {
    const refs = this.#refs;
    const list = { base: this.#base, kept: this.#kept, settled: this.#settled, refs };
    const hash = await this.writer.put("list", encodePieceList(list));
    this.#base = hash;
    this.#kept += refs.length;
    this.#refs = [];
    return hash;
  }
}
