import fc from "fast-check";
import { expect, test } from "vitest";
import { checkEvent, upcastEvent } from "../../src/events/check-event.js";
import { countItemBytes } from "../../src/events/item-bytes.js";
import { originOf } from "../../src/events/item-class.js";
import { isKnownEvent } from "../../src/events/known-event.js";
import { items } from "../../src/testing/arbitraries/items.js";

/** A line as version 1 wrote it. */
const OLD_LINE =
  '{"offset":3,"id":"01ARZ3NDEKTSV4RRFFQ69G5FAV","at":"2026-04-01T12:00:00.000Z",' +
  '"type":"item.recorded","turn":"01ARZ3NDEKTSV4RRFFQ69G5FAW",' +
  '"data":{"item":{"type":"message","role":"user","content":[{"type":"input_text","text":"héllo"}]},' +
  '"origin":"user"},"sum":"0123abcd"}';

test("a version 1 line of item.recorded opens as version 2, with its size counted", () => {
  const event = checkEvent(JSON.parse(OLD_LINE));
  expect(isKnownEvent(event)).toBe(true);
  expect(event).toEqual({
    offset: 3,
    id: "01ARZ3NDEKTSV4RRFFQ69G5FAV",
    at: "2026-04-01T12:00:00.000Z",
    type: "item.recorded",
    v: 2,
    turn: "01ARZ3NDEKTSV4RRFFQ69G5FAW",
    data: {
      item: { type: "message", role: "user", content: [{ type: "input_text", text: "héllo" }] },
      origin: "user",
      countedBytes:
        Buffer.byteLength('{"type":"message","role":"user","content":[') +
        Buffer.byteLength('{"type":"input_text","text":"héllo"}') +
        "]}".length,
    },
    sum: "0123abcd",
  });
});

test("every item of version 1 gets the size that version 2 records", () => {
  const place = { offset: 0, id: "01ARZ3NDEKTSV4RRFFQ69G5FAV", at: "2026-04-01T12:00:00.000Z" };
  fc.assert(
    fc.property(items(), (item) => {
      const old = { ...place, type: "item.recorded", data: { item, origin: originOf(item) } };
      expect(checkEvent(old)).toMatchObject({ v: 2, data: { countedBytes: countItemBytes(item) } });
      expect(old.data).not.toHaveProperty("countedBytes");
    }),
  );
});

test("events that are current, newer or of unknown types come back as they are", () => {
  const place = { offset: 0, id: "01ARZ3NDEKTSV4RRFFQ69G5FAV", at: "2026-04-01T12:00:00.000Z" };
  for (const event of [
    { ...place, type: "item.recorded", v: 2, data: {} },
    { ...place, type: "item.recorded", v: 9, data: {} },
    { ...place, type: "notice.logged", data: {} },
    { ...place, type: "history.unheard-of", data: {} },
  ]) {
    expect(upcastEvent(event)).toBe(event);
  }
});

test("an old line of a wrong form is refused like any other", () => {
  const broken = OLD_LINE.replace('"role":"user"', '"role":1');
  expect(() => checkEvent(JSON.parse(broken))).toThrow(
    expect.objectContaining({ code: "invalid-event" }),
  );
});
