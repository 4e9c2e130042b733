import type { ItemRef, JsonObject } from "../../events/primitives.js";
import { textAt } from "../shared/json.js";
import { type BranchNode, LiveBranch, type Rollback } from "../shared/live-branch.js";
import type { Settings, SystemPrompt } from "./session-start.js";

/** Where an entry was put, and what has to happen before it is folded. */
export interface Placement {
  readonly node: EntryNode;
  /** The live leaf was another: the state is again what it was there. */
  readonly rollback: Rollback | null;
  /** It names a parent that no earlier entry is: its branch begins with it. */
  readonly isOrphan: boolean;
}

/**
 * The entries of a session, as far as the file goes. Every entry has a place, whatever it holds, and
 * live is the branch that ends at the newest one. In version 1 each follows the one before it. An id
 * that comes again with something else is from then on that of the newer entry.
 */
export class EntryTree {
  readonly #root: EntryNode;
  readonly #live: LiveBranch<EntryNode>;
  readonly #byId = new Map<string, EntryNode>();

  /** @param isTree false: the session is of version 1 */
  constructor(
    private readonly isTree: boolean,
    settings: Settings,
  ) {
    this.#root = rootNode(settings);
    this.#live = new LiveBranch(this.#root);
  }

  place(entry: JsonObject, ordinal: number): Placement {
    if (!this.isTree) return this.#grow(this.#live.tip, null, ordinal);
    const id = textAt(entry, "id");
    const parentId = textAt(entry, "parentId") ?? "";
    const parent = this.#byId.get(parentId) ?? this.#root;
    const placement = this.#grow(parent, id, ordinal);
    if (id !== null) this.#byId.set(id, placement.node);
    const isOrphan = parentId !== "" && parent === this.#root;
    return isOrphan ? { ...placement, isOrphan } : placement;
  }

  /** The entry that has the id of another, if there is one. */
  sameId({ id }: JsonObject): EntryNode | null {
    return this.isTree && typeof id === "string" ? (this.#byId.get(id) ?? null) : null;
  }

  /** A line that is already there: what it says is live again. */
  goBack(node: EntryNode, ordinal: number): Placement {
    return { node, rollback: this.#live.goBack(node, ordinal), isOrphan: false };
  }

  #grow(parent: EntryNode, id: string | null, ordinal: number): Placement {
    const node = nodeAt({ id, parent, ordinal, settings: parent.settings });
    node.system = parent.system;
    node.title = parent.title;
    node.compactions = parent.compactions;
    node.compactedAt = parent.compactedAt;
    return { node, rollback: this.#live.grow(parent, node, ordinal), isOrphan: false };
  }

  /** An entry that another one follows, by its id; null: there is none on its branch. */
  above({ parent }: EntryNode, id: string | null): EntryNode | null {
    let node = parent;
    while (node !== null && (node.id === null || node.id !== id)) node = node.parent;
    return node;
  }

  /** The entries from the first one that a compaction keeps up to it, oldest first. */
  keptBy({ parent, ordinal }: EntryNode, compaction: JsonObject): readonly EntryNode[] {
    const { firstKeptEntryId: id, firstKeptEntryIndex: index } = compaction;
    const isFirst = (node: EntryNode): boolean =>
      this.isTree ? typeof id === "string" && node.id === id : node.ordinal === index;
    const isNone = this.isTree ? typeof id !== "string" : !(Number(index) < ordinal);
    const kept: EntryNode[] = [];
    if (isNone) return kept;
    for (let at = parent; at !== null && at.ordinal >= 0; at = at.parent) {
      kept.push(at);
      if (isFirst(at)) return kept.reverse();
    }
    return [];
  }
}

/** An entry in its place in the session, and what its branch is set to after it. */
export interface EntryNode extends BranchNode {
  /** Null: it names none. */
  readonly id: string | null;
  /** What it follows; null: it is the beginning. */
  readonly parent: EntryNode | null;
  /** Its offset; -1: it is the beginning. */
  readonly ordinal: number;
  settings: Settings;
  system: SystemPrompt | null;
  title: string | null;
  /** Items that it recorded, and whether the event is the item's own. */
  items: number;
  isBare: boolean;
  /** The entry whose items it takes out of the context. */
  omits: EntryNode | null;
  /** Compactions up to here, and the offset of the newest. */
  compactions: number;
  compactedAt: number | null;
}

/** The beginning: no entry, an empty conversation. */
function rootNode(settings: Settings): EntryNode {
  return nodeAt({ id: null, parent: null, ordinal: -1, settings });
}

/** A place of which nothing is known but its settings. */
function nodeAt(place: Pick<EntryNode, "id" | "parent" | "ordinal" | "settings">): EntryNode {
  return {
    id: place.id,
    parent: place.parent,
    ordinal: place.ordinal,
    liveUntil: null,
    settings: place.settings,
    system: null,
    title: null,
    items: 0,
    isBare: false,
    omits: null,
    compactions: 0,
    compactedAt: null,
  };
}

/** Where the items of an entry were recorded. */
export function refsOf({ ordinal, items, isBare }: EntryNode): readonly ItemRef[] {
  if (isBare) return [ordinal];
  return Array.from({ length: items }, (_, index): ItemRef => [ordinal, index]);
}
