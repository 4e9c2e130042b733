import { isRefoldError, RefoldError } from "../../errors.js";
import { isItem } from "../../events/checks/item-check.js";
import type { KeptParts, LogEvent, RefoldEvent } from "../../events/event.js";
import { splitDataUrl } from "../../events/inline-image.js";
import type { InputImage, Item, MessagePart, OutputPart, RecordedItem } from "../../events/item.js";
import { isJsonObject } from "../../events/json.js";
import { isKnownEvent } from "../../events/known-event.js";
import type { JsonObject } from "../../events/primitives.js";
import { OUTSOURCED } from "./decode-kept.js";
import { PARSED, PAYLOAD, replaceAt, sliceOf } from "./foreign-form.js";
import { type BlobReader, readKept } from "./kept-bytes.js";
import type { SessionForm } from "./session-form.js";

const LINE_FEED = Buffer.from("\n");

/**
 * Writes the events of an imported session as the file that they were read from, byte for byte.
 * @param blobs where the import put what the events name by hash
 * @returns the file's bytes, in parts
 * @throws {RefoldError} `export-unsupported`: an event has no form in the dialect
 */
export async function* encodeKept(
  events: AsyncIterable<LogEvent> | Iterable<LogEvent>,
  form: Pick<SessionForm, "plainObject">,
  blobs: BlobReader,
): AsyncGenerator<Uint8Array, void, undefined> {
  let trail: readonly Uint8Array[] = [];
  for await (const event of events) {
    if (!isKnownEvent(event)) throw exportUnsupported(event.type, event.offset);
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

/**
 * The object that a line held, from the event that it became.
 * @throws {RefoldError} `export-unsupported`: the event is not one of the dialect
 */
export async function encodeObject(
  event: RefoldEvent,
  form: Pick<SessionForm, "plainObject">,
  blobs: BlobReader,
): Promise<unknown> {
  const { foreign } = event;
  if (foreign?.object === undefined) {
    const object = await form.plainObject(event, blobs);
    if (object === null) throw exportUnsupported(event.type, event.offset);
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

/** An item as its session recorded it: its original output and its images put back. */
export async function restoreItem(
  {
    item,
    bounded,
  }: { readonly item: Item; readonly bounded?: { readonly original: string } | undefined },
  blobs: BlobReader,
): Promise<unknown> {
  switch (item.type) {
    case "other":
      return item.original;
    case "message":
      return { ...item, content: await restoreParts(item.content, blobs) };
    case "function_call_output":
    case "custom_tool_call_output":
      return { ...item, output: await restoreOutput(item.output, bounded?.original, blobs) };
    default:
      return item;
  }
}

/** The URL that an image had before its bytes were moved to the blob store. */
export async function restoreImageUrl(
  { image_url: url, blob }: InputImage,
  blobs: BlobReader,
): Promise<string> {
  if (blob === undefined) return url;
  const bytes = Buffer.from(await blobs.get(blob.hash));
  return blob.urlPrefix + bytes.toString(blob.decoded ? "base64" : "utf8");
}

async function restoreOutput(
  output: string | readonly OutputPart[],
  original: string | undefined,
  blobs: BlobReader,
): Promise<unknown> {
  if (typeof output === "string") {
    if (original === undefined) return output;
    return Buffer.from(await blobs.get(original)).toString("utf8");
  }
  if (original === undefined) return restoreParts(output, blobs);
  const parts: unknown = JSON.parse(Buffer.from(await blobs.get(original)).toString("utf8"));
  return isParts(parts) ? restoreParts(parts, blobs) : parts;
}

/** Written by this library, from parts that had their form. */
function isParts(value: unknown): value is readonly OutputPart[] {
  return Array.isArray(value);
}

async function restoreParts(
  parts: readonly MessagePart[],
  blobs: BlobReader,
): Promise<readonly unknown[]> {
  if (!parts.some((part) => part.type === "input_image" && part.blob !== undefined)) return parts;
  return Promise.all(
    parts.map(async (part) => {
      if (part.type !== "input_image" || part.blob === undefined) return part;
      const inline: InputImage = { ...part, image_url: await restoreImageUrl(part, blobs) };
      delete inline.blob;
      return inline;
    }),
  );
}

/**
 * An item with its images inline and its output as it was before it was bounded.
 * @returns null when the original is not in the blob store any more
 */
export async function restoreWhole(
  recorded: Pick<RecordedItem, "item" | "bounded">,
  blobs: BlobReader,
): Promise<unknown> {
  try {
    return await restoreItem(recorded, blobs);
  } catch (error) {
    if (isRefoldError(error) && error.code === "blob-missing") return null;
    throw error;
  }
}

/** An event has no form in the format that was asked for. */
function exportUnsupported(type: string, offset: number): RefoldError<"export-unsupported"> {
  return new RefoldError(
    "export-unsupported",
    { type, offset },
    {
      message: `event ${offset} (${type}) has no form in the format that was asked for`,
      remedy: "export only threads that were imported from a file of that format",
    },
  );
}
