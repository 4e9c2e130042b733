import type { RefoldError } from "../../errors.js";
import { truncatedArchive } from "../errors.js";
import type { ByteSource } from "./byte-source.js";

/** The first bytes of a frame, as a number (RFC 8878 §3.1). */
const FRAME = 0xfd2fb528;
/** Those of a frame for other readers, without their lowest four bits. */
const SKIPPABLE_FRAME = 0x184d2a5;
const HAS_CHECKSUM = 4;
/** A block that is one byte, repeated. */
const REPEATED_BYTE = 1;

/**
 * Zstandard data cut into its frames, without unpacking it: decoders stop after the first frame, and
 * some report nothing if one is cut short.
 */
export class ZstdFrames {
  /** What the newest frame says of its content: the low 32 bits of its XXH64; null: nothing. */
  checksum: number | null = null;
  readonly #chunks: AsyncIterator<Uint8Array, unknown>;
  #rest: Uint8Array = new Uint8Array();

  constructor(private readonly packed: ByteSource) {
    this.#chunks = packed.stream()[Symbol.asyncIterator]();
  }

  /**
   * Goes to the next frame, past those for other readers. @returns false: there is none
   * @throws {RefoldError} `truncated-archive`: something else is there
   */
  async begin(): Promise<boolean> {
    this.checksum = null;
    while (await this.#hasMore()) {
      const start = await this.#number(4);
      if (start === FRAME) return true;
      if (start >>> 4 !== SKIPPABLE_FRAME) throw this.#broken();
      for (let left = await this.#number(4); left > 0;) left -= (await this.#take(left)).length;
    }
    return false;
  }

  /**
   * The bytes of the frame, in pieces of a block at most.
   * @throws {RefoldError} `truncated-archive`: it is cut short
   */
  async *bytes(): AsyncGenerator<Uint8Array> {
    yield bytesOf(FRAME, 4);
    const flags = await this.#number(1);
    yield bytesOf(flags, 1);
    yield* this.#pass(headerBytes(flags));
    for (let isLast = false; !isLast;) {
      const block = await this.#number(3);
      yield bytesOf(block, 3);
      isLast = (block & 1) === 1;
      yield* this.#pass(((block >>> 1) & 3) === REPEATED_BYTE ? 1 : block >>> 3);
    }
    if ((flags & HAS_CHECKSUM) === 0) return;
    this.checksum = await this.#number(4);
    yield bytesOf(this.checksum, 4);
  }

  async close(): Promise<void> {
    await this.#chunks.return?.();
  }

  async *#pass(bytes: number): AsyncGenerator<Uint8Array> {
    for (let left = bytes; left > 0;) {
      const piece = await this.#take(left);
      yield piece;
      left -= piece.length;
    }
  }

  /** The next bytes as a number, the lowest byte first. */
  async #number(bytes: number): Promise<number> {
    let value = 0;
    for (let at = 0; at < bytes; at++) value += ((await this.#take(1))[0] ?? 0) * 256 ** at;
    return value;
  }

  /** Up to so many bytes, at least one. */
  async #take(mostBytes: number): Promise<Uint8Array> {
    if (!(await this.#hasMore())) throw this.#broken();
    const piece = this.#rest.subarray(0, mostBytes);
    this.#rest = this.#rest.subarray(piece.length);
    return piece;
  }

  async #hasMore(): Promise<boolean> {
    while (this.#rest.length === 0) {
      const { done, value } = await this.#chunks.next();
      if (done === true) return false;
      this.#rest = value;
    }
    return true;
  }

  #broken(): RefoldError {
    return truncatedArchive(this.packed.name, "zstd");
  }
}

/** What follows the flags in a frame's header: window, dictionary, size of the content. */
function headerBytes(flags: number): number {
  const isSingleSegment = (flags & 32) !== 0;
  const dictionary = [0, 1, 2, 4][flags & 3] ?? 0;
  const size = [isSingleSegment ? 1 : 0, 2, 4, 8][flags >>> 6] ?? 0;
  return (isSingleSegment ? 0 : 1) + dictionary + size;
}

function bytesOf(value: number, count: number): Uint8Array {
  return Uint8Array.from({ length: count }, (_, at) => Math.floor(value / 256 ** at) % 256);
}
