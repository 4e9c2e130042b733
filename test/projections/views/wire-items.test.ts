import { expect, test } from "vitest";
import type { Item } from "../../../src/events/item.js";
import { wireItems } from "../../../src/projections/views/wire-items.js";
import { entryOf, stateOf } from "../ledger-arbitrary.js";

const hash = `sha256-${"0".repeat(64)}`;
const moved = {
  type: "input_image" as const,
  image_url: `blob:${hash}`,
  detail: "high",
  blob: {
    hash,
    urlPrefix: "data:image/png;base64,",
    payloadBytes: 4,
    decoded: true,
    mediaType: "image/png",
    width: 1,
    height: 1,
  },
};
const blobs = { get: () => Promise.resolve(new Uint8Array([1, 2, 3])) };

test("an image that was moved to a blob gets its URL back, and nothing else changes", async () => {
  const text = { type: "input_text" as const, text: "look" };
  const message: Item = { type: "message", role: "user", content: [text, moved] };
  const output: Item = { type: "function_call_output", call_id: "c", output: [moved] };
  const wire = { type: "input_image", image_url: "data:image/png;base64,AQID", detail: "high" };
  const state = stateOf([message, output].map((item, offset) => entryOf(item, offset)));
  expect(await wireItems(state, blobs)).toEqual([
    { ...message, content: [text, wire] },
    { ...output, output: [wire] },
  ]);
});

test("a payload that was kept as text comes back as that text", async () => {
  const kept = { ...moved, blob: { ...moved.blob, decoded: false } };
  const item: Item = { type: "message", role: "user", content: [kept] };
  const source = { get: () => Promise.resolve(new TextEncoder().encode("no base 64")) };
  const [found] = await wireItems(stateOf([entryOf(item, 0)]), source);
  expect(found).toMatchObject({
    content: [{ image_url: "data:image/png;base64,no base 64" }],
  });
});

test("a byte order mark at the beginning of such a payload comes back too", async () => {
  const kept = { ...moved, blob: { ...moved.blob, urlPrefix: "data:,", decoded: false } };
  const item: Item = { type: "message", role: "user", content: [kept] };
  const source = { get: () => Promise.resolve(new TextEncoder().encode("\ufeff<svg/>")) };
  const [found] = await wireItems(stateOf([entryOf(item, 0)]), source);
  expect(found).toMatchObject({ content: [{ image_url: "data:,\ufeff<svg/>" }] });
});
