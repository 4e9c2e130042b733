import type { ByteSource } from "./byte-source.js";
import { skipBytes } from "./skip-bytes.js";
import { TruncatedArchive } from "./truncated-archive.js";
import { unzip } from "./unzip.js";
import { unpackZstd } from "./zstd.js";

export type Compression = "gzip" | "zstd";

/** Told from the first bytes, never from a file's name; null: not compressed. */
function recogniseCompression(firstBytes: Uint8Array): Compression | null {
  const [a, b, c, d] = firstBytes;
  if (a === 0x1f && b === 0x8b) return "gzip";
  if (a === 0x28 && b === 0xb5 && c === 0x2f && d === 0xfd) return "zstd";
  return null;
}

/**
 * The content of a source: unpacked when it is compressed, as it is otherwise.
 * Its streams throw `TruncatedArchive` behind everything that could be unpacked.
 */
export async function openUnpacked(
  bytes: ByteSource,
): Promise<{ readonly content: ByteSource; readonly compression: Compression | null }> {
  const compression = recogniseCompression(await bytes.slice(0, 4));
  if (compression === null) return { content: bytes, compression };
  return { content: unpackedSource(bytes, compression), compression };
}

function unpackedSource(packed: ByteSource, compression: Compression): ByteSource {
  // There is no shorter way into a compressed file.
  const stream = (start = 0) => skipBytes(unpack(packed, compression), start);
  return { name: packed.name, stream, slice: (start, end) => collect(stream(start), end - start) };
}

async function* unpack(packed: ByteSource, compression: Compression): AsyncGenerator<Uint8Array> {
  try {
    yield* compression === "gzip" ? unzip(() => packed.stream()) : unpackZstd(packed);
  } catch (error) {
    if (!isUnpackingFailure(error)) throw error;
    throw new TruncatedArchive(packed.name, compression, { cause: error });
  }
}

/** zlib's errors have codes that begin with `Z_` or `ZSTD_`; the library's are numbers. */
function isUnpackingFailure(error: unknown): boolean {
  if (!(error instanceof Error) || !("code" in error)) return false;
  return typeof error.code === "number" || /^(?:Z_|ZSTD_|ERR_ZLIB_)/.test(String(error.code));
}

async function collect(chunks: AsyncIterable<Uint8Array>, count: number): Promise<Uint8Array> {
  const kept: Uint8Array[] = [];
  let left = count;
  if (left <= 0) return new Uint8Array();
  for await (const chunk of chunks) {
    kept.push(chunk.subarray(0, left));
    left -= chunk.length;
    if (left <= 0) break;
  }
  return Buffer.concat(kept);
}
