import * as zlib from "node:zlib";
import type { ByteSource } from "./byte-source.js";
import { TruncatedArchive } from "./truncated-archive.js";
import { written, type Unpacker } from "./unzip.js";
import { ZstdFrames } from "./zstd-frames.js";

/**
 * The content of Zstandard data, of several frames also: by Node's own decoder where it has one (22.15
 * and later), else by the fzstd package.
 * @throws {TruncatedArchive} behind all that can be unpacked; or the decoder's errors
 */
export async function* unpackZstd(packed: ByteSource): AsyncGenerator<Uint8Array> {
  const create: unknown = Reflect.get(zlib, "createZstdDecompress");
  const frames = new ZstdFrames(packed);
  try {
    while (await frames.hasNext()) {
      if (isFactory(create)) yield* unpackByNode(frames.next(), create());
      else yield* unpackByPackage(frames, packed.name);
    }
  } finally {
    await frames.close();
  }
}

function isFactory(value: unknown): value is () => Unpacker {
  return typeof value === "function";
}

/** In steps, because a decoder that fails throws away what nobody has fetched. */
async function* unpackByNode(
  frame: AsyncIterable<Uint8Array>,
  decoder: Unpacker,
): AsyncGenerator<Uint8Array> {
  let unpacked: Uint8Array[] = [];
  const failures: Error[] = [];
  decoder.on("data", (chunk: Uint8Array) => unpacked.push(chunk));
  decoder.on("error", (error: Error) => failures.push(error));
  try {
    for await (const piece of frame) {
      await written(decoder, piece);
      yield* unpacked;
      unpacked = [];
      for (const failure of failures) throw failure;
    }
  } finally {
    decoder.destroy();
  }
}

async function* unpackByPackage(frames: ZstdFrames, name: string): AsyncGenerator<Uint8Array> {
  const { Decompress } = await import("fzstd");
  const { default: loadHashes } = await import("xxhash-wasm");
  const sum = (await loadHashes()).create64();
  let unpacked: Uint8Array[] = [];
  const decoder = new Decompress((chunk) => {
    sum.update(chunk);
    unpacked.push(chunk);
  });
  for await (const piece of frames.next()) {
    decoder.push(piece);
    yield* unpacked;
    unpacked = [];
  }
  decoder.push(new Uint8Array(), true); // it waits for more than a short frame has
  yield* unpacked;
  // The package does not ask for the sum itself.
  const { checksum } = frames;
  if (checksum !== null && BigInt.asUintN(32, sum.digest()) !== BigInt(checksum)) {
    throw new TruncatedArchive(name, "zstd");
  }
}
