import { isItem } from "../../events/checks/item-check.js";
import type { RefoldEvent } from "../../events/event.js";
import { isJsonObject } from "../../events/is-json-object.js";
import type { Item } from "../../events/item.js";
import type { JsonObject } from "../../events/primitives.js";
import { ExportUnsupported } from "./export-unsupported.js";
import { replaceAt } from "./foreign-form.js";
import type { BlobReader } from "./kept-bytes.js";
import { OUTSOURCED } from "./outsource-texts.js";
import { restoreImageUrl, restoreItem } from "./restore-item.js";

/**
 * The object that a line held, from the event that it became.
 * @throws {ExportUnsupported} the event is not one of a rollout
 */
export async function encodeObject(event: RefoldEvent, blobs: BlobReader): Promise<unknown> {
  const { foreign } = event;
  if (foreign?.object === undefined) {
    if (event.type !== "item.recorded") throw new ExportUnsupported(event.type, event.offset);
    const payload = await restoreItem(event.data, blobs);
    return { timestamp: event.at, type: "response_item", payload };
  }
  let whole: JsonObject = foreign.object;
  for (const [inObject, inEvent] of foreign.holes ?? []) {
    const part = await partAt(event, inEvent, blobs);
    if (inObject.length === 0) return part;
    whole = replaceAt(whole, inObject, part);
  }
  return whole;
}

async function partAt(
  event: RefoldEvent,
  path: readonly string[],
  blobs: BlobReader,
): Promise<unknown> {
  const holder = valueAt(event, path.slice(0, -1));
  const value = valueAt(event, path);
  if (path.at(-1) === "item" && isRecorded(holder)) return restoreItem(holder, blobs);
  if (isList(value)) {
    return Promise.all(value.map((one) => (isRecorded(one) ? restoreItem(one, blobs) : one)));
  }
  return path[1] === OUTSOURCED ? restoreText(value, blobs) : value;
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

function valueAt(holder: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, key) => {
    if (isList(value)) return value[Number(key)];
    return isJsonObject(value) ? value[key] : undefined;
  }, holder);
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}
