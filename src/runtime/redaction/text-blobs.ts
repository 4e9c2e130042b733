import type { LogEvent } from "../../events/event.js";

const HASH = /^sha256-[0-9a-f]{64}$/;

/**
 * The blobs of an event that hold texts: originals of bounded outputs, texts too large for the log,
 * lines that are written again. Images are none.
 */
export function textBlobs(event: LogEvent): ReadonlySet<string> {
  const hashes = new Set<string>();
  const stack: unknown[] = [event.data, event.derived, event.foreign];
  while (stack.length > 0) {
    const value = stack.pop();
    if (typeof value !== "object" || value === null) continue;
    if ("originalBytes" in value && "original" in value) addHash(hashes, value.original);
    if ("blob" in value && "bytes" in value) addHash(hashes, value.blob);
    for (const member of Object.values(value)) stack.push(member);
  }
  return hashes;
}

function addHash(hashes: Set<string>, value: unknown): void {
  if (typeof value === "string" && HASH.test(value)) hashes.add(value);
}
