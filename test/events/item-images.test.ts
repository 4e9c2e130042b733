import { expect, test } from "vitest";
import { generatedImage } from "../../src/events/item-images.js";

test.each([
  ["iVBORw0KGgo=", "data:image/png;base64,iVBORw0KGgo="],
  ["data:image/webp;base64,UklGRg==", "data:image/webp;base64,UklGRg=="],
  ["blob:sha256-00", "blob:sha256-00"],
])("a generated image that is recorded as %s has the URL %s", (result, image_url) => {
  expect(generatedImage(result)).toEqual({ type: "input_image", image_url });
});
