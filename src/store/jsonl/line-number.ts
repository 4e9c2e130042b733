import type { LogFile } from "./log-file.js";

/** The 1-based number of the line that begins at a byte. Reads the file up to there. */
export function lineNumber(log: LogFile, start: number): number {
  const chunk = Buffer.allocUnsafe(256 * 1024);
  let lineFeeds = 0;
  for (let position = 0; position < start;) {
    const size = Math.min(log.read(chunk, position), start - position);
    if (size === 0) break;
    const bytes = chunk.subarray(0, size);
    for (let at = bytes.indexOf(0x0a); at !== -1; at = bytes.indexOf(0x0a, at + 1)) lineFeeds += 1;
    position += size;
  }
  return lineFeeds + 1;
}
