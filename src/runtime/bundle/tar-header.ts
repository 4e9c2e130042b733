import { Header } from "tar/header";

export const TAR_BLOCK_BYTES = 512;

/**
 * Reads a block as a tar header.
 * @param block of `TAR_BLOCK_BYTES`
 * @returns null when it is none: what decodes it throws on bytes that are of anything else
 */
export function readTarHeader(block: Buffer): Header | null {
  try {
    return new Header(block, 0);
  } catch (error) {
    if (error instanceof Error) return null;
    throw error;
  }
}
