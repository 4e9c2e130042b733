import type { Origin } from "../../events/recorded-item.js";

/**
 * True for who can begin a user turn: a person, or an agent that instructs this one. Origin tells,
 * never content (docs/semantics.md §4.1); in a foreign session its decoder set it by §4.7.
 */
export function isBoundaryOrigin(origin: Origin): boolean {
  return origin === "user" || origin === "agent";
}
