import type { Fact } from "../../events/event.js";
import type { Item, ReplacementItem } from "../../events/item.js";
import type { JsonObject } from "../../events/primitives.js";
import type { ForeignHole } from "../shared/foreign-form.js";
/** What a compaction line says; its place among the others is told by the reconstruction. */
export interface CompactionContent {
    readonly summary: string | null;
    readonly replacement: ReplacementItem[] | null;
}
/** What one line means, before it is known whether its turn survives. */
export interface LineMeaning {
    /** The foreign type: `response_item.message`, `event_msg.token_count`, `turn_context`. */
    readonly kind: string;
    readonly role: LineRole;
    /** Null: nothing by itself. */
    readonly fact: Fact | null;
    readonly compaction: CompactionContent | null;
    /** Why a line of this kind has no meaning here; null: it has, or its kind never has. */
    readonly reason: string | null;
    /** Where in the object stands what the fact holds; the second path starts at the fact. */
    readonly holes: readonly ForeignHole[];
}
/** A line that is kept, and no more. */
export declare function keptLine(kind: string, reason?: string | null): LineMeaning;
/** A line that says something by itself, whatever becomes of its turn. */
export declare function factLine(kind: string, role: LineRole, fact: Fact | null): LineMeaning;
/** The members of an object that are read as text. */
export declare function textIn(object: JsonObject, key: string): string | null;
/** A `turn_context` line: where it stands, and what later lines may settle about it. */
export interface ContextRecord {
    readonly line: number;
    readonly turnId: string | null;
    readonly model: string | null;
    readonly realtimeActive: boolean | null;
}
/** What a line is to the reconstruction of a session (docs/semantics.md §12). */
export type LineRole = {
    readonly kind: "inert";
}
/** What a request cost: it counts wherever it stands, until a rollback goes behind it. */
 | {
    readonly kind: "usage";
} | {
    readonly kind: "started";
    readonly turnId: string | null;
}
/** `task_complete`, and `turn_aborted` with an id. */
 | {
    readonly kind: "ended";
    readonly turnId: string | null;
} | {
    readonly kind: "context";
    readonly context: ContextRecord;
} | {
    readonly kind: "user-message";
}
/** `item` null: it does not enter the ledger. */
 | {
    readonly kind: "item";
    readonly boundary: boolean;
    readonly item: Item | null;
}
/** `items` null: a legacy compaction, with this summary. */
 | {
    readonly kind: "compacted";
    readonly items: readonly Item[] | null;
    readonly summary: string | null;
} | {
    readonly kind: "rolled-back";
    readonly turns: number;
};
export declare const INERT: LineRole;
/** True for lines that make or extend a segment of the file (docs/semantics.md §12.2). */
export declare function opensSegment({ kind }: LineRole): boolean;
/** The turn's id, where the line tells its segment's. */
export declare function segmentIdOf(role: LineRole): string | null;
export declare function entersLedger(role: LineRole): boolean;
