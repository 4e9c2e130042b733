import { checkItem } from "../events/check-event.js";
import { readMovableImage } from "../events/inline-image.js";
import { countItemBytes } from "../events/item-bytes.js";
import { imagesOf, mapImages } from "../events/item-images.js";
import type {
  Bounded,
  InputImage,
  Item,
  MessageItem,
  MessagePart,
  Origin,
  RecordedItem,
} from "../events/item.js";
import type { Fact } from "../events/event.js";
import { isJsonObject } from "../events/json.js";
import type { TruncationPolicy } from "../events/primitives.js";
import { recordable } from "../events/recordable.js";
import type { Usage } from "../events/slices.js";
import { type BoundItem, boundItem, type OutputCut } from "../reducers/bounding.js";
import { DEFAULT_POLICY } from "../reducers/truncate-text.js";
import type { BlobStore } from "../store/event-store.js";
import type { TurnContext } from "./fragments/turn-context.js";

/** An item as it is handed in: whole, images inline. */
export interface ItemInput {
  readonly item: Item;
  readonly origin: Origin;
  /** A tool call that failed. */
  readonly failed?: boolean;
}

/** What a user says: a text, or texts and images in the wire shape. */
export type UserInput = string | readonly MessagePart[];

/**
 * What a user says, as an item of its own.
 * @throws {RefoldError} `invalid-event`: it is neither a text nor a list of parts
 */
export function userMessage(input: UserInput): MessageItem {
  const content =
    typeof input === "string" ? [{ type: "input_text" as const, text: input }] : input;
  const message = recordable({ type: "message" as const, role: "user", content });
  checkItem(message);
  return message;
}

/** A warning for people and clients; no model sees it. */
export function warningFact(kind: string, message: string): Fact {
  return { type: "notice.logged", data: { level: "warning", kind, message } };
}

/** What is recorded at once: items, and what the request for them cost. */
export interface Recording {
  readonly items: readonly ItemInput[];
  /** Null: not reported. */
  readonly usage?: Usage | null;
  /** In tokens. Default: the turn's. */
  readonly contextWindow?: number | null;
  /** Offset of the `request.sent`; null: it was not recorded. */
  readonly request?: number | null;
}

/**
 * A recording as it is when it is handed in, however long it then has to wait. Member by member: this is
 * done for every item, and the rest of an object takes as long to take as all else that is done here.
 * @throws {RefoldError} `invalid-event`: it is no JSON
 */
export function ownRecording(recording: Recording): Recording {
  const items = recording.items.map(ownInput);
  const { usage, contextWindow = null, request = null } = recording;
  if (usage === undefined || usage === null) return { items };
  return { items, usage: recordable(usage, "usage.reported"), contextWindow, request };
}

function ownInput(input: ItemInput): ItemInput {
  if (!isJsonObject(input)) checkItem(input);
  const { origin, failed } = input;
  const item = recordable(input.item, "item.recorded");
  return failed === undefined ? { item, origin } : { item, origin, failed };
}

/**
 * A recording as facts, under a turn's settings. What they name by hash is stored already.
 * @returns at once where nothing goes to the blob store
 * @throws {RefoldError} `invalid-event`: an item has another form than its kind
 */
export function recordingFacts(
  { items, usage, contextWindow, request = null }: Recording,
  context: TurnContext,
  blobs: BlobStore,
): readonly Fact[] | Promise<readonly Fact[]> {
  const policy = context.truncationPolicy ?? DEFAULT_POLICY;
  const facts = itemFacts(items, (item) => recordItem(item, policy, blobs));
  if (usage === undefined || usage === null) return facts;
  const window = contextWindow ?? context.contextWindow ?? null;
  const data = { usage, contextWindow: window, request };
  const reported: Fact = { type: "usage.reported", data };
  return facts instanceof Promise
    ? facts.then((made) => [...made, reported])
    : [...facts, reported];
}

/** One after the other, so that none is stored of what comes after one that fails. */
function itemFacts(
  items: readonly ItemInput[],
  record: (item: ItemInput) => RecordedItem | Promise<RecordedItem>,
): readonly Fact[] | Promise<readonly Fact[]> {
  const facts: Fact[] = [];
  for (const item of items) {
    const data = record(item);
    if (data instanceof Promise) {
      const others = items.slice(facts.length + 1);
      return data.then(async (stored) => {
        facts.push({ type: "item.recorded", data: stored });
        return [...facts, ...(await itemFacts(others, record))];
      });
    }
    facts.push({ type: "item.recorded", data });
  }
  return facts;
}

/**
 * The ledger's owner: makes of an item what may be recorded. Tool outputs are bounded under the
 * turn's policy, images and what bounding cut go to the blob store first (law 4,
 * docs/file-format.md#blobs).
 * @returns at once where nothing goes there: most items are texts that fit
 * @throws {RefoldError} `invalid-event`: nothing can be made of it, since it has another form than its
 *   kind. The store checks all forms: to do it here too would take as long as all else that is done here
 */
export function recordItem(
  input: ItemInput,
  policy: TruncationPolicy,
  blobs: BlobStore,
): RecordedItem | Promise<RecordedItem> {
  try {
    const { item, cut } = boundItem(input.item, policy);
    if (cut === null && imagesOf(item).length === 0) return recordedItem(input, item);
    checkItem(input.item);
    return recordWithBlobs(input, { item, cut }, blobs);
  } catch (error) {
    checkItem(input.item);
    throw error;
  }
}

async function recordWithBlobs(
  input: ItemInput,
  { item, cut }: BoundItem,
  blobs: BlobStore,
): Promise<RecordedItem> {
  const original = cut === null ? {} : { bounded: await keepOriginal(cut, blobs) };
  return { ...recordedItem(input, await storeImages(item, blobs)), ...original };
}

function recordedItem({ origin, failed }: ItemInput, item: Item): RecordedItem {
  const countedBytes = countItemBytes(item);
  return failed === true ? { item, origin, failed, countedBytes } : { item, origin, countedBytes };
}

async function keepOriginal(cut: OutputCut, blobs: BlobStore): Promise<Bounded> {
  const { original, ...facts } = cut;
  return { ...facts, original: await blobs.put(new TextEncoder().encode(original)) };
}

/** Moves an item's inline images to the blob store; what is there already stays as it is. */
export async function storeImages(item: Item, blobs: BlobStore): Promise<Item> {
  const images = imagesOf(item);
  const stored = await Promise.all(images.map((image) => storeImage(image, blobs)));
  return mapImages(item, (image) => stored[images.indexOf(image)] ?? image);
}

/** An image that is no inline picture, or cannot be rebuilt from a blob, stays as it is. */
async function storeImage(part: InputImage, blobs: BlobStore): Promise<InputImage> {
  const image = part.blob === undefined ? readMovableImage(part.image_url) : null;
  if (image === null) return part;
  const hash = await blobs.put(image.bytes ?? new TextEncoder().encode(image.payload));
  return { ...part, image_url: `blob:${hash}`, blob: { hash, ...image.facts } };
}
