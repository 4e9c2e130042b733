import { truncatedArchive } from "../errors.js";
import * as zlib from "node:zlib";
import { createGunzip } from "node:zlib";
import { type ByteSource, skipBytes } from "./byte-source.js";
import { ZstdFrames } from "./zstd-frames.js";

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
 * Its streams throw `truncated-archive` behind everything that could be unpacked.
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
    throw truncatedArchive(packed.name, compression, { cause: error });
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

/** What reads like a stream of Node's zlib: bytes in by `write`, bytes out by iteration or as events. */
interface Unpacker extends AsyncIterable<unknown> {
  write(chunk: Uint8Array, done?: () => void): boolean;
  end(): unknown;
  on(event: "data", listener: (chunk: Uint8Array) => void): unknown;
  on(event: "error", listener: (error: Error) => void): unknown;
  destroy(error?: Error): unknown;
  once(event: "drain" | "close", listener: () => void): unknown;
  off(event: "drain" | "close", listener: () => void): unknown;
}

/**
 * The content of gzip data, of several members also.
 * @param open the data from its beginning; opened again where it is broken
 * @throws zlib's errors, behind all that can be unpacked
 */
async function* unzip(
  open: () => AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array, void, undefined> {
  const gunzip = createGunzip();
  let givenBytes = 0;
  try {
    for await (const chunk of pump(open(), gunzip)) {
      givenBytes += chunk.length;
      yield chunk;
    }
  } catch (error) {
    // zlib throws away what the step that failed has unpacked, and what nobody had fetched yet.
    yield* skipBytes(unzipInSteps(open(), gunzip.bytesWritten), givenBytes);
    throw error;
  }
}

/** Behind the first `soundBytes`, byte by byte up to the one that cannot be taken. */
async function* unzipInSteps(
  packed: AsyncIterable<Uint8Array>,
  soundBytes: number,
): AsyncGenerator<Uint8Array, void, undefined> {
  const gunzip = createGunzip();
  let unpacked: Uint8Array[] = [];
  gunzip.on("data", (chunk: Uint8Array) => unpacked.push(chunk));
  gunzip.on("error", () => gunzip.destroy()); // known, and thrown by who asks
  let at = 0;
  for await (const chunk of packed) {
    for (const step of stepsOf(chunk, soundBytes - at)) {
      await written(gunzip, step);
      yield* unpacked;
      unpacked = [];
      if (gunzip.destroyed) return;
    }
    at += chunk.length;
  }
  gunzip.destroy();
}

function* stepsOf(chunk: Uint8Array, soundBytes: number): Generator<Uint8Array> {
  const sound = Math.min(Math.max(soundBytes, 0), chunk.length);
  if (sound > 0) yield chunk.subarray(0, sound);
  for (let at = sound; at < chunk.length; at++) yield chunk.subarray(at, at + 1);
}

/**
 * Gives a step to an unpacker, and waits for what it makes of it. Resolves in any case: a step that
 * fails closes the unpacker, and is not answered.
 */
async function written(unpacker: Unpacker, step: Uint8Array): Promise<void> {
  await new Promise<void>((resolve) => {
    const done = (): void => {
      unpacker.off("close", done);
      resolve();
    };
    unpacker.once("close", done);
    unpacker.write(step, done);
  });
  await new Promise((resolve) => setImmediate(resolve)); // what was unpacked arrives
}

/** Drives an unpacker no faster than its reader reads. */
export async function* pump(
  packed: AsyncIterable<Uint8Array>,
  unpacker: Unpacker,
): AsyncGenerator<Uint8Array> {
  let closed = false;
  unpacker.once("close", () => {
    closed = true;
  });
  const feed = async (): Promise<void> => {
    for await (const chunk of packed) {
      if (closed) return;
      if (!unpacker.write(chunk)) await drained(unpacker, () => closed);
    }
    if (!closed) unpacker.end();
  };
  const feeding = feed().catch((error: unknown) => {
    unpacker.destroy(error instanceof Error ? error : new TypeError(String(error)));
  });
  try {
    for await (const chunk of unpacker) if (chunk instanceof Uint8Array) yield chunk;
  } finally {
    unpacker.destroy();
    await feeding;
  }
}

async function drained(unpacker: Unpacker, isClosed: () => boolean): Promise<void> {
  if (isClosed()) return;
  await new Promise<void>((resolve) => {
    const done = (): void => {
      unpacker.off("drain", done);
      unpacker.off("close", done);
      resolve();
    };
    unpacker.once("drain", done);
    unpacker.once("close", done);
  });
}

/**
 * The content of Zstandard data, of several frames also: by Node's own decoder where it has one (22.15
 * and later), else by the fzstd package.
 * @throws {RefoldError} `truncated-archive`: behind all that can be unpacked; or the decoder's
 *   errors
 */
async function* unpackZstd(packed: ByteSource): AsyncGenerator<Uint8Array> {
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
    throw truncatedArchive(name, "zstd");
  }
}
