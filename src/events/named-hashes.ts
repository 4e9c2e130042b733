import type { LogEvent } from "./event.js";

/** As `BlobHash` in primitives.ts, without a schema for each value of each event. */
const HASH = /^sha256-[0-9a-f]{64}$/;

/**
 * The blobs that an event names: images, originals of bounded outputs, texts too large for the log.
 * @param kind `texts`: without the images
 * @returns each hash once
 */
export function namedHashes(event: LogEvent, kind: "all" | "texts" = "all"): ReadonlySet<string> {
  let hashes: Set<string> | null = null;
  const stack: unknown[] = [event.data, event.derived, event.foreign];
  while (stack.length > 0) {
    const value = stack.pop();
    if (typeof value !== "object" || value === null) continue;
    const hash = namedBy(value, kind);
    if (hash !== null) hashes = (hashes ?? new Set()).add(hash);
    for (const member of Object.values(value)) {
      if (typeof member === "object") stack.push(member);
    }
  }
  return hashes ?? NONE;
}

/** What nearly all events name. */
const NONE: ReadonlySet<string> = new Set();

/** The three shapes in which an event names a blob: `ImageBlob`, `Bounded`, `BlobText`. */
function namedBy(value: object, kind: "all" | "texts"): string | null {
  if (kind === "all" && "urlPrefix" in value && "hash" in value) return asHash(value.hash);
  if ("originalBytes" in value && "original" in value) return asHash(value.original);
  if ("blob" in value && "bytes" in value) return asHash(value.blob);
  return null;
}

function asHash(value: unknown): string | null {
  return typeof value === "string" && HASH.test(value) ? value : null;
}
