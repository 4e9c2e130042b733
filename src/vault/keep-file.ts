import { createHash, type Hash } from "node:crypto";
import { join } from "node:path";
import { isRefoldError, type RefoldError } from "../errors.js";
import type { Generation, KeptFile } from "./catalog.js";
import type { GenerationReason } from "./catalog-line.js";
import type { FoundFile } from "./homes.js";
import { encodePieceList, type PieceRef, PieceRefs } from "./piece-list.js";
import { type FileLook, isSameLook, SourceFile } from "./source-file.js";
import type { PiecesOf, Vault } from "./vault.js";
import type { VaultWriter } from "./vault-writer.js";

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

/** A list names so many pieces at most, and the next one goes on from it: what is written at once stays small. */
const LIST_PIECES = 4_096;
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
    this.#newest = kept?.generations.at(-1);
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
        const same: Content = { ...last, why: "back", step: 0 };
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
    const pieces = await this.#cut({ ...this.vault.pieces(last), bytes: last.bytes }, bytes, sum);
    const why = isGone ? "back" : "grew";
    const step = last.step + 1;
    return pieces && this.#listed(pieces, { bytes, sha256: sum.digest("hex"), why, step });
  }

  async #whole(bytes: number, isGone: boolean): Promise<ReadContent | null> {
    const sum = createHash("sha256");
    const nothing = { refs: new PieceRefs(), settled: 0, bytes: 0 };
    const pieces = await this.#cut(nothing, bytes, sum);
    const why = isGone ? "back" : this.#change(bytes);
    return pieces && this.#listed(pieces, { bytes, sha256: sum.digest("hex"), why, step: 0 });
  }

  /**
   * Cuts and stores what follows the settled pieces of what was kept.
   * @param sum of what was kept; takes what is new
   * @returns all pieces; null: the file became shorter meanwhile
   */
  async #cut(
    before: PiecesOf & { readonly bytes: number },
    bytes: number,
    sum: Hash,
  ): Promise<PiecesOf | null> {
    const refs = before.refs.slice(0, before.settled);
    const settledBytes = sizeOf(refs);
    let settled = before.settled;
    const pieces = this.source.pieces(settledBytes, bytes, (read, position) => {
      sum.update(read.subarray(Math.max(0, before.bytes - position)));
    });
    for (;;) {
      const { value, done } = pieces.next();
      if (done === true) return value ? { refs, settled } : null;
      if (value.isSettled) {
        refs.add(await this.#put(value.bytes));
        settled += 1;
      } else if (settled === before.settled && before.refs.count > settled) {
        // No piece has ended since: what is new is a part of its own, so that growing costs what is new.
        for (const ref of before.refs.slice(settled)) refs.add(ref);
        refs.add(await this.#put(value.bytes.subarray(before.bytes - settledBytes)));
      } else refs.add(await this.#put(value.bytes));
    }
  }

  #change(bytes: number): GenerationReason {
    if (this.#last === undefined) return "new";
    return bytes < this.#last.bytes ? "shrank" : "rewritten";
  }

  async #put(bytes: Buffer): Promise<PieceRef> {
    return { hash: await this.writer.put("piece", bytes), bytes: bytes.length };
  }

  async #listed(
    { refs, settled }: PiecesOf,
    content: Omit<Content, "list" | "sha256"> & { readonly sha256: string },
  ): Promise<ReadContent> {
    const base = content.step === 0 ? undefined : this.#base(content.step);
    let hash = base === undefined ? null : hashOf(base);
    let kept = base === undefined ? 0 : commonCount(this.vault.pieces(base).refs, refs);
    do {
      const next = refs.slice(kept, kept + LIST_PIECES);
      const list = encodePieceList({ base: hash, kept, settled, refs: next });
      hash = await this.writer.put("list", list);
      kept += next.count;
    } while (kept < refs.count);
    const step = base === undefined ? 0 : content.step;
    return { sha256: content.sha256, generation: { ...content, step, list: hash.toString("hex") } };
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

function sizeOf(refs: PieceRefs): number {
  let size = 0;
  for (const { bytes } of refs) size += bytes;
  return size;
}

/** How many of their first pieces are the same. */
function commonCount(some: PieceRefs, others: PieceRefs): number {
  const rest = others[Symbol.iterator]();
  let count = 0;
  for (const { hash } of some) {
    if (rest.next().value?.hash.equals(hash) !== true) break;
    count += 1;
  }
  return count;
}
