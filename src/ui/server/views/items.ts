import type { InputImage, Item, Origin, RecordedItem } from "../../../events/item.js";
import { isKnownEvent } from "../../../events/known-event.js";
import { readPicture } from "../../../events/picture.js";
import { describeImage, describeItem } from "../../../projections/transcript/transcript.js";
import { imageUrl } from "../../../projections/transcript/image-url.js";
import { initialState, isNumberedByState, itemsOf, placedFacts } from "../../../reducers/reduce.js";
import { rollbackIn } from "../../../reducers/replay-events.js";
import { refKey } from "../../../reducers/item-refs.js";
import type { LogEvent } from "../../../events/event.js";
import type { PlacedFact } from "../../../reducers/reduce.js";
import type { Picture } from "../../api.js";
import { badRequest, notFound } from "../failures.js";
import type { OpenedSession } from "../opened-session.js";

/** The facts of an event that count, with the numbers of their items. */
export async function factsIn(
  { states }: OpenedSession,
  event: LogEvent,
): Promise<readonly PlacedFact[]> {
  if (!isKnownEvent(event)) return [];
  if (!isNumberedByState(event)) return placedFacts(event, initialState);
  return placedFacts(event, await states.at(rollbackIn(event)?.to ?? event.offset - 1));
}

/**
 * An item by its ref, as it was recorded.
 * @param ref `12` or `12.3`
 * @throws {Refusal} `not-found`
 */
export async function recordedItem(opened: OpenedSession, ref: string): Promise<RecordedItem> {
  const [, offset] = /^(\d{1,15})(?:\.\d{1,15})?$/.exec(ref) ?? [];
  if (offset === undefined) throw badRequest("ref is an offset (12), with an item's (12.1)");
  const event = await opened.eventAt(Number(offset));
  for (const { fact, refAt } of event === null ? [] : await factsIn(opened, event)) {
    const found = itemsOf(fact).find((_, index) => refKey(refAt(index)) === ref);
    if (found !== undefined) return found;
  }
  throw notFound(`item #${ref}`);
}

/** What people read of an item; empty where there is nothing to read. */
export function textOfItem({ item, origin }: Pick<RecordedItem, "item" | "origin">): string {
  return describeItem(item, origin)?.text ?? "";
}

/** The pictures of an item: where the page finds them. */
export function picturesOf(
  key: string,
  { item, origin }: { readonly item: Item; readonly origin: Origin },
  ref: string | null,
): readonly Picture[] {
  const images = describeItem(item, origin)?.images ?? [];
  return images.map((image, index) => picture(image, ref === null ? null : { key, ref, index }));
}

interface PicturePlace {
  readonly key: string;
  readonly ref: string;
  readonly index: number;
}

function picture(image: InputImage, place: PicturePlace | null): Picture {
  const isHere = image.blob !== undefined || image.image_url.startsWith("data:");
  const query = place && `ref=${place.ref}&index=${place.index}`;
  return {
    words: describeImage(image),
    url: isHere && place !== null ? `api/session/${place.key}/picture?${query ?? ""}` : null,
    remoteUrl: /^https?:/.test(image.image_url) ? image.image_url : null,
  };
}

/**
 * The bytes of a picture, of a kind that is no document: what it is, its content says.
 * @throws {Refusal} `not-found`: it is missing, or is no PNG, JPEG or WebP
 */
export async function pictureBytes(
  opened: OpenedSession,
  ref: string,
  index: number,
): Promise<{ readonly bytes: Uint8Array; readonly type: string }> {
  const { item, origin } = await recordedItem(opened, ref);
  const image = describeItem(item, origin)?.images[index];
  const url = image && (await imageUrl(image, opened.readable.blobs));
  const payload = /^data:[^,]*;base64,(.*)$/s.exec(url ?? "")?.[1];
  const bytes = payload === undefined ? null : Buffer.from(payload, "base64");
  const type = bytes === null ? undefined : readPicture(bytes)?.mediaType;
  if (bytes === null || type === undefined) throw notFound("picture that can be shown");
  return { bytes, type };
}
