import { isJsonObject } from "../../events/is-json-object.js";
import type { InputImage } from "../../events/item.js";
import type { JsonObject } from "../../events/primitives.js";
import { base64Image } from "../tree/base64-image.js";
import type { ReadPart } from "../tree/read-item.js";

/** An image block. @returns null when its source is neither bytes nor a URL */
export function readImage({ source }: JsonObject): ReadPart<InputImage> | null {
  if (!isJsonObject(source)) return null;
  const { type, media_type: mediaType, data, url } = source;
  if (type === "base64") return base64Image(mediaType, data, ["source", "data"]);
  if (type !== "url" || typeof url !== "string") return null;
  return {
    part: { type: "input_image", image_url: url },
    holes: [[["source", "url"], ["image_url"]]],
  };
}
