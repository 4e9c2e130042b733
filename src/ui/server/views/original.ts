import type { OpenedSession } from "../opened-session.js";
import { recordedItem, textOfItem } from "./items.js";

/**
 * What an item was before it was cut, cleared or forgotten: the blob of a cut output, else the item as it
 * was recorded.
 * @throws {RefoldError} `blob-missing`, `blob-corrupt`
 */
export async function originalText(opened: OpenedSession, ref: string): Promise<string> {
  const recorded = await recordedItem(opened, ref);
  const hash = recorded.bounded?.original ?? null;
  if (hash === null) return textOfItem(recorded);
  return new TextDecoder().decode(await opened.readable.blobs.get(hash));
}
