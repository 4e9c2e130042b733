/** Lines longer than this are not read; their bytes are passed on in parts. */
const MAX_LINE_BYTES = 256 * 1024 * 1024;

const LINE_FEED = 0x0a;

/** A line with its line feed (the last one may have none), or a part of one that is too long. */
export interface Line {
  readonly bytes: Buffer;
  /** Byte offset of `bytes`. */
  readonly start: number;
  /** Byte offset of the line; differs from `start` in the parts of one that is too long. */
  readonly lineStart: number;
  /** 1-based. */
  readonly number: number;
  /** `whole`: a line; `part`: some bytes of one that is too long; `last-part`: its last bytes. */
  readonly extent: "whole" | "part" | "last-part";
}

/**
 * Cuts a stream of bytes into lines; holds no more than one line and one chunk. A line's bytes are
 * valid until the next line is asked for: lines that span chunks are put together in one place.
 */
export class LineSplitter {
  /** The beginning of a line whose end has not come yet. */
  #begun: Buffer = Buffer.alloc(0);
  #begunBytes = 0;
  #start: number;
  #lineStart: number;
  #number: number;
  #tooLong = false;

  /** @param from where in the file the stream begins: at the start of that line */
  constructor(
    from: { readonly byte: number; readonly line: number } = { byte: 0, line: 1 },
    private readonly maxLineBytes = MAX_LINE_BYTES,
  ) {
    this.#start = from.byte;
    this.#lineStart = from.byte;
    this.#number = from.line;
  }

  /** Number of the line that comes next. */
  get nextLine(): number {
    return this.#number;
  }

  /** The lines that a chunk completes. */
  *push(chunk: Uint8Array): Generator<Line> {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    let from = 0;
    for (;;) {
      const end = bytes.indexOf(LINE_FEED, from) + 1;
      if (end === 0) break;
      yield this.#complete(bytes.subarray(from, end));
      from = end;
    }
    if (from < bytes.length) yield* this.#begin(bytes.subarray(from));
  }

  /** The last line, where the file does not end with a line feed. */
  *end(): Generator<Line> {
    if (this.#begunBytes > 0 || this.#tooLong) yield this.#complete(Buffer.alloc(0));
  }

  #complete(tail: Buffer): Line {
    const bytes = this.#begunBytes === 0 ? tail : this.#append(tail);
    const line = this.#line(bytes, this.#tooLong ? "last-part" : "whole");
    this.#begunBytes = 0;
    this.#tooLong = false;
    this.#lineStart = this.#start;
    this.#number++;
    return line;
  }

  *#begin(tail: Buffer): Generator<Line> {
    if (!this.#tooLong) {
      const bytes = this.#append(tail);
      if (bytes.length <= this.maxLineBytes) return;
      this.#tooLong = true;
      this.#begunBytes = 0;
      this.#begun = Buffer.alloc(0);
      yield this.#line(bytes, "part");
      return;
    }
    yield this.#line(tail, "part");
  }

  /** @returns the line's beginning with this after it */
  #append(tail: Buffer): Buffer {
    const length = this.#begunBytes + tail.length;
    if (length > this.#begun.length) {
      const larger = Buffer.allocUnsafe(
        Math.max(length, Math.min(length + (length >> 2), MAX_LINE_BYTES)),
      );
      this.#begun.copy(larger, 0, 0, this.#begunBytes);
      this.#begun = larger;
    }
    tail.copy(this.#begun, this.#begunBytes);
    this.#begunBytes = length;
    return this.#begun.subarray(0, length);
  }

  #line(bytes: Buffer, extent: Line["extent"]): Line {
    const start = this.#start;
    this.#start += bytes.length;
    return { bytes, start, lineStart: this.#lineStart, number: this.#number, extent };
  }
}
