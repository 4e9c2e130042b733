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

/** SOF0 to SOF15, without the tables and extensions that are between them. */
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

/**
 * Decodes standard base 64, strictly: padded, no white space, unused bits zero. Encoding the bytes
 * again therefore always gives the same text.
 * @returns null when the text is not of that form
 */
export function decodeBase64(text: string): Uint8Array | null {
  if (text.length % 4 !== 0) return null;
  const binary = binaryOf(text);
  if (binary === null) return null;
  const padding = text.endsWith("==") ? 2 : text.endsWith("=") ? 1 : 0;
  const hasWhiteSpace = binary.length !== (text.length / 4) * 3 - padding;
  if (hasWhiteSpace) return null;
  const hasUnusedBits = btoa(binary.slice(padding - 3)) !== text.slice(-4);
  if (hasUnusedBits) return null;
  const bytes = new Uint8Array(binary.length);
  for (let index = 0; index < bytes.length; index++) bytes[index] = binary.charCodeAt(index);
  return bytes;
}

/** Leaves white space out. To look for other characters first would take ten times as long. */
function binaryOf(text: string): string | null {
  try {
    return atob(text);
  } catch {
    return null; // it holds a character that base 64 has not
  }
}

/** How many bytes become characters at once: a call takes only so many arguments. */
const CHUNK_BYTES = 1 << 13;

/** Standard base 64 with padding. (Modules without Node's have no `Buffer`.) */
export function encodeBase64(bytes: Uint8Array): string {
  let binary = "";
  for (let from = 0; from < bytes.length; from += CHUNK_BYTES) {
    const chunk = bytes.subarray(from, from + CHUNK_BYTES); // spreading it would take four times as long
    binary += String(Reflect.apply(String.fromCharCode, null, chunk));
  }
  return btoa(binary);
}
