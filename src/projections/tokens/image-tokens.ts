import { splitDataUrl } from "../../events/inline-image.js";
import type { InputImage } from "../../events/item.js";
import { decodeBase64, readPicture } from "../../events/picture.js";
import type { ImageTokenRule } from "../../models/model-info.js";

/** In pixels. */
export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

/** Assumed where a picture cannot be read: a screenshot of middling size. */
const UNKNOWN_SIZE: ImageSize = { width: 1024, height: 768 };

/** Size of an image part, from its blob's facts or its own bytes; null: unknown. */
export function imageSize(image: InputImage): ImageSize | null {
  const { blob } = image;
  if (blob !== undefined) {
    if (blob.width === null || blob.height === null) return null;
    return { width: blob.width, height: blob.height };
  }
  const payload = splitDataUrl(image.image_url)?.payload;
  const bytes = payload === undefined ? null : decodeBase64(payload);
  return bytes === null ? null : readPicture(bytes);
}

/**
 * What an image costs under a model's rule.
 * @param size in pixels; null: a middling size is assumed
 * @param detail `low`, `high`, `original` or absent (`auto`, which is counted as high)
 * @see docs/tokens.md, "Images"
 */
export function imageTokens(
  rule: ImageTokenRule,
  size: ImageSize | null,
  detail?: string | null,
): number {
  const image = size ?? UNKNOWN_SIZE;
  switch (rule.kind) {
    case "patches":
      return roundedUp(patchesOf(image, detail) * rule.factor);
    case "tiles":
      return detail === "low" ? rule.base : rule.base + rule.perTile * tilesOf(image);
    case "squares":
      return countWithin(withinSide(image, rule.maxSide), 28, rule.maxTokens);
    case "crops": {
      if (image.width <= 384 && image.height <= 384) return rule.small;
      return rule.small * cells(image, 768);
    }
    case "levels":
      if (detail === "low") return rule.low;
      if (detail === "medium") return rule.medium;
      return detail === "original" ? rule.original : rule.high;
  }
}

/** A factor such as 1.62 has no exact binary form: what is a whole number but for that stays one. */
function roundedUp(tokens: number): number {
  return Math.ceil(Number(tokens.toFixed(6)));
}

/** 32-pixel patches after scaling down: to 512² for low, else to the detail's side and number. */
function patchesOf(image: ImageSize, detail: string | null | undefined): number {
  if (detail === "low") return cells(withinSide(image, 512), 32);
  const [side, count] = detail === "original" ? [6000, 10_000] : [2048, 2500];
  return countWithin(withinSide(image, side), 32, count);
}

/** 512-pixel tiles after fitting 2048 × 2048 and then a shortest side of 768. */
function tilesOf(image: ImageSize): number {
  const fitted = withinSide(image, 2048);
  return cells(shrunk(fitted, Math.min(fitted.width, fitted.height), 768), 512);
}

/** Cells of an image that is scaled down, where it must be, to have no more than so many. */
function countWithin(image: ImageSize, cellSide: number, most: number): number {
  const count = cells(image, cellSide);
  if (count <= most) return count;
  const factor = Math.sqrt((most * cellSide * cellSide) / (image.width * image.height));
  const scaled = { width: image.width * factor, height: image.height * factor };
  return Math.min(most, cells(scaled, cellSide));
}

function cells({ width, height }: ImageSize, side: number): number {
  return Math.ceil(width / side) * Math.ceil(height / side);
}

function withinSide(image: ImageSize, side: number): ImageSize {
  return shrunk(image, Math.max(image.width, image.height), side);
}

/** Scaled down so that a length becomes `most`, where it is more; that length then is so exactly. */
function shrunk(image: ImageSize, length: number, most: number): ImageSize {
  if (length <= most) return image;
  return { width: (image.width * most) / length, height: (image.height * most) / length };
}
