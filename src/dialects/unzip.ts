import { createGunzip } from "node:zlib";
import { skipBytes } from "./skip-bytes.js";

/** What reads like a stream of Node's zlib: bytes in by `write`, bytes out by iteration or as events. */
export interface Unpacker extends AsyncIterable<unknown> {
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
export async function* unzip(
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
export async function written(unpacker: Unpacker, step: Uint8Array): Promise<void> {
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
