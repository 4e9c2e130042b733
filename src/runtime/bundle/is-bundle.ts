import type { ByteSource } from "../../dialects/byte-source.js";
import { openUnpacked } from "../../dialects/compression.js";
import { firstBytesOf } from "../../dialects/reading/first-bytes.js";
import { MANIFEST_PART } from "./bundle-format.js";
import { readTarHeader, TAR_BLOCK_BYTES } from "./tar-header.js";

/** Tells a bundle by its content: a tar file, packed or not, that begins with a manifest. */
export async function isBundle(bytes: ByteSource): Promise<boolean> {
  const { content } = await openUnpacked(bytes);
  const block = Buffer.from(await firstBytesOf(content, TAR_BLOCK_BYTES));
  if (block.length < TAR_BLOCK_BYTES) return false;
  const header = readTarHeader(block);
  return header?.cksumValid === true && header.path === MANIFEST_PART;
}
