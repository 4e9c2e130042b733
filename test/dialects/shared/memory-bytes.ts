import type { ByteSource } from "../../../src/dialects/shared/byte-source.js";
import { sha256 } from "../../../src/dialects/shared/derived-ids.js";

/** Bytes in memory as a dialect reads a file. */
export function memoryBytes(content: Uint8Array | string, chunkBytes = 1 << 16): ByteSource {
  const bytes = Buffer.from(content);
  return {
    name: "memory",
    async *stream(start = 0) {
      for (let at = start; at < bytes.length; at += chunkBytes) {
        yield bytes.subarray(at, at + chunkBytes);
      }
    },
    slice: async (start, end) => bytes.subarray(start, end),
  };
}

/** A blob store in memory. */
export class MemoryBlobs {
  readonly contents = new Map<string, Uint8Array>();

  async put(bytes: Uint8Array): Promise<string> {
    const hash = sha256(bytes);
    this.contents.set(hash, Uint8Array.from(bytes));
    return hash;
  }

  async get(hash: string): Promise<Uint8Array> {
    const bytes = this.contents.get(hash);
    if (bytes === undefined) throw new Error(`no blob ${hash}`);
    return bytes;
  }
}

export async function collect<Value>(values: AsyncIterable<Value>): Promise<Value[]> {
  const collected: Value[] = [];
  for await (const value of values) collected.push(value);
  return collected;
}
