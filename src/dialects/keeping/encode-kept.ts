import type { KeptParts, LogEvent } from "../../events/event.js";
import { isKnownEvent } from "../../events/known-event.js";
import type { SessionForm } from "../reading/session-form.js";
import { encodeObject } from "./encode-object.js";
import { ExportUnsupported } from "./export-unsupported.js";
import { readKept, type BlobReader } from "./kept-bytes.js";

const LINE_FEED = Buffer.from("\n");

/**
 * Writes the events of an imported session as the file that they were read from, byte for byte.
 * @param blobs where the import put what the events name by hash
 * @returns the file's bytes, in parts
 * @throws {ExportUnsupported} an event has no form in the dialect
 */
export async function* encodeKept(
  events: AsyncIterable<LogEvent> | Iterable<LogEvent>,
  form: Pick<SessionForm, "plainObject">,
  blobs: BlobReader,
): AsyncGenerator<Uint8Array, void, undefined> {
  let trail: readonly Uint8Array[] = [];
  for await (const event of events) {
    if (!isKnownEvent(event)) throw new ExportUnsupported(event.type, event.offset);
    const { lead, raw, trail: behind, rewind } = event.foreign ?? {};
    yield* withoutEnd(trail, typeof rewind === "number" ? rewind : 0);
    if (lead !== undefined) yield* readKept(lead, blobs);
    if (raw !== undefined) yield* readKept(raw, blobs);
    else yield Buffer.from(JSON.stringify(await encodeObject(event, form, blobs)), "utf8");
    trail = behind === undefined ? [LINE_FEED] : await gather(behind, blobs);
  }
  yield* trail;
}

async function gather(kept: KeptParts, blobs: BlobReader): Promise<readonly Uint8Array[]> {
  const parts: Uint8Array[] = [];
  for await (const part of readKept(kept, blobs)) parts.push(part);
  return parts;
}

/** The bytes without the last `count`: they belong to the line behind. */
function withoutEnd(parts: readonly Uint8Array[], count: number): readonly Uint8Array[] {
  let left = parts.reduce((sum, { length }) => sum + length, 0) - count;
  return parts.map((part) => {
    const kept = part.subarray(0, Math.max(0, left));
    left -= kept.length;
    return kept;
  });
}
