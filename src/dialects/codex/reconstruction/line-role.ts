import type { Item } from "../../../events/item.js";

/** A `turn_context` line: where it stands, and what later lines may settle about it. */
export interface ContextRecord {
  readonly line: number;
  readonly turnId: string | null;
  readonly model: string | null;
  readonly realtimeActive: boolean | null;
}

/** What a line is to the reconstruction of a session (docs/semantics.md §12). */
export type LineRole =
  | { readonly kind: "inert" }
  /** What a request cost: it counts wherever it stands, until a rollback goes behind it. */
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

export const INERT: LineRole = { kind: "inert" };

/** True for lines that make or extend a segment of the file (docs/semantics.md §12.2). */
export function opensSegment({ kind }: LineRole): boolean {
  return kind !== "inert" && kind !== "usage" && kind !== "started" && kind !== "rolled-back";
}

/** The turn's id, where the line tells its segment's. */
export function segmentIdOf(role: LineRole): string | null {
  if (role.kind === "ended") return role.turnId;
  return role.kind === "context" ? role.context.turnId : null;
}

export function entersLedger(role: LineRole): boolean {
  return role.kind === "compacted" || (role.kind === "item" && role.item !== null);
}
