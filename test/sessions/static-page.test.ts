import { expect, test } from "vitest";
import { standalonePage } from "../../src/sessions/static-page.js";
import { blobMissing } from "../../src/store/errors.js";
import { heldSource } from "../../src/ui/server/held-source.js";
import { answer, build, START, user } from "../testing/by-hand.js";

test("a page has a large text part by part, and its events as they were", async () => {
  // At one of these two a part ends inside of a character.
  const texts = ["", "x"].map((start) => start + "\u{1f570}".repeat(600_000));
  const { events } = build(START, user("Hello."), ...texts.map(answer)).history();
  const parts: Uint8Array[] = [];
  const page = standalonePage({
    source: heldSource(events),
    blobs: { get: (hash) => Promise.reject(blobMissing(hash)) },
    damage: () => [],
    ...{ title: "Clocks", hasPayloads: true, version: "0.1.0" },
  });
  for await (const part of page) parts.push(part);
  const html = Buffer.concat(parts).toString("utf8");
  const [, held = ""] = /id="events">\n(.*?)\n<\/script>/s.exec(html) ?? [];
  const read = held.split("\n").map((line): unknown => JSON.parse(line));
  expect(read).toEqual(events);
  expect(Math.max(...parts.map(({ length }) => length))).toBeLessThan(5_000_000);
});
