import { createHash } from "node:crypto";
import type { Fact } from "../../../events/event.js";
import { readMovableImage } from "../../../events/inline-image.js";
import type { Item } from "../../../events/item.js";
import { itemContent } from "../../../projections/tokens/item-content.js";
import { factsOf } from "../../../reducers/fold-event.js";
import { HOLDS, type Finding, type LogInvariant } from "../invariant.js";

/** Smaller ones cost no more than a reference to them. */
const LEAST_CHARACTERS = 1_024;

export const imagesOnce: LogInvariant = {
  over: "log",
  name: "log/images-once",
  sentence: "No event embeds the bytes of an image that an earlier event holds.",
  source: "docs/architecture.md, law 9",
  remedy:
    "move images to the blob store when they are recorded, as threads do, and name them by hash",
  begin: () => {
    const offsets = new Map<string, number>();
    return {
      take: ({ known }) => {
        if (known === null) return undefined;
        let found: Finding[] | null = null;
        let asked = false;
        for (const item of factsOf(known).flatMap(itemsOf)) {
          for (const url of inlineImages(item)) {
            asked = true;
            const hash = createHash("sha256").update(url).digest("base64");
            const first = offsets.get(hash);
            if (first === undefined) offsets.set(hash, known.offset);
            else {
              const message = `an image of ${url.length} characters that event ${first} holds`;
              (found ??= []).push({ place: item.type, message });
            }
          }
        }
        return asked ? (found ?? HOLDS) : undefined;
      },
    };
  },
};

function itemsOf(fact: Fact): readonly Item[] {
  if (fact.type === "item.recorded") return [fact.data.item];
  if (fact.type === "context.injected") return fact.data.items.map(({ item }) => item);
  if (fact.type !== "history.compacted") return [];
  return (fact.data.replacement ?? []).map(({ item }) => item);
}

/** Image parts of messages and outputs; a generated image's result is one call's own. */
function inlineImages(item: Item): readonly string[] {
  if (item.type === "image_generation_call") return [];
  return itemContent(item).images.flatMap(({ image_url: url, blob }) => {
    const isInline = blob === undefined && url.length >= LEAST_CHARACTERS;
    return isInline && readMovableImage(url) !== null ? [url] : [];
  });
}
