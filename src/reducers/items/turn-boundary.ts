import type { WithOrigin } from "./item-list.js";

/**
 * True for the first item of a turn: what a user or another agent had to say. Origin tells, never
 * content (semantics.md A §1); in a foreign session its decoder set it by B §7.4.
 */
export function isBoundary({ origin }: WithOrigin): boolean {
  return origin === "user" || origin === "agent";
}
