import type { RequestContext } from "../request-context.js";
import type { CallUnit, Unit } from "../units.js";

/**
 * Units without what the newest sealed compaction stands for (docs/providers.md §10): what the model
 * made and tools gave back before it. What users and the runtime said stays, as in the window that
 * OpenAI's own endpoint makes; and so does a call whose output comes later. Sessions of other tools
 * are sent as these send them.
 */
export function sealedUnits(context: RequestContext, units: readonly Unit[]): readonly Unit[] {
  const { dialect = "refold" } = context.prompt;
  const at = units.findLastIndex(isSealed);
  if (at === -1 || dialect !== "refold") return units;
  const answeredLater = new Set<CallUnit>();
  for (const unit of units.slice(at)) if (unit.kind === "output") answeredLater.add(unit.call);
  return units.filter((unit, index) => {
    const isSaid = unit.kind === "message" && unit.role !== "assistant";
    const isOpen = unit.kind === "call" && answeredLater.has(unit);
    if (index >= at || isSaid || isOpen) return true;
    const { ref } = unit.kind === "output" ? { ref: unit.ref ?? unit.call.ref } : unit;
    context.repair("left-out", ref, "the compaction after it stands for it");
    return false;
  });
}

function isSealed(unit: Unit): boolean {
  if (unit.kind !== "hosted") return false;
  const { item } = unit;
  const isCompaction = item.type === "compaction" || item.type === "compaction_summary";
  return isCompaction && item.provider === undefined; // else another provider's
}
