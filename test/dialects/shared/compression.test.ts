import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { codexForm } from "../../../src/dialects/codex/codex-form.js";
import { openRollout } from "../../../src/dialects/shared/open-rollout.js";
import type { ByteSource } from "../../../src/dialects/shared/byte-source.js";
import { openUnpacked } from "../../../src/dialects/shared/compression.js";
import { answer, meta, textOf, user } from "../codex/lines.js";
import { collect, memoryBytes } from "./memory-bytes.js";

/** `hello, zstd\n` a hundred times, packed by zstd 1.5. */
const HELLO_ZSTD = Buffer.from("KLUv/QRonQAAYGhlbGxvLCB6c3RkCgEAofwvSVEWObE=", "base64");
const HELLO = "hello, zstd\n".repeat(100);

/** A frame that nobody packed: a block for every hundred bytes, no sum, a window of 1 KiB. */
function rawFrame(text: string): Buffer {
  const blocks = text.match(/[^]{1,100}/g) ?? [];
  return Buffer.concat([
    Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0, 0]),
    ...blocks.flatMap((block, index) => {
      const head = Buffer.alloc(3);
      head.writeUIntLE(block.length * 8 + (index === blocks.length - 1 ? 1 : 0), 0, 3);
      return [head, Buffer.from(block)];
    }),
  ]);
}

const wordsOf = async (source: ByteSource, start?: number): Promise<string> =>
  Buffer.concat(await collect(source.stream(start))).toString("utf8");

describe.each([
  ["gzip", gzipSync(HELLO)],
  ["gzip", Buffer.concat([gzipSync(HELLO.slice(0, 500)), gzipSync(HELLO.slice(500))])],
  ["zstd", HELLO_ZSTD],
  ["zstd", Buffer.concat([rawFrame(HELLO.slice(0, 500)), rawFrame(HELLO.slice(500))])],
])("%s", (compression, packed) => {
  test("is told by its first bytes and unpacked, as a stream and in part", async () => {
    const opened = await openUnpacked(memoryBytes(packed, 7));
    expect(opened.compression).toBe(compression);
    expect(await wordsOf(opened.content)).toBe(HELLO);
    expect(await wordsOf(opened.content, 600)).toBe(HELLO.slice(600));
    const part = Buffer.from(await opened.content.slice(590, 640)).toString("utf8");
    expect(part).toBe(HELLO.slice(590, 640));
  });

  test("parts in any order, asked for at once, are those of the content; in order they cost one reading", async () => {
    const place = fc.integer({ min: 0, max: HELLO.length + 9 });
    const parts = fc.array(fc.tuple(place, place), { maxLength: 9 });
    await fc.assert(
      fc.asyncProperty(parts, fc.boolean(), async (asked, isSorted) => {
        const packedBytes = memoryBytes(packed, 7);
        let readings = 0;
        const stream = (start?: number): AsyncIterable<Uint8Array> => {
          readings += 1;
          return packedBytes.stream(start);
        };
        const { content } = await openUnpacked({ ...packedBytes, stream });
        const places = asked.map(([one, other]) => [Math.min(one, other), Math.max(one, other)]);
        const inOrder = [...new Set(places.flat())].sort((one, other) => one - other);
        const wanted = isSorted
          ? inOrder.map((start, index) => [start, inOrder[index + 1]])
          : places;
        const slices = wanted.map(([start = 0, end = start]) => content.slice(start, end));
        const texts = (await Promise.all(slices)).map((bytes) => Buffer.from(bytes).toString());
        expect(texts).toEqual(wanted.map(([start = 0, end = start]) => HELLO.slice(start, end)));
        if (isSorted) expect(readings).toBeLessThanOrEqual(1);
      }),
      { numRuns: 30 },
    );
  });

  test("cut short, it ends with an error after all that could be unpacked", async () => {
    const { content } = await openUnpacked(memoryBytes(packed.subarray(0, -9), 7));
    await expect(wordsOf(content)).rejects.toMatchObject({ code: "truncated-archive" });
  });

  test("a reader may stop early", async () => {
    const { content } = await openUnpacked(memoryBytes(packed, 7));
    for await (const chunk of content.stream()) {
      expect(chunk.length).toBeGreaterThan(0);
      break;
    }
  });
});

const HELLO_GZIP = gzipSync(HELLO);

function withWrongByte(packed: Buffer, place: number): Buffer {
  const wrong = Buffer.from(packed);
  wrong[packed.length + place] = (packed.at(place) ?? 0) ^ 1;
  return wrong;
}

test.each([
  ["with a wrong sum", withWrongByte(HELLO_GZIP, -6)],
  ["with something else after it", Buffer.concat([HELLO_GZIP, Buffer.from("other")])],
  ["of two members, the second with a wrong length", twoMembers(-1)],
])("gzip data %s gives all that it holds before the error", async (_, packed) => {
  for (const chunkBytes of [4, packed.length]) {
    expect(await damagedWords(packed, chunkBytes)).toBe(HELLO);
  }
});

