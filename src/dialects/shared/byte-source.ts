import { isRefoldError } from "../../errors.js";

/** A file, or whatever stands for one, as a dialect reads it: more than once, and in part. */
export interface ByteSource {
  /** Shown in messages. */
  readonly name: string;
  /** Chunks of any size, from the first byte or from `start`; may be called again. */
  stream(start?: number): AsyncIterable<Uint8Array>;
  /** Bytes `start` to `end` (exclusive). */
  slice(start: number, end: number): Promise<Uint8Array>;
}

/** What follows the first `count` bytes of a stream. */
export async function* skipBytes(
  chunks: AsyncIterable<Uint8Array>,
  count: number,
): AsyncGenerator<Uint8Array> {
  let left = count;
  for await (const chunk of chunks) {
    if (chunk.length <= left) left -= chunk.length;
    else {
      yield left === 0 ? chunk : chunk.subarray(left);
      left = 0;
    }
  }
}

/** The first bytes, as many as there are; those of an archive that ends early also. */
export async function firstBytesOf(content: ByteSource, count: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const chunk of content.stream()) {
      parts.push(chunk);
      bytes += chunk.length;
      if (bytes >= count) break;
    }
  } catch (error) {
    if (!isRefoldError(error, "truncated-archive") || bytes === 0) throw error;
  }
  const [only] = parts;
  if (only !== undefined && parts.length === 1) return only.subarray(0, count); // not copied
  return Buffer.concat(parts, Math.min(bytes, count));
}
