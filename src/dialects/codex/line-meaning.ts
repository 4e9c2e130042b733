import type { Fact } from "../../events/event.js";
import type { Item } from "../../events/item.js";
import type { CompactionContent } from "../shared/event-facts.js";
import { type ForeignHole, NO_HOLES } from "../shared/foreign-form.js";

/** What one line means, before it is known whether its turn survives. */
export interface LineMeaning {
  /** The foreign type: `response_item.message`, `event_msg.token_count`, `turn_context`. */
  readonly kind: string;
  readonly role: LineRole;
  /** Null: nothing by itself. */
  readonly fact: Fact | null;
  /** Its place among the others is told by the reconstruction. */
  readonly compaction: CompactionContent | null;
  /** Why a line of this kind has no meaning here; null: it has, or its kind never has. */
  readonly reason: string | null;
  /** Where in the object is what the fact holds; the second path starts at the fact. */
  readonly holes: readonly ForeignHole[];
}

/** What a line is to the reconstruction of a session (docs/semantics.md §12). */
export type LineRole =
  | { readonly kind: "inert" }
  /** What a request cost: it counts wherever it occurs, until a rollback goes back before it. */
  | { readonly kind: "usage" }
  | { readonly kind: "started"; readonly turnId: string | null }
  /** `task_complete`, and `turn_aborted` with an id. */
  | { readonly kind: "ended"; readonly turnId: string | null }
  | { readonly kind: "context"; readonly context: ContextRecord }
  | { readonly kind: "user-message" }
  /** `item` null: it does not enter the ledger. */
  | { readonly kind: "item"; readonly boundary: boolean; readonly item: Item | null }
  /** `items` null: a legacy compaction, with this summary. */
  | {
      readonly kind: "compacted";
      readonly items: readonly Item[] | null;
      readonly summary: string | null;
    }
  | { readonly kind: "rolled-back"; readonly turns: number };

/** A `turn_context` line: where it is, and what later lines may settle about it. */
export interface ContextRecord {
  readonly line: number;
  readonly turnId: string | null;
  readonly model: string | null;
  readonly realtimeActive: boolean | null;
}

export const INERT: LineRole = { kind: "inert" };

/** Why a line is kept and no more. */
export const UNFIT = "it is not of the form of its kind";

/** A line that is kept, and no more. */
export function keptLine(kind: string, reason: string | null = null): LineMeaning {
  return { kind, role: INERT, fact: null, compaction: null, reason, holes: NO_HOLES };
}

/** A line that says something by itself, whatever becomes of its turn. */
export function factLine(
  kind: string,
  role: LineRole,
  fact: Fact | null,
  holes: readonly ForeignHole[] = NO_HOLES,
): LineMeaning {
  return { kind, role, fact, compaction: null, reason: null, holes };
}

/** True for lines that make or extend a segment of the file (docs/semantics.md §12.2). */
export function opensSegment({ kind }: LineRole): boolean {
  return kind !== "inert" && kind !== "usage" && kind !== "started" && kind !== "rolled-back";
}

/** The turn's id, where the line names its segment's. */
export function segmentIdOf(role: LineRole): string | null {
  if (role.kind === "ended") return role.turnId;
  return role.kind === "context" ? role.context.turnId : null;
}

export function entersLedger(role: LineRole): boolean {
  return role.kind === "compacted" || (role.kind === "item" && role.item !== null);
}
