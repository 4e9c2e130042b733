import { unsupportedContent } from "../errors.js";
import type { RefoldError } from "../../errors.js";
import { isModelGenerated, isToolOutput } from "../../events/item-class.js";
import { partsOf } from "../../events/item-images.js";
import { Item } from "../../events/item.js";
import type { InputImage, InputText, MessagePart, Origin } from "../../events/item.js";
import { encodeBase64 } from "../../events/picture.js";
import { sniffMediaType } from "../../projections/providers/images.js";
import { isJsonObject } from "../../events/json.js";
import type { ItemInput } from "../record-item.js";

/** A picture: its bytes, its address on the web, or a `data:` URL. */
export interface ImageContent {
  readonly image: Uint8Array | string;
  /** Of bytes whose kind they do not tell themselves: `image/heic`, for instance. */
  readonly mediaType?: string;
  /** How closely the model is to look: `low`, `high` (default), `auto`, `original`. */
  readonly detail?: string;
}

/** A piece of a message. The wire shape of items (`input_text`, `input_image`) will do, too. */
export type ContentPart = string | { readonly text: string } | ImageContent | MessagePart;

/** What is said: a text, or texts and pictures in their order. */
export type MessageContent = string | ContentPart | readonly ContentPart[];

/** What at least one provider takes, in a message. */
const IMAGE_TYPES = ["png", "jpeg", "gif", "webp", "heic", "heif"];
const WEB = /^https?:\/\/\S+$/i;
const DATA = /^data:image\/([a-z0-9.+-]+)(?:;[^,]*)?;base64,/i;

/**
 * The parts of a message, in the wire shape of items.
 * @throws {RefoldError} `unsupported-content`: a part is none, or a picture that no provider takes
 */
export function contentParts(content: MessageContent): readonly (InputText | InputImage)[] {
  const parts: readonly unknown[] = Array.isArray(content) ? content : [content];
  return parts.map(toPart);
}

/** Whether there is something that a model can read or see. */
export function hasContent(parts: readonly (InputText | InputImage)[]): boolean {
  return parts.some((part) => part.type === "input_image" || part.text.trim() !== "");
}

function toPart(part: unknown): InputText | InputImage {
  if (typeof part === "string") return { type: "input_text", text: part };
  if (!isJsonObject(part)) throw notAPart(part);
  const { text, image, image_url: url, mediaType } = part;
  if (typeof text === "string") return { type: "input_text", text };
  const detail = typeof part["detail"] === "string" ? { detail: part["detail"] } : {};
  if (url !== undefined) {
    return { type: "input_image", image_url: imageUrl(url, undefined), ...detail };
  }
  if (image === undefined) throw notAPart(part);
  const made = imageUrl(image, mediaType);
  return { type: "input_image", image_url: made, detail: "high", ...detail }; // docs/semantics.md §3.6
}

function imageUrl(image: unknown, mediaType: unknown): string {
  if (image instanceof Uint8Array) return bytesUrl(image, mediaType);
  if (typeof image !== "string") throw notAPart(image);
  if (WEB.test(image)) return image;
  const type = DATA.exec(image)?.[1]?.toLowerCase().replace("jpg", "jpeg");
  if (type !== undefined && IMAGE_TYPES.includes(type)) return image;
  throw unsupportedContent(
    type === undefined
      ? "a picture that is neither bytes, nor an http address, nor a data URL"
      : `a picture of type image/${type}`,
    `Hand in the file's bytes, of one of these kinds: ${IMAGE_TYPES.join(", ")}.`,
  );
}

function bytesUrl(bytes: Uint8Array, mediaType: unknown): string {
  const payload = encodeBase64(bytes);
  const type = sniffMediaType(payload) ?? mediaType;
  if (typeof type !== "string" || !IMAGE_TYPES.some((known) => type === `image/${known}`)) {
    throw unsupportedContent(
      "unsupported image format",
      `Take one of ${IMAGE_TYPES.join(", ")}; name \`mediaType\` for heic and heif.`,
    );
  }
  return `data:${type};base64,${payload}`;
}

function notAPart(part: unknown): RefoldError<"unsupported-content"> {
  return unsupportedContent(
    `a part of it is ${part === null ? "null" : typeof part} and no text or picture`,
    "Give a text, `{ text }` or `{ image }`, or a list of these.",
  );
}

/**
 * An item as a caller hands it in: bare, or with its origin (`fromResponse` gives it so).
 * @throws {RefoldError} `unsupported-content`: it is no item, or of a kind that is never sent to a
 *   provider
 */
export function readItem(value: unknown): ItemInput {
  const bare = isJsonObject(value) && "item" in value ? value["item"] : value;
  const read = Item.safeParse(bare);
  if (!read.success) {
    const where = read.error.issues[0]?.path.map(String).join(".") ?? "";
    throw unsupportedContent(`it is no item${where === "" ? "" : ` (see ${where})`}`);
  }
  const item = read.data;
  checkContent(item);
  const failed = isJsonObject(value) && value["failed"] === true;
  return { item, origin: originOf(item), ...(failed && { failed }) };
}

/** @throws {RefoldError} `unsupported-content`: a message without content, or a picture that no provider takes */
function checkContent(item: Item): void {
  const parts = contentParts(partsOf(item));
  if (item.type === "message" && !hasContent(parts)) {
    throw unsupportedContent("there is nothing in it");
  }
}

/** Said by the kind and role alone: what a caller hands in is never looked into. */
function originOf(item: Item): Origin {
  if (isToolOutput(item)) return "tool";
  if (item.type === "message" && item.role === "user") return "user";
  if (item.type === "message" && item.role === "developer") return "runtime";
  if (isModelGenerated(item)) return "model";
  const role = item.type === "message" ? ` of role ${item.role}` : "";
  throw unsupportedContent(`an item ${item.type}${role} is for no provider`);
}
