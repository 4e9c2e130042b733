import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decodeBase64, readPicture } from "../../src/events/picture.js";
import { pngBytes } from "../../src/testing/arbitraries/texts.js";

/** A JPEG's segments up to the scan: an application segment, fill bytes, a frame, a scan. */
const jpeg = Buffer.from(
  "ffd8" +
    "ffe00004abcd" +
    "ffff" +
    "c0000b08" +
    "0021" +
    "0040" +
    "0101" +
    "1100" +
    "ffda0003000102",
  "hex",
);
const riff = (chunks: Buffer) => {
  const head = Buffer.from("RIFF0000WEBP", "latin1");
  head.writeUInt32LE(chunks.length + 4, 4);
  return Buffer.concat([head, chunks]);
};
const chunk = (name: string, data: Buffer) => {
  const head = Buffer.from(`${name}0000`, "latin1");
  head.writeUInt32LE(data.length, 4);
  return Buffer.concat([head, data]);
};
const lossy = Buffer.from("0000009d012a" + "40002100" + "00000000", "hex");
const lossless = Buffer.alloc(10);
lossless[0] = 0x2f;
lossless.writeUInt32LE(63 | (32 << 14), 1);

describe("reading a picture's size", () => {
  test("by content: PNG, JPEG, and WebP of all three forms", () => {
    expect(readPicture(pngBytes(64, 33))).toEqual({
      mediaType: "image/png",
      width: 64,
      height: 33,
    });
    const size = { width: 64, height: 33 };
    expect(readPicture(jpeg)).toEqual({ mediaType: "image/jpeg", ...size });
    const webp = { mediaType: "image/webp", ...size };
    expect(readPicture(riff(chunk("VP8 ", lossy)))).toEqual(webp);
    expect(readPicture(riff(chunk("VP8L", lossless)))).toEqual(webp);
    const extended = chunk("VP8X", Buffer.from("00000000" + "3f0000" + "200000", "hex"));
    expect(readPicture(riff(Buffer.concat([extended, chunk("VP8 ", lossy)])))).toEqual(webp);
  });

  test("a file that is cut off before its image data is no picture", () => {
    const extended = chunk("VP8X", Buffer.from("00000000" + "3f0000" + "200000", "hex"));
    for (const bytes of [
      pngBytes(64, 33).subarray(0, 45),
      jpeg.subarray(0, jpeg.length - 8),
      riff(extended),
      Buffer.alloc(0),
    ]) {
      expect(readPicture(bytes)).toBeNull();
    }
  });

  test("no bytes, however cut or changed, are an error", () => {
    const files = [
      pngBytes(40, 40),
      jpeg,
      riff(chunk("VP8 ", lossy)),
      riff(chunk("VP8L", lossless)),
    ];
    fc.assert(
      fc.property(
        fc.constantFrom(...files),
        fc.nat(),
        fc.nat(),
        fc.nat({ max: 255 }),
        (file, cut, at, byte) => {
          const bytes = Uint8Array.from(file.subarray(0, cut % (file.length + 1)));
          if (bytes.length > 0) bytes[at % bytes.length] = byte;
          const picture = readPicture(bytes);
          if (picture !== null) expect(picture.width * picture.height).toBeGreaterThan(0);
        },
      ),
      { numRuns: 1000 },
    );
  });
});

describe("base 64", () => {
  test("decoding gives the bytes that were encoded", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        expect(decodeBase64(Buffer.from(bytes).toString("base64"))).toEqual(bytes);
      }),
    );
  });

  test("a text that is decoded encodes to the same text again", () => {
    const text = fc.string({
      unit: fc.constantFrom("A", "B", "/", "+", "=", "9", "_", " ", "\n"),
      maxLength: 8,
    });
    fc.assert(
      fc.property(text, (encoded) => {
        const bytes = decodeBase64(encoded);
        if (bytes !== null) expect(Buffer.from(bytes).toString("base64")).toBe(encoded);
        else expect(Buffer.from(encoded, "base64").toString("base64")).not.toBe(encoded);
      }),
      { numRuns: 2000 },
    );
  });
});
