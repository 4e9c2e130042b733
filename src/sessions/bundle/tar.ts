import { isRefoldError, unreachable, type RefoldError } from "../../errors.js";
import { damagedBundle } from "../errors.js";
import { Header } from "tar/header";

export const TAR_BLOCK_BYTES = 512;

/**
 * Reads a block as a tar header.
 * @param block of `TAR_BLOCK_BYTES`
 * @returns null when it is none: what decodes it throws on bytes that are of anything else
 */
function readTarHeader(block: Buffer): Header | null {
  try {
    return new Header(block, 0);
  } catch (error) {
    if (error instanceof Error) return null;
    throw error;
  }
}

/** A file of an archive. */
export interface TarPart {
  readonly name: string;
  readonly sizeBytes: number;
  /** Where its content begins. */
  readonly byte: number;
}

/** Reads a tar archive part by part; holds no more than a chunk of it. */
export class TarReader {
  readonly #chunks: AsyncIterator<Uint8Array>;
  #chunk: Uint8Array = new Uint8Array();
  #byte = 0;
  #part: string | null = null;

  /** @param file its name, for messages @param content unpacked */
  constructor(
    private readonly file: string,
    content: AsyncIterable<Uint8Array>,
  ) {
    this.#chunks = content[Symbol.asyncIterator]();
  }

  /**
   * The next part; the one before must have been read to its end.
   * @returns null at the archive's end
   * @throws {RefoldError} `damaged-bundle`: there is no part, and no end either
   */
  async next(): Promise<TarPart | null> {
    this.#part = null;
    const block = Buffer.concat(await gathered(this.#take(TAR_BLOCK_BYTES)));
    const header = readTarHeader(block);
    if (header?.nullBlock === true) return null;
    if (header?.cksumValid !== true || header.path === undefined || header.size === undefined) {
      throw this.damaged("not a tar header");
    }
    const { path, size, type } = header;
    this.#part = path;
    if (type !== "File" && type !== "OldFile") throw this.damaged(`it is no file but a ${type}`);
    return { name: path, sizeBytes: size, byte: this.#byte };
  }

  /** A part's bytes. */
  async *content({ sizeBytes }: TarPart): AsyncGenerator<Uint8Array, void, undefined> {
    yield* this.#take(sizeBytes);
    await gathered(this.#take(-sizeBytes & (TAR_BLOCK_BYTES - 1))); // what fills the last block up
  }

  /** Reads to the very end, so that what checks the compressed data has seen all of it. */
  async finish(): Promise<void> {
    while (await this.#fill()) this.#advance(this.#chunk.length);
  }

  async close(): Promise<void> {
    await this.#chunks.return?.();
  }

  damaged(reason: string, byte = this.#byte): RefoldError<"damaged-bundle"> {
    return damagedBundle({ file: this.file, part: this.#part, byte }, reason);
  }

  async *#take(count: number): AsyncGenerator<Uint8Array, void, undefined> {
    for (let left = count; left > 0;) {
      if (!(await this.#fill())) throw this.damaged(`the bundle ends here, ${left} bytes early`);
      const part = this.#chunk.subarray(0, left);
      this.#advance(part.length);
      left -= part.length;
      yield part;
    }
  }

  #advance(count: number): void {
    this.#chunk = this.#chunk.subarray(count);
    this.#byte += count;
  }

  async #fill(): Promise<boolean> {
    while (this.#chunk.length === 0) {
      const next = await this.#read();
      if (next.done === true) return false;
      this.#chunk = next.value;
    }
    return true;
  }

  async #read(): Promise<IteratorResult<Uint8Array>> {
    try {
      return await this.#chunks.next();
    } catch (error) {
      if (!isRefoldError(error, "truncated-archive")) throw error;
      const place = { file: this.file, part: this.#part, byte: this.#byte };
      throw damagedBundle(place, "the bundle is cut short or changed here", { cause: error });
    }
  }
}

async function gathered(parts: AsyncIterable<Uint8Array>): Promise<Uint8Array[]> {
  const all: Uint8Array[] = [];
  for await (const part of parts) all.push(part);
  return all;
}

/** Two empty blocks: the end of a tar file. */
export const TAR_END: Uint8Array = new Uint8Array(2 * TAR_BLOCK_BYTES);

/**
 * A file in a tar archive: its header, its content, and what fills up the last block. The same entry
 * gives the same bytes: no time, owner or mode of this machine is in it.
 *
 * @param parts of `sizeBytes` together
 */
export async function* tarEntry(
  { name, sizeBytes }: { readonly name: string; readonly sizeBytes: number },
  parts: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): AsyncGenerator<Uint8Array, void, undefined> {
  const mtime = new Date(0);
  const header = new Header({ path: name, size: sizeBytes, type: "File", mode: 0o600, mtime });
  const block = Buffer.alloc(TAR_BLOCK_BYTES);
  if (header.encode(block, 0)) throw unreachable(`the name of ${name} is too long for tar`);
  yield block;
  let written = 0;
  for await (const part of parts) {
    written += part.length;
    yield part;
  }
  if (written !== sizeBytes) throw unreachable(`${name} has ${written} bytes`);
  yield new Uint8Array((TAR_BLOCK_BYTES - (sizeBytes % TAR_BLOCK_BYTES)) % TAR_BLOCK_BYTES);
}
