import { createGunzip } from "node:zlib";

/** What reads like a stream of Node's zlib: bytes in by `write`, bytes out by iteration. */
export interface Unpacker extends AsyncIterable<unknown> {
  write(chunk: Uint8Array): boolean;
  end(): unknown;
  destroy(error?: Error): unknown;
  once(event: "drain" | "close", listener: () => void): unknown;
  off(event: "drain" | "close", listener: () => void): unknown;
}

/** The content of gzip data, of several members also. @throws zlib's errors */
export function unzip(packed: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  return pump(packed, createGunzip());
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
