/** How long a content stays open for its next part. */
const IDLE_MS = 100;

/**
 * Parts of a content that can be read only from its start, as what is compressed. A part that begins where
 * the last one ended, or later, goes on from there: parts in order cost one reading.
 */
export class PartsInOrder {
  #reading: Reading | null = null;
  #last: Promise<unknown> = Promise.resolve();
  #idle: NodeJS.Timeout | undefined;

  /** @param stream the content, from its first byte */
  constructor(private readonly stream: () => AsyncIterable<Uint8Array>) {}

  /**
   * Bytes `start` to `end` (exclusive), or as many as there are; one part after the other.
   * @throws what the stream throws before `end`
   */
  slice(start: number, end: number): Promise<Uint8Array> {
    const part = this.#last.then(() => this.#read(start, end));
    this.#last = part.catch(() => undefined); // whoever asked for it is told
    return part;
  }

  async #read(start: number, end: number): Promise<Uint8Array> {
    clearTimeout(this.#idle);
    if (this.#reading !== null && start < this.#reading.at) await this.#close();
    try {
      const part = await (this.#reading ??= new Reading(this.stream())).take(start, end);
      this.#idle = setTimeout(() => void this.#close(), IDLE_MS).unref();
      return part;
    } catch (error) {
      await this.#close();
      throw error;
    }
  }

  async #close(): Promise<void> {
    const reading = this.#reading;
    this.#reading = null;
    await reading?.close();
  }
}

class Reading {
  /** The first byte that was not passed yet. */
  at = 0;
  readonly #chunks: AsyncIterator<Uint8Array, unknown>;
  #rest: Uint8Array = new Uint8Array();

  constructor(stream: AsyncIterable<Uint8Array>) {
    this.#chunks = stream[Symbol.asyncIterator]();
  }

  async take(start: number, end: number): Promise<Uint8Array> {
    await this.#pass(start);
    const parts: Uint8Array[] = [];
    while (this.at < end && (await this.#hasMore())) parts.push(this.#next(end));
    return Buffer.concat(parts); // copied: the next chunk may be unpacked into the same memory
  }

  async close(): Promise<void> {
    await this.#chunks.return?.();
  }

  async #pass(to: number): Promise<void> {
    while (this.at < to && (await this.#hasMore())) this.#next(to);
  }

  /** What is left of the chunk, up to `end`. */
  #next(end: number): Uint8Array {
    const part = this.#rest.subarray(0, end - this.at);
    this.#rest = this.#rest.subarray(part.length);
    this.at += part.length;
    return part;
  }

  async #hasMore(): Promise<boolean> {
    while (this.#rest.length === 0) {
      const next = await this.#chunks.next();
      if (next.done === true) return false;
      this.#rest = next.value;
    }
    return true;
  }
}
