import type { Fact } from "../../events/event.js";
import type { JsonObject } from "../../events/primitives.js";
import type { ReplacementItem } from "../../events/recorded-item.js";
import type { ForeignHole } from "../keeping/foreign-form.js";
import { INERT, type LineRole } from "./reconstruction/line-role.js";

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

const NO_HOLES: readonly ForeignHole[] = [];

/** A line that is kept, and no more. */
export function keptLine(kind: string, reason: string | null = null): LineMeaning {
  return { kind, role: INERT, fact: null, compaction: null, reason, holes: NO_HOLES };
}

/** A line that says something by itself, whatever becomes of its turn. */
export function factLine(kind: string, role: LineRole, fact: Fact | null): LineMeaning {
  return { kind, role, fact, compaction: null, reason: null, holes: NO_HOLES };
}

/** The members of an object that are read as text. */
export function textAt(object: JsonObject, key: string): string | null {
  const value = object[key];
  return typeof value === "string" ? value : null;
}
