const ALPHABET = new TextEncoder().encode(
  "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/",
);
const PADDING = 61;
const decoder = new TextDecoder("latin1");

/** Standard base 64 with padding. (Projections may not use Node's `Buffer`.) */
export function encodeBase64(bytes: Uint8Array): string {
  const encoded = new Uint8Array(Math.ceil(bytes.length / 3) * 4);
  let at = 0;
  for (let index = 0; index < bytes.length; index += 3) {
    const first = bytes[index] ?? 0;
    const second = bytes[index + 1] ?? 0;
    const third = bytes[index + 2] ?? 0;
    encoded[at] = ALPHABET[first >> 2] ?? 0;
    encoded[at + 1] = ALPHABET[((first & 3) << 4) | (second >> 4)] ?? 0;
    encoded[at + 2] =
      index + 1 < bytes.length ? (ALPHABET[((second & 15) << 2) | (third >> 6)] ?? 0) : PADDING;
    encoded[at + 3] = index + 2 < bytes.length ? (ALPHABET[third & 63] ?? 0) : PADDING;
    at += 4;
  }
  return decoder.decode(encoded);
}
