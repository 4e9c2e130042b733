import type { InputImage } from "../../events/item.js";
import { PAYLOAD } from "../keeping/foreign-form.js";
import type { ReadPart } from "./read-item.js";

/**
 * An image whose bytes stand in its block.
 * @param path of the bytes in the block @returns null when it is none that a data URL can spell
 */
export function base64Image(
  mediaType: unknown,
  data: unknown,
  path: readonly string[],
): ReadPart<InputImage> | null {
  if (typeof mediaType !== "string" || typeof data !== "string") return null;
  if (!MEDIA_TYPE.test(mediaType)) return null;
  return {
    part: { type: "input_image", image_url: `data:${mediaType};base64,${data}` },
    holes: [[path, ["image_url", PAYLOAD]]],
  };
}

/** Nothing that would end the type in a data URL. */
const MEDIA_TYPE = /^[^,;]+$/;
