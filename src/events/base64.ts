const NOT_BASE_64 = 64;
const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
/** Values of the characters of standard base 64; 64 for every other byte. */
const VALUES = valuesOf(ALPHABET);
const DIGITS = new TextEncoder().encode(ALPHABET);
const PADDING_BYTE = 61;
const latin1 = new TextDecoder("latin1");

/**
 * Decodes standard base 64, strictly: padded, no white space, unused bits zero. Encoding the bytes
 * again therefore always gives the same text.
 * @returns null when the text is not of that form
 */
export function decodeBase64(text: string): Uint8Array | null {
  if (text.length % 4 !== 0) return null;
  const padding = text.endsWith("==") ? 2 : text.endsWith("=") ? 1 : 0;
  const digits = text.length - padding;
  const bytes = new Uint8Array((text.length / 4) * 3 - padding);
  let pending = 0;
  let pendingBits = 0;
  let written = 0;
  for (let index = 0; index < digits; index++) {
    const value = VALUES[text.charCodeAt(index)] ?? NOT_BASE_64;
    if (value === NOT_BASE_64) return null;
    pending = ((pending << 6) | value) & 0xffff;
    pendingBits += 6;
    if (pendingBits < 8) continue;
    pendingBits -= 8;
    bytes[written++] = (pending >> pendingBits) & 0xff;
  }
  const unusedBits = pending & ((1 << pendingBits) - 1);
  return unusedBits === 0 ? bytes : null;
}

/** Standard base 64 with padding. (Rooms without Node's modules have no `Buffer`.) */
export function encodeBase64(bytes: Uint8Array): string {
  const encoded = new Uint8Array(Math.ceil(bytes.length / 3) * 4);
  let at = 0;
  for (let index = 0; index < bytes.length; index += 3) {
    const first = bytes[index] ?? 0;
    const second = bytes[index + 1] ?? 0;
    const third = bytes[index + 2] ?? 0;
    encoded[at] = DIGITS[first >> 2] ?? 0;
    encoded[at + 1] = DIGITS[((first & 3) << 4) | (second >> 4)] ?? 0;
    encoded[at + 2] =
      index + 1 < bytes.length ? (DIGITS[((second & 15) << 2) | (third >> 6)] ?? 0) : PADDING_BYTE;
    encoded[at + 3] = index + 2 < bytes.length ? (DIGITS[third & 63] ?? 0) : PADDING_BYTE;
    at += 4;
  }
  return latin1.decode(encoded);
}

function valuesOf(alphabet: string): Uint8Array {
  const values = new Uint8Array(128).fill(NOT_BASE_64);
  for (let value = 0; value < alphabet.length; value++) values[alphabet.charCodeAt(value)] = value;
  return values;
}
