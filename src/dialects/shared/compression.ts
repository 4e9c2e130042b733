import * as zlib from "node:zlib";
import { truncatedArchive } from "../errors.js";
import { type ByteSource, skipBytes } from "./byte-source.js";
import { PartsInOrder } from "./parts-in-order.js";
import { ZstdFrames } from "./zstd-frames.js";

export type Compression = "gzip" | "zstd";

/** What comes of so much is held at once, and it may be a thousand times as much. */
const GIVEN_AT_ONCE_BYTES = 64 * 1024;

/** One of zlib's streams. */
type Coder = zlib.Gzip | zlib.Gunzip;

/**
 * The content of a source: unpacked if it is compressed, as it is otherwise.
 * Its streams throw `truncated-archive` after everything that could be unpacked.
 */
export async function openUnpacked(
  bytes: ByteSource,
): Promise<{ readonly content: ByteSource; readonly compression: Compression | null }> {
  const compression = recogniseCompression(await bytes.slice(0, 4));
  if (compression === null) return { content: bytes, compression };
  const stream = (start = 0) => skipBytes(unpack(bytes, compression), start);
  const parts = new PartsInOrder(stream);
  const slice = (start: number, end: number) => parts.slice(start, end);
  return { content: { ...bytes, stream, slice }, compression };
}

/** By the first bytes, never by a file's name; null: not compressed. */
function recogniseCompression([a, b, c, d]: Uint8Array): Compression | null {
  if (a === 0x1f && b === 0x8b) return "gzip";
  return a === 0x28 && b === 0xb5 && c === 0x2f && d === 0xfd ? "zstd" : null;
}

async function* unpack(packed: ByteSource, compression: Compression): AsyncGenerator<Uint8Array> {
  try {
    if (compression === "gzip") yield* unpackGzip(packed);
    else yield* unpackZstd(packed);
  } catch (error) {
    if (!isUnpackingFailure(error)) throw error;
    throw truncatedArchive(packed.name, compression, { cause: error });
  }
}

/** The lengths of the pieces at each attempt; the first is as it comes. */
const PIECE_BYTES = [Infinity, 1024, 1];

/**
 * The content of gzip data. A stream that fails gives nothing of the bytes that it failed on, though most
 * of them may be right: so the data is unpacked again, and these in pieces, down to the byte that is wrong.
 * @throws the stream's error, after everything that is before it
 */
async function* unpackGzip(packed: ByteSource): AsyncGenerator<Uint8Array> {
  let failure: Error | null = null;
  let givenBytes = 0;
  let newest = Infinity; // where the piece begins that a stream took last
  const note = (start: number): void => void (newest = start);
  for (const pieceBytes of PIECE_BYTES) {
    const pieces = inPieces(packed.stream(), { from: newest, pieceBytes, note });
    try {
      const content = through(zlib.createGunzip(), pieces);
      for await (const chunk of skipBytes(content, givenBytes)) {
        givenBytes += chunk.length;
        yield chunk;
      }
      break;
    } catch (error) {
      if (!isUnpackingFailure(error) || isCutShort(error)) throw error;
      failure = error;
    }
  }
  if (failure !== null) throw failure;
}

/** Chunks as they come, and from a place on in pieces; each is noted before it is given. */
async function* inPieces(
  chunks: AsyncIterable<Uint8Array>,
  cut: {
    readonly from: number;
    readonly pieceBytes: number;
    readonly note: (start: number) => void;
  },
): AsyncGenerator<Uint8Array> {
  let start = 0;
  for await (const chunk of chunks) {
    for (let rest = chunk; rest.length > 0;) {
      const piece = rest.subarray(0, start < cut.from ? cut.from - start : cut.pieceBytes);
      cut.note(start);
      yield piece;
      rest = rest.subarray(piece.length);
      start += piece.length;
    }
  }
}

/** The end is missing: a stream that waits for it has given all that there is. */
function isCutShort(error: Error): boolean {
  return "code" in error && error.code === "Z_BUF_ERROR";
}

/** The codes of zlib's errors begin with `Z_` or `ZSTD_`. */
function isUnpackingFailure(error: unknown): error is Error {
  if (!(error instanceof Error) || !("code" in error)) return false;
  return /^(?:Z_|ZSTD_|ERR_ZLIB_)/.test(String(error.code));
}

/**
 * What one of zlib's streams makes of bytes. Each chunk is waited for, because a stream that fails
 * drops what nobody has fetched yet.
 * @throws the stream's error, after everything that it gave before
 */
export async function* through(
  coder: Coder,
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const failures: Error[] = [];
  let given: Uint8Array[] = [];
  coder.on("data", (chunk: Uint8Array) => given.push(chunk));
  coder.on("error", (error: Error) => failures.push(error));
  const taken = function* (): Generator<Uint8Array> {
    yield* given;
    given = [];
    for (const failure of failures) throw failure;
  };
  try {
    for await (const chunk of chunks) {
      for (let at = 0; at < chunk.length; at += GIVEN_AT_ONCE_BYTES) {
        await written(coder, chunk.subarray(at, at + GIVEN_AT_ONCE_BYTES));
        yield* taken();
      }
    }
    await ended(coder);
    yield* taken();
  } finally {
    coder.destroy();
  }
}

/** A chunk that fails closes the stream, and its callback is never called. */
async function written(coder: Coder, chunk: Uint8Array): Promise<void> {
  await new Promise<void>((resolve) => {
    const done = (): void => {
      coder.off("close", done);
      resolve();
    };
    coder.once("close", done);
    coder.write(chunk, done);
  });
  await new Promise((resolve) => setImmediate(resolve)); // its data events come later
}

function ended(coder: Coder): Promise<void> {
  return new Promise((resolve) => {
    coder.once("close", resolve);
    coder.end();
  });
}

/**
 * The content of Zstandard data, also of several frames: by Node's own decoder where it has one (22.15
 * and later), else by the fzstd package.
 */
async function* unpackZstd(packed: ByteSource): AsyncGenerator<Uint8Array> {
  const create: unknown = Reflect.get(zlib, "createZstdDecompress");
  const frames = new ZstdFrames(packed);
  try {
    while (await frames.begin()) {
      if (isFactory(create)) yield* through(create(), frames.bytes());
      else yield* unpackByPackage(frames, packed.name);
    }
  } finally {
    await frames.close();
  }
}

function isFactory(value: unknown): value is () => Coder {
  return typeof value === "function";
}

async function* unpackByPackage(frames: ZstdFrames, name: string): AsyncGenerator<Uint8Array> {
  const { Decompress } = await import("fzstd");
  const { default: loadHashes } = await import("xxhash-wasm");
  const sum = (await loadHashes()).create64();
  let given: Uint8Array[] = [];
  const decoder = new Decompress((chunk) => {
    sum.update(chunk);
    given.push(chunk);
  });
  const push = (piece: Uint8Array, isLast = false): void => {
    try {
      decoder.push(piece, isLast);
    } catch (cause) {
      throw truncatedArchive(name, "zstd", { cause }); // of whatever kind: it believes sizes that lie
    }
  };
  for await (const piece of frames.bytes()) {
    push(piece);
    yield* given;
    given = [];
  }
  push(new Uint8Array(), true); // it waits for more than a short frame has
  yield* given;
  // The package does not check the sum itself.
  const { checksum } = frames;
  if (checksum !== null && BigInt.asUintN(32, sum.digest()) !== BigInt(checksum)) {
    throw truncatedArchive(name, "zstd");
  }
}
