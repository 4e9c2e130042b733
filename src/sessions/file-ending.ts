import type { ByteSource } from "../dialects/shared/byte-source.js";
import { openForeign } from "../dialects/dialects.js";
import { isRefoldError } from "../errors.js";
import type { EventSource } from "../events/event-source.js";
import { fileBytes } from "./file-bytes.js";

/** Of the file's beginning: its first line says what it is. */
const HEAD_BYTES = 256 * 1024;
/** Of its end: some dozen messages, or one that is long. */
const END_BYTES = 512 * 1024;
const LINE_END = 10;

/**
 * The newest lines of another tool's file, read as if nothing but its first line came before them. What they
 * say is right; their offsets, and what they refer to, are not.
 * @returns null: the file is packed, or these lines alone cannot be read
 */
export async function fileEnding(path: string): Promise<EventSource | null> {
  const bytes = await fileBytes(path);
  const { name, sizeBytes } = bytes;
  if (/\.(gz|zst)$/.test(path)) return null;
  const head = await bytes.slice(0, Math.min(HEAD_BYTES, sizeBytes));
  const firstLine = head.subarray(0, head.indexOf(LINE_END) + 1);
  const start = Math.max(firstLine.length, sizeBytes - END_BYTES);
  const end = await bytes.slice(start, sizeBytes);
  const whole = start === firstLine.length ? end : end.subarray(end.indexOf(LINE_END) + 1);
  try {
    const { rollout } = await openForeign(held(name, Buffer.concat([firstLine, whole])));
    return rollout.source;
  } catch (error) {
    if (isRefoldError(error)) return null; // the whole file is being read, and says what is wrong
    throw error;
  }
}

function held(name: string, bytes: Uint8Array): ByteSource {
  return {
    name,
    async *stream(start = 0) {
      yield bytes.subarray(start);
      await Promise.resolve();
    },
    slice: (start, end) => Promise.resolve(bytes.subarray(start, end)),
  };
}
