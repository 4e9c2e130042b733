/** What a picture's own bytes say of it. Sizes in pixels, both positive. */
interface Picture {
  readonly mediaType: "image/png" | "image/jpeg" | "image/webp";
  readonly width: number;
  readonly height: number;
}

/**
 * Reads a picture's size from its content, whatever its name or media type says
 * (docs/semantics.md §7.2). The pixels are not decoded; a file without any image data is not a
 * picture.
 * @returns null when the bytes are not a PNG, JPEG or WebP picture
 */
export function readPicture(bytes: Uint8Array): Picture | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const picture = readPng(view) ?? readJpeg(view) ?? readWebp(view);
  return picture !== null && picture.width > 0 && picture.height > 0 ? picture : null;
}

const PNG_SIGNATURE = [0x89504e47, 0x0d0a1a0a] as const;
/** Signature, then a chunk of length, name, 13 bytes of header and check sum. */
const PNG_HEADER_END = 33;

/** PNG (ISO/IEC 15948): the header comes first, image data in `IDAT` chunks. */
function readPng(view: DataView): Picture | null {
  if (view.byteLength < PNG_HEADER_END) return null;
  if (view.getUint32(0) !== PNG_SIGNATURE[0] || view.getUint32(4) !== PNG_SIGNATURE[1]) return null;
  if (view.getUint32(8) !== 13 || nameAt(view, 12) !== "IHDR") return null;
  const picture = {
    mediaType: "image/png",
    width: view.getUint32(16),
    height: view.getUint32(20),
  } as const;
  for (let at = PNG_HEADER_END; at + 12 <= view.byteLength;) {
    const end = at + 12 + view.getUint32(at);
    if (nameAt(view, at + 4) === "IDAT") return end <= view.byteLength ? picture : null;
    at = end;
  }
  return null;
}

/** JPEG (ITU-T T.81): segments up to the start of the scan; a frame header gives the size. */
function readJpeg(view: DataView): Picture | null {
  if (view.byteLength < 4 || view.getUint16(0) !== 0xffd8) return null;
  let picture: Picture | null = null;
  for (let at = 2; at + 4 <= view.byteLength;) {
    if (view.getUint8(at) !== 0xff) return null;
    const marker = view.getUint8(at + 1);
    if (marker === 0xff) {
      at++; // a fill byte
      continue;
    }
    const end = at + 2 + view.getUint16(at + 2);
    if (marker === 0xda) return end < view.byteLength ? picture : null;
    if (isFrameHeader(marker) && at + 9 <= view.byteLength) {
      picture = {
        mediaType: "image/jpeg",
        width: view.getUint16(at + 7),
        height: view.getUint16(at + 5),
      };
    }
    at = end;
  }
  return null;
}

/** SOF0 to SOF15, without the tables and extensions that lie between them. */
function isFrameHeader(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}

/** WebP (RFC 9649): the first chunk gives the size; an extended file's image data follows it. */
function readWebp(view: DataView): Picture | null {
  if (view.byteLength < 30 || nameAt(view, 0) !== "RIFF" || nameAt(view, 8) !== "WEBP") return null;
  const mediaType = "image/webp" as const;
  switch (nameAt(view, 12)) {
    case "VP8 ":
      if (view.getUint8(23) !== 0x9d || view.getUint16(24) !== 0x012a) return null;
      return {
        mediaType,
        width: view.getUint16(26, true) & 0x3fff,
        height: view.getUint16(28, true) & 0x3fff,
      };
    case "VP8L": {
      if (view.getUint8(20) !== 0x2f) return null;
      const sizes = view.getUint32(21, true);
      return { mediaType, width: (sizes & 0x3fff) + 1, height: ((sizes >>> 14) & 0x3fff) + 1 };
    }
    case "VP8X":
      if (!hasImageChunk(view)) return null;
      return { mediaType, width: uint24(view, 24) + 1, height: uint24(view, 27) + 1 };
    default:
      return null;
  }
}

function hasImageChunk(view: DataView): boolean {
  for (let at = 12; at + 8 <= view.byteLength;) {
    const name = nameAt(view, at);
    if (name === "VP8 " || name === "VP8L" || name === "ANMF") return true;
    const length = view.getUint32(at + 4, true);
    at += 8 + length + (length % 2);
  }
  return false;
}

function uint24(view: DataView, at: number): number {
  return view.getUint16(at, true) | (view.getUint8(at + 2) << 16);
}

function nameAt(view: DataView, at: number): string {
  return String.fromCharCode(
    view.getUint8(at),
    view.getUint8(at + 1),
    view.getUint8(at + 2),
    view.getUint8(at + 3),
  );
}

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
