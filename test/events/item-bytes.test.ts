import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readMovableImage } from "../../src/events/inline-image.js";
import { countItemBytes } from "../../src/events/item-bytes.js";
import type { InputImage, Item } from "../../src/events/item.js";
import { items } from "../../src/testing/arbitraries/items.js";
import { imageUrls, longTexts, pngBytes, texts } from "../../src/testing/arbitraries/texts.js";
import { canonicalJson } from "./canonical-json.js";

const encodedLength = (text: string) => new TextEncoder().encode(text).length;

/** The size of docs/semantics.md §7.1-7.2, from the serialization itself. */
function slowItemBytes(item: Item): number {
  if (item.type === "ghost_snapshot") return 0;
  const encrypted =
    item.type === "reasoning" || item.type === "compaction" || item.type === "compaction_summary"
      ? item.encrypted_content
      : null;
  if (typeof encrypted === "string") {
    return Math.max(0, Math.floor((encodedLength(encrypted) * 3) / 4) - 650);
  }
  const payloads = imagesOf(item).flatMap(({ image_url, detail }) => {
    const found = /^data:image\/[^,]*;base64(?=[,;])[^,]*,([^]*)$/i.exec(image_url);
    return found === null ? [] : [{ payload: found[1] ?? "", detail }];
  });
  const removed = payloads.reduce((sum, { payload }) => sum + encodedLength(payload), 0);
  const added = payloads.reduce((sum, { payload, detail }) => {
    const bytes = Buffer.from(payload, "base64");
    const isPicture =
      bytes.toString("base64") === payload && bytes.subarray(1, 4).toString() === "PNG";
    if (detail !== "original" || !isPicture) return sum + 7373;
    return (
      sum + Math.ceil(bytes.readUInt32BE(16) / 32) * Math.ceil(bytes.readUInt32BE(20) / 32) * 4
    );
  }, 0);
  const raw = encodedLength(canonicalJson(item));
  return removed === 0 || added === 0 ? raw : Math.max(0, raw - removed + added);
}

function imagesOf(item: Item): InputImage[] {
  if (item.type === "message") return item.content.filter((part) => part.type === "input_image");
  const isOutput = item.type === "function_call_output" || item.type === "custom_tool_call_output";
  if (!isOutput || typeof item.output === "string") return [];
  return item.output.filter((part) => part.type === "input_image");
}

const message = (...images: InputImage[]): Item => ({
  type: "message",
  role: "user",
  content: images,
});
const image = (image_url: string, detail?: string): InputImage =>
  detail === undefined
    ? { type: "input_image", image_url }
    : { type: "input_image", image_url, detail };
/** What a message with one image counts besides the URL's payload. */
const around = (prefix: string, detail?: string) =>
  encodedLength(canonicalJson(message(image(prefix, detail))));
const pngUrl = (width: number, height: number) =>
  `data:image/png;base64,${pngBytes(width, height).toString("base64")}`;

