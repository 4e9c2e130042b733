import type { RequestContext } from "./request-context.js";
import type {
  CallUnit,
  HostedUnit,
  MessageUnit,
  OutputUnit,
  ReasoningUnit,
  Unit,
} from "./units.js";

/** What the model said in one go, with the outputs of its calls in the order of the calls. */
export interface ModelGroup {
  readonly kind: "model";
  readonly units: readonly (MessageUnit | ReasoningUnit | CallUnit | HostedUnit)[];
  readonly outputs: readonly OutputUnit[];
}

/** What was said to the model between two of its turns, outputs apart. */
export interface InputGroup {
  readonly kind: "input";
  readonly units: readonly MessageUnit[];
}

export type Group = ModelGroup | InputGroup;

interface OpenModelGroup {
  readonly kind: "model";
  readonly units: (MessageUnit | ReasoningUnit | CallUnit | HostedUnit)[];
  readonly outputs: OutputUnit[];
  /** True once an output has been seen: the model's next word is another request's. */
  closed: boolean;
}

/**
 * Groups units for the APIs that want a call's outputs directly behind the message that holds the
 * call: an output that stands further down is moved up, which is said in the repairs.
 * @param splitAfterCalls true where a message has its text before its calls: text behind a call
 *   begins a message of its own
 */
export function groupUnits(
  context: RequestContext,
  units: readonly Unit[],
  splitAfterCalls: boolean,
): readonly Group[] {
  const outputs = new Map<CallUnit, OutputUnit>();
  for (const unit of units) if (unit.kind === "output") outputs.set(unit.call, unit);
  const groups: (OpenModelGroup | { readonly kind: "input"; readonly units: MessageUnit[] })[] = [];
  for (const unit of units) {
    const last = groups.at(-1);
    if (unit.kind === "output") {
      if (last?.kind === "model" && last.outputs.includes(unit)) last.closed = true;
      else context.repair("reordered", unit.ref, "an output stands directly behind its call");
    } else if (unit.kind === "message" && unit.role !== "assistant") {
      if (last?.kind === "input") last.units.push(unit);
      else groups.push({ kind: "input", units: [unit] });
    } else {
      const open =
        last?.kind === "model" && !last.closed && !mustSplit(last, unit, splitAfterCalls);
      const group: OpenModelGroup = open
        ? last
        : { kind: "model", units: [], outputs: [], closed: false };
      if (!open) groups.push(group);
      group.units.push(unit);
      const output = unit.kind === "call" ? outputs.get(unit) : undefined;
      if (output !== undefined) group.outputs.push(output);
    }
  }
  return groups;
}

function mustSplit(group: OpenModelGroup, unit: Unit, splitAfterCalls: boolean): boolean {
  return splitAfterCalls && unit.kind === "message" && group.outputs.length > 0;
}
