import { z } from "zod";
import type { Item } from "../../../events/item.js";
import type { AiProviderOptions } from "./language-model.js";

const Metadata = z.record(z.string(), z.record(z.string(), z.json().optional()));

/** What an item carries for the way back to the provider that made it. */
export interface AiSdkFields {
  /** As the language model names its provider. */
  readonly aiSdkProvider: string;
  readonly providerMetadata: AiProviderOptions;
}

/** The fields for a part's metadata; none where it has none. */
export function metadataFields(provider: string, metadata: unknown): Partial<AiSdkFields> {
  const read = Metadata.safeParse(metadata);
  return read.success ? { aiSdkProvider: provider, providerMetadata: read.data } : {};
}

/** The options for a part of this item, when it goes back to where it came from. */
export function providerOptionsOf(
  item: Item,
  provider: string,
): { providerOptions?: AiProviderOptions } {
  if (item["aiSdkProvider"] !== provider) return {};
  const read = Metadata.safeParse(item["providerMetadata"]);
  return read.success ? { providerOptions: read.data } : {};
}
