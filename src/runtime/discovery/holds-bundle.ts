import type { ByteSource } from "../../dialects/byte-source.js";

/**
 * Whether a file is a bundle. What reads bundles is loaded only where its beginning allows for one.
 * @param firstBytes of the file as it stands
 */
export async function holdsBundle(bytes: ByteSource, firstBytes: Uint8Array): Promise<boolean> {
  if (!mayBeBundle(firstBytes)) return false;
  const { isBundle } = await import("../bundle/is-bundle.js");
  return isBundle(bytes);
}

/** A bundle is packed, or is a tar file whose first part has a name that no session begins with. */
function mayBeBundle([first, second]: Uint8Array): boolean {
  return (
    (first === 0x1f && second === 0x8b) || // gzip
    (first === 0x28 && second === 0xb5) || // zstd
    (first === 0x62 && second === 0x75) // `bundle.json`
  );
}
