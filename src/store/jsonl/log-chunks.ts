import type { LogFile } from "./log-file.js";

const CHUNK_BYTES = 256 * 1024;

/** A log's bytes up to `endByte`, in chunks that whoever takes them may keep. */
export function* logChunks(log: LogFile, endByte: number): Generator<Buffer, void, undefined> {
  for (let position = 0; position < endByte;) {
    const chunk = Buffer.allocUnsafeSlow(Math.min(CHUNK_BYTES, endByte - position));
    const read = log.read(chunk, position);
    if (read === 0) return;
    position += read;
    yield chunk.subarray(0, read);
  }
}
