import { splitDataUrl } from "../../../events/inline-image.js";

/** The bytes of an inline image, as a block holds them. */
export interface InlineSource {
  readonly mediaType: string;
  /** In base 64. */
  readonly data: string;
}

const BASE64_PREFIX = /^data:([^,;]+)(?:;[^,]*)?;base64,$/i;

/** @returns null when the URL holds no bytes in base 64 */
export function inlineSource(url: string): InlineSource | null {
  const split = splitDataUrl(url);
  const mediaType = BASE64_PREFIX.exec(split?.prefix ?? "")?.[1];
  return split === null || mediaType === undefined ? null : { mediaType, data: split.payload };
}
