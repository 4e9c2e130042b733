import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { crc32, deflateSync } from "node:zlib";
import type { Picture } from "./agent.js";

/** Writes a small PNG of one colour into a folder. */
export function writePicture(folder: string, name: string, shade: number): Picture {
  const png = pngOf(shade);
  const path = join(folder, name);
  writeFileSync(path, png);
  return { path, mediaType: "image/png", base64: png.toString("base64") };
}

const [WIDTH, HEIGHT] = [48, 32];

function pngOf(shade: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(WIDTH, 0);
  header.writeUInt32BE(HEIGHT, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const row = Buffer.alloc(1 + 3 * WIDTH, shade);
  row[0] = 0;
  const rows = Buffer.concat(Array.from({ length: HEIGHT }, () => row));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const chunks = [chunk("IHDR", header), chunk("IDAT", deflateSync(rows)), chunk("IEND")];
  return Buffer.concat([signature, ...chunks]);
}

function chunk(type: string, data = Buffer.alloc(0)): Buffer {
  const named = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}
