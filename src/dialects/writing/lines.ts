import type { LogEvent } from "../../events/event.js";
import { isJsonObject } from "../../events/is-json-object.js";
import { isKnownEvent } from "../../events/known-event.js";
import type { JsonObject } from "../../events/primitives.js";
import { encodeObject } from "../keeping/encode-object.js";
import { readKept, type BlobReader } from "../keeping/kept-bytes.js";
import type { SessionForm } from "../reading/session-form.js";

/** A line that is written. */
export function encodeLine(line: JsonObject): Uint8Array {
  return Buffer.from(`${JSON.stringify(line)}\n`, "utf8");
}

/** The object of an imported event's line. */
export async function importedObject(
  event: LogEvent,
  form: Pick<SessionForm, "plainObject">,
  blobs: BlobReader,
): Promise<JsonObject> {
  if (!isKnownEvent(event)) return {};
  const { raw } = event.foreign ?? {};
  if (raw === undefined) return asObject(await encodeObject(event, form, blobs));
  const parts: Uint8Array[] = [];
  for await (const part of readKept(raw, blobs)) parts.push(part);
  return asObject(JSON.parse(Buffer.concat(parts).toString("utf8")));
}

function asObject(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}

const LINE_FEED = 0x0a;

/** What was cut in the middle of a file ends its line all the same. */
export async function* withFinalLineFeed(
  parts: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  let newest: number | undefined = LINE_FEED;
  for await (const part of parts) {
    newest = part.at(-1) ?? newest;
    yield part;
  }
  if (newest !== LINE_FEED) yield Uint8Array.of(LINE_FEED);
}
