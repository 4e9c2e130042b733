import type { RefoldError } from "../../errors.js";
import { truncatedArchive } from "../errors.js";
import type { ByteSource } from "./byte-source.js";

/** The first bytes of a frame, as a number (RFC 8878 §3.1). */
const FRAME = 0xfd2fb528;
/** Those of a frame for others to read, without their lowest four bits. */
const SKIPPABLE_FRAME = 0x184d2a5;
const HAS_CHECKSUM = 4;
/** A block that says one byte many times. */
const REPEATED_BYTE = 1;

/**
 * Zstandard data cut into its frames, without unpacking it: decoders stop behind the first one, and
 * some say nothing of one that is cut short.
 */
export class ZstdFrames {
  readonly #chunks: AsyncIterator<Uint8Array, unknown>;
  #rest: Uint8Array = new Uint8Array();
  #checksum: number | null = null;

  constructor(private readonly packed: ByteSource) {
    this.#chunks = packed.stream()[Symbol.asyncIterator]();
  }

  /** Asked between frames. */
  async hasNext(): Promise<boolean> {
    while (this.#rest.length === 0) {
      const { done, value } = await this.#chunks.next();
      if (done === true) return false;
      this.#rest = value;
    }
    return true;
  }

  /** What the frame that was read says of its content: the low 32 bits of its XXH64; null: nothing. */
  get checksum(): number | null {
    return this.#checksum;
  }

  /**
   * The bytes of the next frame, in pieces of a block at most; none of a skippable one.
   * @throws {RefoldError} `truncated-archive`: where it is cut short, or is no frame
   */
  async *next(): AsyncGenerator<Uint8Array> {
    this.#checksum = null;
    const start = await this.#read(4);
    if (numberIn(start) >>> 4 === SKIPPABLE_FRAME) return this.#skip(numberIn(await this.#read(4)));
    if (numberIn(start) !== FRAME) throw this.#broken();
    yield start;
    const descriptor = await this.#read(1);
    yield descriptor;
    const flags = numberIn(descriptor);
    yield* this.#pass(headerBytes(flags));
    yield* this.#blocks();
    if ((flags & HAS_CHECKSUM) === 0) return;
    const checksum = await this.#read(4);
    yield checksum;
    this.#checksum = numberIn(checksum);
  }

  async *#blocks(): AsyncGenerator<Uint8Array> {
    for (let isLast = false; !isLast;) {
      const header = await this.#read(3);
      yield header;
      const block = numberIn(header);
      isLast = (block & 1) === 1;
      yield* this.#pass(((block >>> 1) & 3) === REPEATED_BYTE ? 1 : block >>> 3);
    }
  }

  /** Gives the source back; no frame is read any more. */
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

  async #skip(bytes: number): Promise<void> {
    for (let left = bytes; left > 0;) left -= (await this.#take(left)).length;
  }

  async #read(bytes: number): Promise<Uint8Array> {
    const read = new Uint8Array(bytes);
    for (let done = 0; done < bytes;) {
      const piece = await this.#take(bytes - done);
      read.set(piece, done);
      done += piece.length;
    }
    return read;
  }

  /** Up to so many bytes, at least one. */
  async #take(mostBytes: number): Promise<Uint8Array> {
    if (!(await this.hasNext())) throw this.#broken();
    const piece = this.#rest.subarray(0, mostBytes);
    this.#rest = this.#rest.subarray(piece.length);
    return piece;
  }

  #broken(): RefoldError<"truncated-archive"> {
    return truncatedArchive(this.packed.name, "zstd");
  }
}

/** Of a frame's header, what follows the descriptor: window, dictionary, size of the content. */
function headerBytes(flags: number): number {
  const isSingleSegment = (flags & 32) !== 0;
  const window = isSingleSegment ? 0 : 1;
  const dictionary = [0, 1, 2, 4][flags & 3] ?? 0;
  const size = [isSingleSegment ? 1 : 0, 2, 4, 8][flags >>> 6] ?? 0;
  return window + dictionary + size;
}

/** The lowest byte first. */
function numberIn(bytes: Uint8Array): number {
  return bytes.reduceRight((higher, byte) => higher * 256 + byte, 0);
}
