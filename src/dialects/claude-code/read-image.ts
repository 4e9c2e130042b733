import { isJsonObject } from "../../events/is-json-object.js";
import type { InputImage } from "../../events/item.js";
import type { JsonObject } from "../../events/primitives.js";
import { PAYLOAD, type ForeignHole } from "../keeping/foreign-form.js";

/** A part of an item, and where in the object stands what it holds; paths start at the part. */
export interface ReadPart<Part> {
  readonly part: Part;
  readonly holes: readonly ForeignHole[];
}

/** An image block. @returns null when its source is neither bytes nor a URL */
export function readImage({ source }: JsonObject): ReadPart<InputImage> | null {
  if (!isJsonObject(source)) return null;
  const { type, media_type: mediaType, data, url } = source;
  if (type === "base64" && typeof mediaType === "string" && typeof data === "string") {
    if (!MEDIA_TYPE.test(mediaType)) return null;
    const image_url = `data:${mediaType};base64,${data}`;
    return {
      part: { type: "input_image", image_url },
      holes: [
        [
          ["source", "data"],
          ["image_url", PAYLOAD],
        ],
      ],
    };
  }
  if (type !== "url" || typeof url !== "string") return null;
  return {
    part: { type: "input_image", image_url: url },
    holes: [[["source", "url"], ["image_url"]]],
  };
}

/** Nothing that would end the type in a data URL. */
const MEDIA_TYPE = /^[^,;]+$/;
