import fc from "fast-check";
import { expect, test } from "vitest";
import {
  type Line,
  type LineLimits,
  LineSplitter,
} from "../../../src/dialects/shared/line-splitter.js";

function split(text: string, chunkBytes: number, limits: LineLimits = {}) {
  const splitter = new LineSplitter({ byte: 0, line: 1 }, limits);
  const lines: ReturnType<typeof copy>[] = [];
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += chunkBytes) {
    for (const line of splitter.push(bytes.subarray(at, at + chunkBytes))) lines.push(copy(line));
  }
  for (const line of splitter.end()) lines.push(copy(line));
  return lines;
}

/** A line's bytes are valid until the next line only. */
function copy({ bytes, start, lineStart, number, extent }: Line) {
  return { bytes: Buffer.from(bytes), start, lineStart, number, extent };
}

test("lines are the same however the bytes come, and nothing of them is lost", () => {
  const text = fc.array(fc.constantFrom("a", "ü", "\n", "\r\n"), { maxLength: 30 });
  const property = fc.property(text, fc.integer({ min: 1, max: 9 }), (parts, chunkBytes) => {
    const content = parts.join("");
    const lines = split(content, chunkBytes);
    expect(lines.map(({ bytes }) => bytes.toString()).join("")).toBe(content);
    expect(lines.map(({ number }) => number)).toEqual(lines.map((_, index) => index + 1));
    expect(lines).toEqual(split(content, 1000));
    expect(lines).toEqual(split(content, chunkBytes, { blockBytes: 4 }));
    for (const line of lines) expect(Buffer.byteLength(content)).toBeGreaterThan(line.start);
  });
  fc.assert(property);
});

test("a line that is too long comes in parts, and the line after it whole", () => {
  const text = `short\n${"x".repeat(50)}\nafter\n`;
  const lines = split(text, 10, { lineBytes: 20 });
  expect(lines.map(({ number, extent }) => `${number} ${extent}`)).toEqual([
    "1 whole",
    "2 part",
    "2 part",
    "2 part",
    "2 last-part",
    "3 whole",
  ]);
  const parts = lines.filter(({ number }) => number === 2);
  expect(parts.map(({ bytes }) => bytes.toString()).join("")).toBe(`${"x".repeat(50)}\n`);
  expect(new Set(parts.map(({ lineStart }) => lineStart))).toEqual(new Set([6]));
  const inBlocks = split(text, 10, { lineBytes: 20, blockBytes: 8 });
  expect(inBlocks.map(({ bytes }) => bytes.toString()).join("")).toBe(text);
  expect(inBlocks.at(-1)).toEqual(lines.at(-1));
  expect(Math.max(...inBlocks.map(({ bytes }) => bytes.length))).toBe(10); // a chunk: they were never put together
});

test("a line that fills its limit is whole, and one beyond it is not, also the last one", () => {
  const extents = (text: string) => split(text, 10, { lineBytes: 20 }).map(({ extent }) => extent);
  expect(extents(`${"x".repeat(20)}\n`)).toEqual(["whole"]);
  expect(extents("x".repeat(30))).toEqual(["part", "last-part"]);
});
