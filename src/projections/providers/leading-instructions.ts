import type { MessageUnit, Unit } from "./units.js";

/**
 * The developer and system messages that stand before all else: where an API keeps instructions
 * apart they go there, and never move again.
 */
export function leadingInstructions(units: readonly Unit[]): readonly MessageUnit[] {
  const leading: MessageUnit[] = [];
  for (const unit of units) {
    if (unit.kind !== "message" || unit.role === "user" || unit.role === "assistant") break;
    leading.push(unit);
  }
  return leading;
}
