import type { LogEvent } from "../../events/event.js";
import type { Redactor } from "../../projections/redaction/redactor.js";
import type { JsonlStore } from "../../store/jsonl/jsonl-store.js";
import { namedHashes } from "../../events/named-hashes.js";
import type { EventRedactor } from "./event-redactor.js";
import { textBlobs } from "./text-blobs.js";

/** Shows the texts that an event names by hash to the redactor. */
export async function surveyBlobs(
  event: LogEvent,
  { from, redactor }: { readonly from: JsonlStore; readonly redactor: Redactor },
): Promise<void> {
  for (const hash of textBlobs(event)) {
    if (await from.blobs.has(hash)) redactor.survey(textOf(await from.blobs.get(hash)).text);
  }
}

interface CopyingBlobs {
  readonly each: EventRedactor;
  readonly redactor: Redactor;
  readonly from: JsonlStore;
  readonly to: JsonlStore;
}

/** Copies the blobs that an event names: texts redacted, under the name of what they are now. */
export async function copyBlobs(
  event: LogEvent,
  { each, redactor, from, to }: CopyingBlobs,
): Promise<void> {
  const texts = textBlobs(event);
  for (const hash of namedHashes(event)) {
    if (each.hashes.has(hash) || (await to.blobs.has(hash)) || !(await from.blobs.has(hash))) {
      continue;
    }
    const bytes = await from.blobs.get(hash);
    if (!texts.has(hash)) {
      each.payloads++;
      await to.blobs.put(bytes);
      continue;
    }
    const { text, encoding } = textOf(bytes);
    const redacted = redactor.redact(each.withRenamedIds(text), event.offset);
    const now = redacted === text ? bytes : Buffer.from(redacted, encoding);
    const name = await to.blobs.put(now);
    if (name !== hash) each.hashes.set(hash, { hash: name, bytes: now.length });
  }
}

/** A text, or bytes as characters where they are none, so that nothing but secrets changes. */
function textOf(bytes: Uint8Array): { readonly text: string; readonly encoding: BufferEncoding } {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const text = buffer.toString("utf8");
  if (Buffer.from(text, "utf8").equals(buffer)) return { text, encoding: "utf8" };
  return { text: buffer.toString("latin1"), encoding: "latin1" };
}
