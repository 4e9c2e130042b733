/** Lines longer than this are not read; their bytes are passed on in parts. */
const MAX_LINE_BYTES = 256 * 1024 * 1024;
/** A longer beginning is held in blocks of this size, which are put together once. */
const BLOCK_BYTES = 16 * 1024 * 1024;

const LINE_FEED = 0x0a;
const NOTHING = Buffer.alloc(0);

interface LinePlace {
  /** Byte offset of `bytes`. */
  readonly start: number;
  /** Byte offset of the line; differs from `start` in the parts of one that is too long. */
  readonly lineStart: number;
  /** 1-based. */
  readonly number: number;
  /** `whole`: a line; `part`: some bytes of one that is too long; `last-part`: its last bytes. */
  readonly extent: "whole" | "part" | "last-part";
}

/** A line with its line feed (the last one may have none), or a part of one that is too long. */
export class Line implements LinePlace {
  readonly start: number;
  readonly lineStart: number;
  readonly number: number;
  readonly extent: LinePlace["extent"];

  /**
   * @param holder has the line's bytes from `from` to `to` (exclusive). They are cut out only for who
   *   asks: that takes as long as finding the line does.
   */
  constructor(
    readonly holder: Buffer,
    readonly from: number,
    readonly to: number,
    place: LinePlace,
  ) {
    this.start = place.start;
    this.lineStart = place.lineStart;
    this.number = place.number;
    this.extent = place.extent;
  }

  /** Byte offset after `bytes`. */
  get end(): number {
    return this.start + this.to - this.from;
  }

  get bytes(): Buffer {
    return this.holder.subarray(this.from, this.to);
  }
}

/** Gives what `next` gives, until that is null. A generator costs several times as much for each line. */
export function iterate<Value>(next: () => Value | null): Iterable<Value> {
  const step = (): IteratorResult<Value, undefined> => {
    const value = next();
    return value === null ? { value: undefined, done: true } : { value, done: false };
  };
  return { [Symbol.iterator]: () => ({ next: step }) };
}

/** What is taken for too long, and how much of a line is held in one place before its end is there. */
export interface LineLimits {
  readonly lineBytes?: number;
  readonly blockBytes?: number;
}

/**
 * Cuts a stream of bytes into lines; holds no more than one line and one chunk, and one of several blocks twice
 * while they are put together. A line's bytes are valid until the next line is asked for: lines that span chunks
 * are put together in one place.
 */
export class LineSplitter {
  /** The beginning of a line whose end has not come yet: what follows the blocks. */
  #begun: Buffer = NOTHING;
  #begunBytes = 0;
  /** What comes before it; once the line is too long, parts of it that nobody asked for yet. */
  #blocks: Buffer[] = [];
  #blocksBytes = 0;
  #start: number;
  #lineStart: number;
  #number: number;
  #tooLong = false;
  readonly #maxLineBytes: number;
  readonly #blockBytes: number;

  /** @param from where in the file the stream begins: at the start of that line */
  constructor(
    from: { readonly byte: number; readonly line: number } = { byte: 0, line: 1 },
    { lineBytes = MAX_LINE_BYTES, blockBytes = BLOCK_BYTES }: LineLimits = {},
  ) {
    this.#maxLineBytes = lineBytes;
    this.#blockBytes = blockBytes;
    this.#start = from.byte;
    this.#lineStart = from.byte;
    this.#number = from.line;
  }

  /** Number of the line that comes next. */
  get nextLine(): number {
    return this.#number;
  }

  /** The lines that a chunk completes; to be read to their end. */
  push(chunk: Uint8Array): Iterable<Line> {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    let from = 0;
    return iterate(() => {
      if (this.#tooLong && this.#blocks.length > 0) return this.#nextBlock();
      const begin = from;
      if (begin === bytes.length) return null;
      const end = bytes.indexOf(LINE_FEED, begin) + 1;
      from = end === 0 ? bytes.length : end;
      return end === 0 ? this.#begin(bytes, begin) : this.#complete(bytes, begin, end);
    });
  }

  /** The last line, where the file does not end with a line feed. */
  *end(): Generator<Line> {
    if (this.#begunBytes > 0 || this.#tooLong) yield this.#complete(NOTHING, 0, 0);
  }

  #complete(bytes: Buffer, from: number, to: number): Line {
    const extent = this.#tooLong ? "last-part" : "whole";
    const length = this.#begunBytes === 0 ? 0 : this.#append(bytes, from, to);
    const line =
      length === 0
        ? this.#line(bytes, from, to, extent)
        : this.#line(this.#joined(length), 0, length, extent);
    this.#begunBytes = 0;
    this.#tooLong = false;
    this.#lineStart = this.#start;
    this.#number++;
    return line;
  }

  /** @returns a part of the line, if it is too long */
  #begin(bytes: Buffer, from: number): Line | null {
    if (this.#tooLong) return this.#line(bytes, from, bytes.length, "part");
    const length = this.#append(bytes, from, bytes.length);
    if (length <= this.#maxLineBytes) return null;
    this.#endBlock();
    this.#blocksBytes = 0;
    this.#tooLong = true;
    return this.#nextBlock();
  }

  #nextBlock(): Line {
    const block = this.#blocks.shift() ?? NOTHING;
    return this.#line(block, 0, block.length, "part");
  }

  /** Puts bytes after the line's beginning. @returns how many there are then */
  #append(bytes: Buffer, from: number, to: number): number {
    const added = to - from;
    if (this.#begunBytes + added > this.#begun.length) this.#makeRoom(added);
    bytes.copy(this.#begun, this.#begunBytes, from, to);
    this.#begunBytes += added;
    return this.#blocksBytes + this.#begunBytes;
  }

  /** Up to a block it grows, and what is there then does for the lines that follow. */
  #makeRoom(added: number): void {
    const isLong = this.#begunBytes + added > this.#blockBytes;
    if (isLong && this.#begunBytes > 0) this.#endBlock();
    const length = this.#begunBytes + added;
    const wanted = isLong ? this.#blockBytes : Math.min(length + (length >> 2), this.#blockBytes);
    const larger = Buffer.allocUnsafe(Math.max(length, wanted));
    this.#begun.copy(larger, 0, 0, this.#begunBytes);
    this.#begun = larger;
  }

  #endBlock(): void {
    this.#blocks.push(this.#begun.subarray(0, this.#begunBytes));
    this.#blocksBytes += this.#begunBytes;
    this.#begun = NOTHING;
    this.#begunBytes = 0;
  }

  /** The whole line in one place. */
  #joined(length: number): Buffer {
    if (this.#blocks.length === 0) return this.#begun;
    this.#endBlock();
    const whole = Buffer.concat(this.#blocks, length);
    this.#blocks = [];
    this.#blocksBytes = 0;
    return whole;
  }

  #line(holder: Buffer, from: number, to: number, extent: Line["extent"]): Line {
    const start = this.#start;
    this.#start += to - from;
    const place = { start, lineStart: this.#lineStart, number: this.#number, extent };
    return new Line(holder, from, to, place);
  }
}
