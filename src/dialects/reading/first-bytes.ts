import type { ByteSource } from "../byte-source.js";
import { TruncatedArchive } from "../truncated-archive.js";

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
    if (!(error instanceof TruncatedArchive) || bytes === 0) throw error;
  }
  const [only] = parts;
  if (only !== undefined && parts.length === 1) return only.subarray(0, count); // not copied
  return Buffer.concat(parts, Math.min(bytes, count));
}
