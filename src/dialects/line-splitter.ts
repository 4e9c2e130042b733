/** Lines longer than this are not read; their bytes are passed on in parts. */
export const MAX_LINE_BYTES = 256 * 1024 * 1024;

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

/** Cuts a stream of bytes into lines; holds no more than one line and one chunk. */
export class LineSplitter {
  #pending: Buffer[] = [];
  #pendingBytes = 0;
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
    if (from < bytes.length) yield* this.#keep(bytes.subarray(from));
  }

  /** The last line, where the file does not end with a line feed. */
  *end(): Generator<Line> {
    if (this.#pendingBytes > 0 || this.#tooLong) yield this.#complete(Buffer.alloc(0));
  }

  #complete(tail: Buffer): Line {
    const bytes = this.#pendingBytes === 0 ? tail : Buffer.concat([...this.#pending, tail]);
    const extent = this.#tooLong ? "last-part" : "whole";
    const line: Line = {
      bytes,
      start: this.#start,
      lineStart: this.#lineStart,
      number: this.#number,
      extent,
    };
    this.#pending = [];
    this.#pendingBytes = 0;
    this.#tooLong = false;
    this.#start += bytes.length;
    this.#lineStart = this.#start;
    this.#number++;
    return line;
  }

  *#keep(tail: Buffer): Generator<Line> {
    this.#pending.push(tail);
    this.#pendingBytes += tail.length;
    if (this.#pendingBytes <= this.maxLineBytes && !this.#tooLong) return;
    this.#tooLong = true;
    for (const bytes of this.#pending) {
      const place = { start: this.#start, lineStart: this.#lineStart, number: this.#number };
      yield { bytes, ...place, extent: "part" };
      this.#start += bytes.length;
    }
    this.#pending = [];
    this.#pendingBytes = 0;
  }
}
