import type { KnownItem, MessagePart } from "../../events/item.js";
import type { Origin, RecordedItem } from "../../events/recorded-item.js";
import type { ForeignHole } from "../keeping/foreign-form.js";
import { recordAs, type RecordingOptions } from "../keeping/record-as.js";

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
