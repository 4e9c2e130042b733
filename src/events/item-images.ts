import type { InputImage, InputText, Item, KnownItem, MessagePart } from "./item.js";

type OutputItem = Extract<Item, { type: "function_call_output" | "custom_tool_call_output" }>;

/** A tool's output that is a text or a list of parts. */
export function isPartsOutput(item: Item): item is OutputItem {
  return item.type === "function_call_output" || item.type === "custom_tool_call_output";
}

const NO_PARTS: readonly MessagePart[] = [];

/** The parts of a message, or of an output that is a list; other items have none. */
export function partsOf(item: Item): readonly MessagePart[] {
  if (item.type === "message") return item.content;
  return isPartsOutput(item) && typeof item.output !== "string" ? item.output : NO_PARTS;
}

export function isImage(part: MessagePart): part is InputImage {
  return part.type === "input_image";
}

const NO_IMAGES: readonly InputImage[] = [];

export function imagesOf(item: Item): readonly InputImage[] {
  const parts = partsOf(item);
  return parts.some(isImage) ? parts.filter(isImage) : NO_IMAGES;
}

/** What an `image_generation_call` made: base64 of a PNG file, or its URL. */
export function generatedImage(result: string): InputImage {
  const isUrl = result.startsWith("blob:") || result.startsWith("data:");
  return { type: "input_image", image_url: isUrl ? result : `data:image/png;base64,${result}` };
}

type ImageChange = (image: InputImage) => InputImage | InputText;

/** An item with something else for its images; the same item if all stay as they are. */
export function mapImages(item: KnownItem, map: ImageChange): KnownItem;
export function mapImages(item: Item, map: ImageChange): Item;
export function mapImages(item: Item, map: ImageChange): Item {
  if (!partsOf(item).some(isImage)) return item;
  const changed: unknown[] = [];
  const mapPart = <Part extends MessagePart>(part: Part): Part | InputImage | InputText => {
    if (!isImage(part)) return part;
    const mapped = map(part);
    if (mapped !== part) changed.push(mapped);
    return mapped;
  };
  const mapped = withParts(item, mapPart);
  return changed.length === 0 ? item : mapped;
}

function withParts(
  item: Item,
  map: <Part extends MessagePart>(part: Part) => Part | InputImage | InputText,
): Item {
  if (item.type === "message") return { ...item, content: item.content.map(map) };
  if (!isPartsOutput(item) || typeof item.output === "string") return item;
  return { ...item, output: item.output.map(map) };
}

/**
 * An item with the images inline whose bytes were moved to blobs.
 * @param urlOf gives the URL that an image was recorded with
 */
export async function withInlineImages(
  item: KnownItem,
  urlOf: (image: InputImage) => Promise<string>,
): Promise<KnownItem> {
  const inline = new Map<InputImage, InputImage>();
  for (const image of imagesOf(item)) {
    if (image.blob === undefined) continue;
    const whole: InputImage = { ...image, image_url: await urlOf(image) };
    delete whole.blob;
    inline.set(image, whole);
  }
  return mapImages(item, (image) => inline.get(image) ?? image);
}
