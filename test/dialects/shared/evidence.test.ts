import fc from "fast-check";
import { expect, test } from "vitest";
import { withoutInlineImages } from "../../../src/dialects/shared/evidence.js";
import { items } from "../../../src/testing/arbitraries/items.js";

test("an item whose images were moved has none to move: nothing changes, and nothing is kept", () => {
  let moved = 0;
  const property = fc.property(items(), (item) => {
    if (item.type === "other") return;
    const once = withoutInlineImages(item, () => (moved += 1));
    const again = withoutInlineImages(once, () => expect.unreachable());
    expect(again).toEqual(once);
    const stays = JSON.stringify(once).includes('"image_url":"data:'); // of a form that cannot move
    if (!stays) expect(again).toBe(once);
  });
  fc.assert(property);
  expect(moved).toBeGreaterThan(0);
});
