import * as zlib from "node:zlib";
import { pump, type Unpacker } from "./unzip.js";

/**
 * The content of Zstandard data: by Node's own decoder where it has one (22.15 and later), else by
 * the fzstd package. @throws the decoder's errors
 */
export async function* unpackZstd(packed: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const create: unknown = Reflect.get(zlib, "createZstdDecompress");
  if (isFactory(create)) yield* pump(packed, create());
  else yield* unpackByPackage(packed);
}

function isFactory(value: unknown): value is () => Unpacker {
  return typeof value === "function";
}

async function* unpackByPackage(packed: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const { Decompress } = await import("fzstd");
  let unpacked: Uint8Array[] = [];
  const decoder = new Decompress((chunk) => {
    unpacked.push(chunk);
  });
  // One chunk is held back: only the last one may be called the last.
  let held: Uint8Array | null = null;
  for await (const chunk of packed) {
    if (held !== null) decoder.push(held);
    held = chunk;
    yield* unpacked;
    unpacked = [];
  }
  try {
    if (held !== null) decoder.push(held, true);
  } finally {
    yield* unpacked;
  }
}
