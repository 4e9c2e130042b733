import { isRefoldError } from "../../errors.js";

/** A file, or whatever stands for one, as a dialect reads it: repeatedly, and in part. */
export interface ByteSource {
  /** Shown in messages. */
  readonly name: string;
  /** Chunks of any size, from the first byte or from `start`; may be called again. */
  stream(start?: number): AsyncIterable<Uint8Array>;
  /** Bytes `start` to `end` (exclusive). */
  slice(start: number, end: number): Promise<Uint8Array>;
  /** Opens the file of the same collection whose name ends in an id; absent, null: there is none. */
  readonly find?: (id: string) => Promise<ByteSource | null>;
  /** Opens each file of the same collection that bears a thread's id, of every generation one. */
  readonly findAll?: (threadId: string) => Promise<readonly ByteSource[]>;
  /** The files that the bytes come from, in order; absent: one file. */
  readonly parts?: readonly ContentPart[];
}

/** A file's share of a content. */
export interface ContentPart {
  readonly name: string;
  /** Its first byte, in the content; a line begins there. */
  readonly start: number;
  /** False: the session's history begins with it, in another file than its own. */
  readonly isOwn: boolean;
  /** Its history is what was the content's up to this byte, then its own; absent: up to its start. */
  readonly historyEnd?: number;
}

/** What follows the first `count` bytes of a stream. */
export async function* skipBytes(
  chunks: AsyncIterable<Uint8Array>,
  count: number,
): AsyncGenerator<Uint8Array> {
  let left = count;
  for await (const chunk of chunks) {
    if (chunk.length > left) yield left === 0 ? chunk : chunk.subarray(left);
    left = Math.max(0, left - chunk.length);
  }
}

/** The first `count` bytes of a stream, or as many as there are. */
export async function takeBytes(
  chunks: AsyncIterable<Uint8Array>,
  count: number,
): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  if (count <= 0) return new Uint8Array();
  for await (const chunk of chunks) {
    parts.push(chunk);
    bytes += chunk.length;
    if (bytes >= count) break;
  }
  const [only] = parts;
  if (only !== undefined && parts.length === 1) return only.subarray(0, count); // not copied
  return Buffer.concat(parts, Math.min(bytes, count));
}

/** The first bytes of a content, also of an archive that ends early. */
export function firstBytesOf(content: ByteSource, count: number): Promise<Uint8Array> {
  return takeBytes(unpackablePart(content.stream()), count);
}

/**
 * What can be unpacked of an archive that ends early.
 * @throws {RefoldError} `truncated-archive`: nothing can
 */
export async function* unpackablePart(
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  let isEmpty = true;
  try {
    for await (const chunk of chunks) {
      isEmpty = false;
      yield chunk;
    }
  } catch (error) {
    if (isEmpty || !isRefoldError(error, "truncated-archive")) throw error;
  }
}
