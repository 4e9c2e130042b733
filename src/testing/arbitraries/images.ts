import { crc32, deflateSync } from "node:zlib";
import fc from "fast-check";
import type { InputImage } from "../../events/item.js";

/** A real PNG picture, black, of this size in pixels. */
export function pngBytes(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 1; // bits per sample; grey, no interlace
  const rows = Buffer.alloc(height * (1 + Math.ceil(width / 8)));
  const signature = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");
  return Buffer.concat([
    signature,
    pngChunk("IHDR", header),
    pngChunk("IDAT", deflateSync(rows)),
    pngChunk("IEND", Buffer.alloc(0)),
  ]);
}

function pngChunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, "latin1"), data]);
  const chunk = Buffer.alloc(body.length + 8);
  chunk.writeUInt32BE(data.length, 0);
  body.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(body), body.length + 4);
  return chunk;
}

/** Payloads of inline images: real pictures, bytes that are none, and text that is no base 64. */
function payloads(): fc.Arbitrary<string> {
  const side = fc.integer({ min: 1, max: 100 });
  return fc.oneof(
    fc.tuple(side, side).map(([width, height]) => pngBytes(width, height).toString("base64")),
    fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes).toString("base64")),
    fc.constantFrom("", "AAA", "not base 64", '"quoted"', "é"),
  );
}

/** Prefixes of data URLs, of which most say an image in base 64. */
function prefixes(): fc.Arbitrary<string> {
  return fc.constantFrom(
    "data:image/png;base64,",
    "data:image/jpeg;base64,",
    "DATA:Image/PNG;charset=utf-8;BASE64,",
    "data:image/png,",
    "data:application/octet-stream;base64,",
  );
}

/** Data URLs that say an image in base 64 and hold a real picture. */
function pictureUrls(): fc.Arbitrary<string> {
  const side = fc.integer({ min: 1, max: 100 });
  return fc
    .tuple(side, side)
    .map(
      ([width, height]) => `data:image/png;base64,${pngBytes(width, height).toString("base64")}`,
    );
}

/** URLs as `image_url` may hold them. */
export function imageUrls(): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 3, arbitrary: pictureUrls() },
    { weight: 3, arbitrary: fc.tuple(prefixes(), payloads()).map((parts) => parts.join("")) },
    { weight: 1, arbitrary: fc.constantFrom("https://example.org/a.png", "data:image/png;base64") },
  );
}

/** How often an image is drawn where a text could stand; texts have the weight that each place names. */
export interface ImageWeight {
  /** Default 2; 0: never. */
  readonly images?: number;
}

/** Texts, and images beside them as often as asked. */
export function textsOrImages<Part>(
  texts: fc.Arbitrary<Part>,
  weights: { readonly texts: number } & ImageWeight,
): fc.Arbitrary<Part | InputImage> {
  const { images = 2 } = weights;
  if (images === 0) return texts;
  const pictures = { weight: images, arbitrary: inputImages() };
  return fc.oneof({ weight: weights.texts, arbitrary: texts }, pictures);
}

/** Images of messages and of tool outputs, inline or by address; never moved to a blob store. */
export function inputImages(): fc.Arbitrary<InputImage> {
  const detail = fc.constantFrom(null, "auto", "low", "high", "original");
  return fc.record(
    { type: fc.constant("input_image" as const), image_url: imageUrls(), detail },
    { requiredKeys: ["type", "image_url"] },
  );
}
