/** The first part of a bundle: what the others are. */
export const MANIFEST_PART = "bundle.json";

/** A tar file's first name, up to the NUL after it. */
const NAME = `${MANIFEST_PART}\0`;
/** What every header says of itself, with a NUL that no session has. */
const MAGIC = "ustar\0";
const MAGIC_BYTE = 257;

/**
 * Whether unpacked bytes begin a tar file: by either of two marks, so that damage to one does not make it a
 * session of some tool. Unpacked, a bundle has our own lines in it.
 */
export function beginsTar(bytes: Uint8Array): boolean {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const isMarked = (mark: string, at: number): boolean =>
    start.toString("latin1", at, at + mark.length) === mark;
  return isMarked(NAME, 0) || isMarked(MAGIC, MAGIC_BYTE);
}

/** Whether a file may be a bundle: it is packed, or a tar file. */
export function mayBeBundle(firstBytes: Uint8Array): boolean {
  const [first, second] = firstBytes;
  return (
    (first === 0x1f && second === 0x8b) || // gzip
    (first === 0x28 && second === 0xb5) || // zstd
    beginsTar(firstBytes)
  );
}
