import type {
  InputImage,
  KnownItem,
  MessagePart,
  Origin,
  RecordedItem,
} from "../../events/item.js";
import { recordAs, type RecordingOptions } from "./evidence.js";
import { type ForeignHole, PAYLOAD } from "./foreign-form.js";

/** A part of an item, and where in the object stands what it holds; paths start at the part. */
export interface ReadPart<Part> {
  readonly part: Part;
  readonly holes: readonly ForeignHole[];
}

/** An item that a line holds. */
export interface ReadItem {
  readonly item: KnownItem;
  readonly failed: boolean;
  /** Where in the object stands what the item holds; the second path starts at the item. */
  readonly holes: readonly ForeignHole[];
}

/** Holes of a block, as its line has them. @param path of the block in the line */
export function below(
  path: readonly string[],
  holes: readonly ForeignHole[],
): readonly ForeignHole[] {
  return holes.map(([inBlock, inItem]) => [[...path, ...inBlock], inItem]);
}

/** A message of parts that were read. */
export function messageOf(role: string, parts: readonly ReadPart<MessagePart>[]): ReadItem {
  const content = parts.map(({ part }) => part);
  return {
    item: { type: "message", role, content },
    failed: false,
    holes: partHoles("content", parts),
  };
}

/** Holes of an item's parts. @param list the item's member that holds them */
export function partHoles(
  list: string,
  parts: readonly ReadPart<MessagePart>[],
): readonly ForeignHole[] {
  return parts.flatMap(({ holes }, index) =>
    holes.map(([inObject, path]): ForeignHole => [inObject, [list, String(index), ...path]]),
  );
}

/** An item that was read, as it enters the ledger. */
export function recordRead(
  { item, failed }: ReadItem,
  originOf: (item: KnownItem) => Origin,
  options: RecordingOptions,
): RecordedItem {
  const recorded = recordAs(item, originOf, options);
  return failed ? { ...recorded, failed } : recorded;
}

/**
 * An image whose bytes stand in its block.
 * @param path of the bytes in the block @returns null when it is none that a data URL can spell
 */
export function base64Image(
  mediaType: unknown,
  data: unknown,
  path: readonly string[],
): ReadPart<InputImage> | null {
  if (typeof mediaType !== "string" || typeof data !== "string") return null;
  if (!MEDIA_TYPE.test(mediaType)) return null;
  return {
    part: { type: "input_image", image_url: `data:${mediaType};base64,${data}` },
    holes: [[path, ["image_url", PAYLOAD]]],
  };
}

/** Nothing that would end the type in a data URL. */
const MEDIA_TYPE = /^[^,;]+$/;

/** The items of the newest entries: a compaction tells again those that it keeps. */
export class RecentItems {
  #newer = new Map<number, readonly RecordedItem[]>();
  #older: ReadonlyMap<number, readonly RecordedItem[]> = new Map();
  #newerBytes = 0;

  /** @param heldBytes about so much is held: the older half is dropped at once */
  constructor(private readonly heldBytes: number) {}

  add(ordinal: number, items: readonly RecordedItem[]): void {
    if (items.length === 0) return;
    for (const { countedBytes } of items) this.#newerBytes += countedBytes;
    if (this.#newerBytes > this.heldBytes / 2) {
      this.#older = this.heldBytes === 0 ? new Map() : this.#newer;
      this.#newer = new Map();
      this.#newerBytes = 0;
      if (this.heldBytes === 0) return;
    }
    this.#newer.set(ordinal, items);
  }

  /** @returns undefined when they are not held any more */
  get(ordinal: number): readonly RecordedItem[] | undefined {
    return this.#newer.get(ordinal) ?? this.#older.get(ordinal);
  }
}