test("gzip data that is wrong in its middle gives what is before, however it is read", async () => {
  const words = Array.from({ length: 400 }, (_, index) => `${Math.sin(index)}\n`).join("");
  const packed = gzipSync(words);
  packed.fill(0xff, packed.length >> 1, (packed.length >> 1) + 64);
  const [bytewise, whole] = [await damagedWords(packed, 1), await damagedWords(packed, 1 << 18)];
  expect(whole).toBe(bytewise);
  expect(whole.length).toBeGreaterThan(words.length / 3);
});

function twoMembers(wrongPlace: number): Buffer {
  const second = withWrongByte(gzipSync(HELLO.slice(500)), wrongPlace);
  return Buffer.concat([gzipSync(HELLO.slice(0, 500)), second]);
}

/** What damaged data gives before its error. */
async function damagedWords(packed: Buffer, chunkBytes: number): Promise<string> {
  const { content } = await openUnpacked(memoryBytes(packed, chunkBytes));
  const chunks: Uint8Array[] = [];
  const reading = async () => {
    for await (const chunk of content.stream()) chunks.push(chunk);
  };
  await expect(reading()).rejects.toMatchObject({ code: "truncated-archive" });
  return Buffer.concat(chunks).toString("utf8");
}

test.each([
  ["zstd data with a wrong sum", withWrongByte(HELLO_ZSTD, -1)],
  ["zstd data with something else after it", Buffer.concat([HELLO_ZSTD, Buffer.from("other")])],
  ["zstd data with half a second frame", Buffer.concat([HELLO_ZSTD, HELLO_ZSTD.subarray(0, 9)])],
  ["zstd data without its sum", HELLO_ZSTD.subarray(0, -1)],
])("%s gives all that it holds before the error", async (_, packed) => {
  for (const chunkBytes of [7, packed.length]) {
    expect(await damagedWords(packed, chunkBytes)).toBe(HELLO);
  }
});

test("zstd data whose header lies about its size is damaged, nothing else", async () => {
  const head = Buffer.from("28b52ffde4ffffffffffffff7f", "hex"); // nearly 2 ** 63 bytes
  const { content } = await openUnpacked(memoryBytes(Buffer.concat([head, Buffer.alloc(100)])));
  await expect(wordsOf(content)).rejects.toMatchObject({ code: "truncated-archive" });
});

test("a skippable frame of zstd data is skipped", async () => {
  const skippable = Buffer.from([0x5a, 0x2a, 0x4d, 0x18, 5, 0, 0, 0, 1, 2, 3, 4, 5]);
  const packed = Buffer.concat([rawFrame("one "), skippable, HELLO_ZSTD, skippable]);
  for (const chunkBytes of [1, packed.length]) {
    const { content } = await openUnpacked(memoryBytes(packed, chunkBytes));
    expect(await wordsOf(content)).toBe(`one ${HELLO}`);
  }
});

test("zstd data cut anywhere is told to be, and gives whole blocks", async () => {
  const packed = Buffer.concat([rawFrame(HELLO.slice(0, 250)), HELLO_ZSTD]);
  for (let cut = 4; cut < packed.length; cut++) {
    const { content } = await openUnpacked(memoryBytes(packed.subarray(0, cut), 11));
    const chunks: Uint8Array[] = [];
    const reading = async () => {
      for await (const chunk of content.stream()) chunks.push(chunk);
    };
    if (cut !== 265) await expect(reading()).rejects.toMatchObject({ code: "truncated-archive" });
    else await reading(); // the end of the first frame
    expect((HELLO.slice(0, 250) + HELLO).startsWith(Buffer.concat(chunks).toString())).toBe(true);
    if (cut >= 265) expect(Buffer.concat(chunks).length).toBeGreaterThanOrEqual(250);
  }
});

test("content that is not compressed is passed through", async () => {
  const bytes = memoryBytes("plain");
  expect(await openUnpacked(bytes)).toEqual({ content: bytes, compression: null });
});

test("a compressed rollout gives the events of the plain one", async () => {
  const text = textOf([meta, user("one"), answer("two")]);
  const plain = await openRollout(memoryBytes(text), codexForm);
  const packed = await openRollout(memoryBytes(gzipSync(text), 9), codexForm);
  expect(packed.compression).toBe("gzip");
  expect(await collect(packed.source.read())).toEqual(await collect(plain.source.read()));
});

test("of a compressed rollout that is cut short all whole lines are read, and the place is reported", async () => {
  const words = Array.from({ length: 400 }, (_, index) => user(`${index} ${Math.sin(index)}`));
  const packed = gzipSync(textOf([meta, ...words]));
  const rollout = await openRollout(
    memoryBytes(packed.subarray(0, packed.length >> 1), 64),
    codexForm,
  );
  const events = await collect(rollout.source.read());
  expect(events.length).toBeGreaterThan(10);
  expect(rollout.damage().map(({ reason }) => reason)).toContain("truncated-archive");
});
