import type { LogEvent } from "../../events/event.js";
import { splitDataUrl } from "../../events/inline-image.js";
import { isJsonObject } from "../../events/json.js";
import type { JsonObject } from "../../events/primitives.js";
import type { BlobReader } from "../../sessions/session.js";

/** Bytes that an event holds or names: an image, the original of a cut output, a long text. */
export interface Payload {
  readonly what: "image" | "original output" | "text";
  /** The blob that holds it; null: the event itself does. */
  readonly hash: string | null;
  readonly mediaType: string | null;
  /** In pixels; null: unknown. */
  readonly width: number | null;
  readonly height: number | null;
  readonly read: (blobs: BlobReader) => Promise<Uint8Array>;
}

/** The payloads of an event, and of a line, in the order in which they hold them, each once. */
export function payloadsOf(
  { data, derived, foreign }: LogEvent,
  line: JsonObject | null,
): readonly Payload[] {
  const found = new Map<string, KeyedPayload>();
  const stack: unknown[] = [line, foreign, derived, data];
  while (stack.length > 0) {
    const value = stack.pop();
    const payload = payloadIn(value);
    if (payload !== null && !found.has(payload.key)) found.set(payload.key, payload);
    if (typeof value !== "object" || value === null) continue;
    const members: readonly unknown[] = Object.values(value);
    for (const member of members.toReversed()) stack.push(member);
  }
  return [...found.values()].map(({ key: _, ...payload }) => payload);
}

type KeyedPayload = Payload & { readonly key: string };

const UNKNOWN = { mediaType: null, width: null, height: null } as const;

function payloadIn(value: unknown): KeyedPayload | null {
  if (typeof value === "string") return inlineImage(value);
  if (!isJsonObject(value)) return null;
  const { hash, urlPrefix, originalBytes, original, blob, bytes } = value;
  if (typeof hash === "string" && typeof urlPrefix === "string") return blobImage(hash, value);
  if (typeof original === "string" && originalBytes !== undefined) {
    return { ...inBlob(original), what: "original output", ...UNKNOWN };
  }
  if (typeof blob === "string" && typeof bytes === "number") {
    return { ...inBlob(blob), what: "text", ...UNKNOWN };
  }
  if (value.type !== "image_generation_call" || typeof value.result !== "string") return null;
  const [, named] = /^blob:(sha256-[0-9a-f]{64})$/.exec(value.result) ?? [];
  const image = { what: "image", ...UNKNOWN, mediaType: "image/png" } as const;
  if (named !== undefined) return { ...inBlob(named), ...image };
  return value.result === "" ? null : { ...inEvent(value.result), ...image };
}

function inBlob(hash: string) {
  return { key: hash, hash, read: (blobs: BlobReader) => blobs.get(hash) };
}

function inEvent(base64: string) {
  const read = (): Promise<Uint8Array> => Promise.resolve(Buffer.from(base64, "base64"));
  return { key: base64, hash: null, read };
}

function blobImage(hash: string, image: JsonObject): KeyedPayload {
  const { decoded, mediaType, width, height } = image;
  return {
    ...{ key: hash, hash, what: "image" },
    mediaType: typeof mediaType === "string" ? mediaType : null,
    width: typeof width === "number" ? width : null,
    height: typeof height === "number" ? height : null,
    read: async (blobs) => {
      const bytes = await blobs.get(hash);
      // What is not strict base 64 is kept as the text that it was recorded as.
      return decoded === false
        ? Buffer.from(Buffer.from(bytes).toString("latin1"), "base64")
        : bytes;
    },
  };
}

function inlineImage(url: string): KeyedPayload | null {
  const split = splitDataUrl(url);
  if (
    split === null ||
    split.payload === "" ||
    !/^data:image\/[^;,]*;base64,$/i.test(split.prefix)
  ) {
    return null;
  }
  const mediaType = split.prefix.slice("data:".length, split.prefix.indexOf(";"));
  return { ...inEvent(split.payload), what: "image", ...UNKNOWN, mediaType };
}