describe("counting an item (§7.1-7.2)", () => {
  test("an item counts the bytes of its canonical serialization, images adjusted", () => {
    fc.assert(
      fc.property(items(), (item) => {
        expect(countItemBytes(item)).toBe(slowItemBytes(item));
      }),
      { numRuns: 1500 },
    );
  });

  test("long texts count as their serialization does, over any number of chunks", () => {
    fc.assert(
      fc.property(longTexts({ maxLength: 200_000 }), texts(), (long, behind) => {
        const item: Item = { type: "function_call_output", call_id: "c", output: long + behind };
        expect(countItemBytes(item)).toBe(encodedLength(canonicalJson(item)));
      }),
      { numRuns: 60 },
    );
  });

  test("§1.3: a lone surrogate counts three bytes, in texts and in arguments", () => {
    const call = (value: string): Item => ({
      type: "tool_search_call",
      execution: "client",
      arguments: { key: value },
    });
    expect(countItemBytes(call("\ud800")) - countItemBytes(call(""))).toBe(3);
    const output = (value: string): Item => ({
      type: "function_call_output",
      call_id: "c",
      output: value,
    });
    expect(countItemBytes(output("\udc00")) - countItemBytes(output(""))).toBe(3);
  });

  test("§7.8: an image counts the same inline and as a blob", () => {
    const detail = fc.constantFrom(undefined, "auto", "original");
    fc.assert(
      fc.property(imageUrls(), detail, (url, quality) => {
        const movable = readMovableImage(url);
        fc.pre(movable !== null);
        const bytes = movable.bytes ?? Buffer.from(movable.payload);
        const hash = `sha256-${createHash("sha256").update(bytes).digest("hex")}`;
        const moved = { ...image(`blob:${hash}`, quality), blob: { ...movable.facts, hash } };
        expect(countItemBytes(message(moved))).toBe(countItemBytes(message(image(url, quality))));
        const output: Item = { type: "custom_tool_call_output", call_id: "c", output: [moved] };
        const inline: Item = { ...output, output: [image(url, quality)] };
        expect(countItemBytes(output)).toBe(countItemBytes(inline));
      }),
    );
  });

  test("an image counts 7,373 bytes instead of its payload", () => {
    const url = pngUrl(64, 64);
    expect(countItemBytes(message(image(url)))).toBe(around("data:image/png;base64,") + 7373);
  });

  test("in original detail it counts four bytes a patch of 32 pixels", () => {
    const bytes = countItemBytes(message(image(pngUrl(65, 32), "original")));
    expect(bytes).toBe(around("data:image/png;base64,", "original") + 3 * 1 * 4);
  });

  test("what cannot be decoded counts 7,373 bytes in original detail too", () => {
    const cut = pngBytes(65, 32).subarray(0, 40).toString("base64");
    for (const payload of ["AAAA", "no base 64", cut]) {
      const bytes = countItemBytes(message(image(`data:image/png;base64,${payload}`, "original")));
      expect(bytes).toBe(around("data:image/png;base64,", "original") + 7373);
    }
  });

  test("an image without a payload is not adjusted, unless another one of its item has one", () => {
    const empty = image("data:image/png;base64,");
    expect(countItemBytes(message(empty))).toBe(encodedLength(canonicalJson(message(empty))));
    const both = countItemBytes(message(empty, image("data:image/png;base64,AAAA")));
    expect(both).toBe(encodedLength(canonicalJson(message(empty, empty))) + 2 * 7373);
  });

  test("other URLs, and data URLs in texts, count as text", () => {
    const output: Item = { type: "function_call_output", call_id: "c", output: pngUrl(32, 32) };
    expect(countItemBytes(output)).toBe(encodedLength(canonicalJson(output)));
    const document = message(image("data:text/plain;base64,AAAA"));
    expect(countItemBytes(document)).toBe(encodedLength(canonicalJson(document)));
  });

  test("encrypted content counts three quarters of its length less 650, never below 0", () => {
    const compaction = (length: number): Item => ({
      type: "compaction",
      encrypted_content: "x".repeat(length),
    });
    expect(countItemBytes(compaction(1001))).toBe(100);
    expect(countItemBytes(compaction(10))).toBe(0);
    expect(countItemBytes({ type: "reasoning", summary: [], encrypted_content: "" })).toBe(0);
  });

  test("a ghost snapshot counts nothing", () => {
    expect(countItemBytes({ type: "ghost_snapshot", ghost_commit: { id: "abc" } })).toBe(0);
  });

  test("reasoning content is left out when it has no reasoning text, and null when it is missing", () => {
    const size = (content: Extract<Item, { type: "reasoning" }>["content"]) =>
      countItemBytes({ type: "reasoning", summary: [], content });
    expect(size([])).toBe('{"type":"reasoning","summary":[],"encrypted_content":null}'.length);
    expect(size([{ type: "text", text: "hidden" }])).toBe(size([]));
    expect(size(null)).toBe(size([]) + ',"content":null'.length);
  });

  test("arguments nested very deeply are counted", () => {
    const depth = 100_000;
    let nested: unknown = 1;
    for (let level = 0; level < depth; level++) nested = [nested];
    const item: Item = { type: "tool_search_call", execution: "client", arguments: nested };
    const flat: Item = { ...item, arguments: 1 };
    expect(countItemBytes(item) - countItemBytes(flat)).toBe(2 * depth);
  });
});
