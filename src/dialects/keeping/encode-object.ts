import { isItem } from "../../events/checks/item-check.js";
import type { RefoldEvent } from "../../events/event.js";
import { splitDataUrl } from "../../events/inline-image.js";
import { isJsonObject } from "../../events/is-json-object.js";
import type { Item } from "../../events/item.js";
import type { JsonObject } from "../../events/primitives.js";
import type { SessionForm } from "../reading/session-form.js";
import { ExportUnsupported } from "./export-unsupported.js";
import { PARSED, PAYLOAD, replaceAt, sliceOf } from "./foreign-form.js";
import type { BlobReader } from "./kept-bytes.js";
import { OUTSOURCED } from "./outsource-texts.js";
import { restoreImageUrl, restoreItem } from "./restore-item.js";

/**
 * The object that a line held, from the event that it became.
 * @throws {ExportUnsupported} the event is not one of the dialect
 */
export async function encodeObject(
  event: RefoldEvent,
  form: Pick<SessionForm, "plainObject">,
  blobs: BlobReader,
): Promise<unknown> {
  const { foreign } = event;
  if (foreign?.object === undefined) {
    const object = await form.plainObject(event, blobs);
    if (object === null) throw new ExportUnsupported(event.type, event.offset);
    return object;
  }
  let whole: JsonObject = foreign.object;
  for (const [inObject, inEvent] of foreign.holes ?? []) {
    const part = await partAt(event, inEvent, blobs);
    if (inObject.length === 0) return part;
    whole = replaceAt(whole, inObject, part);
  }
  return whole;
}

/** What stands at a path; items on the way are restored first. */
async function partAt(
  event: RefoldEvent,
  path: readonly string[],
  blobs: BlobReader,
): Promise<unknown> {
  let value: unknown = event;
  for (const key of path) {
    const holder: unknown = value;
    value = stepInto(holder, key);
    if (key === "item" && isRecorded(holder)) value = await restoreItem(holder, blobs);
  }
  if (isList(value)) {
    return Promise.all(value.map((one) => (isRecorded(one) ? restoreItem(one, blobs) : one)));
  }
  return path[1] === OUTSOURCED ? restoreText(value, blobs) : value;
}

function stepInto(holder: unknown, key: string): unknown {
  if (isList(holder)) return holder[Number(key)];
  if (isJsonObject(holder)) return holder[key];
  if (typeof holder !== "string") return undefined;
  if (key === PARSED) return JSON.parse(holder);
  if (key === PAYLOAD) return splitDataUrl(holder)?.payload;
  return sliceOf(holder, key) ?? undefined;
}

/** A text that was moved to the blob store. */
async function restoreText(value: unknown, blobs: BlobReader): Promise<unknown> {
  if (!isJsonObject(value)) return value;
  if (typeof value.blob === "string") {
    return Buffer.from(await blobs.get(value.blob)).toString("utf8");
  }
  const image = { type: "input_image", image_url: "", blob: value.image };
  const item = { type: "message", role: "user", content: [image] };
  if (!isItem(item) || item.type !== "message") return value;
  const [part] = item.content;
  return part?.type === "input_image" ? restoreImageUrl(part, blobs) : value;
}

/** What can be restored of a recorded item, wherever it stands. */
interface Recorded {
  readonly item: Item;
  readonly bounded?: { readonly original: string } | undefined;
}

function isRecorded(value: unknown): value is Recorded {
  return isJsonObject(value) && isItem(value.item);
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}
