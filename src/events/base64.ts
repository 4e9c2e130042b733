const NOT_BASE_64 = 64;
/** Values of the characters of standard base 64; 64 for every other byte. */
const VALUES = valuesOf("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/");

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

function valuesOf(alphabet: string): Uint8Array {
  const values = new Uint8Array(128).fill(NOT_BASE_64);
  for (let value = 0; value < alphabet.length; value++) values[alphabet.charCodeAt(value)] = value;
  return values;
}
