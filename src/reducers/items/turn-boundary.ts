import type { Origin } from "../../events/recorded-item.js";

/**
 * True for who can begin a user turn: a person, or an agent that instructs this one. Origin tells,
 * never content (semantics.md A §1); in a foreign session its decoder set it by B §7.4.
 */
export function isBoundaryOrigin(origin: Origin): boolean {
  return origin === "user" || origin === "agent";
}
