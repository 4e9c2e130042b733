import type { ItemRef, TruncationPolicy } from "../../events/primitives.js";
import type { BranchNode } from "../tree/live-branch.js";
import type { Settings } from "./settings.js";

/** An entry in its place in the session, and what its branch is set to behind it. */
export interface EntryNode extends BranchNode {
  /** Null: it names none. */
  readonly id: string | null;
  /** What it follows; null: it is the beginning. */
  readonly parent: EntryNode | null;
  /** Its offset; -1: it is the beginning. */
  readonly ordinal: number;
  settings: Settings;
  title: string | null;
  /** How outputs are bounded, where the branch says so. */
  policy: TruncationPolicy | null;
  /** Items that it recorded, and whether the event is the item's own. */
  items: number;
  isBare: boolean;
  /** Compactions up to here, and the offset of the newest. */
  compactions: number;
  compactedAt: number | null;
}

/** The beginning: no entry, an empty conversation. */
export function rootNode(settings: Settings): EntryNode {
  return {
    id: null,
    parent: null,
    ordinal: -1,
    liveUntil: null,
    settings,
    title: null,
    policy: null,
    items: 0,
    isBare: false,
    compactions: 0,
    compactedAt: null,
  };
}

/** A node that continues another. */
export function nodeBehind(parent: EntryNode, id: string | null, ordinal: number): EntryNode {
  const { settings, title, policy, compactions, compactedAt } = parent;
  return {
    id,
    parent,
    ordinal,
    liveUntil: null,
    settings,
    title,
    policy,
    items: 0,
    isBare: false,
    compactions,
    compactedAt,
  };
}

/** Where the items of an entry were recorded. */
export function refsOf({ ordinal, items, isBare }: EntryNode): readonly ItemRef[] {
  if (isBare) return [ordinal];
  return Array.from({ length: items }, (_, index): ItemRef => [ordinal, index]);
}
