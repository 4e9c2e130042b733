import type { InputText, Item } from "../../events/item.js";
import { IMAGE_STRIPPED } from "../../codex-strings.js";

/** An item without its images, and how many there were. */
export interface HiddenImages {
  readonly item: Item;
  /** Images that became a text, one for one. */
  readonly replaced: number;
  /** True when the result of an image generation was emptied. */
  readonly emptied: boolean;
}

/** The text that stands for an image. */
const STRIPPED: InputText = { type: "input_text", text: IMAGE_STRIPPED };

/**
 * The item as a model without the image modality gets it; null when it has no image. String outputs
 * are not looked at.
 * @see docs/semantics.md §8.3
 */
export function hideImages(item: Item): HiddenImages | null {
  switch (item.type) {
    case "message": {
      const replaced = countImages(item.content);
      if (replaced === 0) return null;
      const hidden = {
        ...item,
        content: item.content.map((part) => (part.type === "input_image" ? STRIPPED : part)),
      };
      return { item: hidden, replaced, emptied: false };
    }
    case "function_call_output":
    case "custom_tool_call_output": {
      if (typeof item.output === "string") return null;
      const replaced = countImages(item.output);
      if (replaced === 0) return null;
      const hidden = {
        ...item,
        output: item.output.map((part) => (part.type === "input_image" ? STRIPPED : part)),
      };
      return { item: hidden, replaced, emptied: false };
    }
    case "image_generation_call":
      if (item.result === "") return null;
      return { item: { ...item, result: "" }, replaced: 0, emptied: true };
    default:
      return null;
  }
}

function countImages(parts: readonly { readonly type: string }[]): number {
  return parts.reduce((sum, part) => sum + (part.type === "input_image" ? 1 : 0), 0);
}
