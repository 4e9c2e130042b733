import type { PlanProblem } from "../errors.js";
import { isDeepStrictEqual } from "node:util";
import type { ItemRef } from "../events/primitives.js";
import { refKey, refOffset } from "../reducers/item-refs.js";
import { compactionSettings } from "../runtime/compaction/settings.js";
import type { EventStore } from "../store/event-store.js";
import { type ExperimentBase, walkRanges } from "./base.js";
import { placedFacts } from "../reducers/reduce.js";
import { editedItem, ItemEdits, rewrittenHistory } from "./item-edits.js";
import type { ItemEdit, Variant } from "./plan.js";
import { settingFacts, variedEnvelope } from "./variant-settings.js";

/** What cannot be done with a plan's variants on this base. */
export async function variantProblems(
  variants: Readonly<Record<string, Variant>>,
  base: ExperimentBase,
  store: EventStore,
): Promise<readonly PlanProblem[]> {
  const items = await itemsOf(base, variants);
  const problems: PlanProblem[] = [];
  for (const [name, variant] of Object.entries(variants)) {
    const path = ["variants", name];
    const found = [...midTurnProblems(variant, base, path), ...editProblems(variant, items, path)];
    if (found.length === 0 && (await isBase(variant, base, store))) {
      found.push({ path, message: "is the same as the base: it changes nothing" });
    }
    problems.push(...found);
  }
  return problems;
}

/** The facts of a turn are settled when it starts. */
function midTurnProblems(
  { facts, model, provider }: Variant,
  { state, offset }: ExperimentBase,
  path: readonly string[],
): readonly PlanProblem[] {
  if (state.turns.running === null) return [];
  const settled = Object.entries({ facts, model, provider }).filter(
    ([, value]) => value !== undefined,
  );
  return settled.map(([name]) => ({
    path: [...path, name],
    message: `cannot be varied inside a turn, and offset ${offset} lies inside one: fork before it`,
  }));
}

type KnownItems = ReadonlyMap<string, Parameters<typeof editedItem>[0]>;

/** Every item that an edit may name: those of the base at the fork, and those recorded after it. */
async function itemsOf(
  base: ExperimentBase,
  variants: Readonly<Record<string, Variant>>,
): Promise<KnownItems> {
  const items = new Map<string, Parameters<typeof editedItem>[0]>();
  if (!Object.values(variants).some((variant) => variant.items !== undefined)) return items;
  for (const { ref, item } of base.state.ledger.entries) items.set(refKey(ref), item);
  for await (const walked of walkRanges(base.source, base.state, base.behind)) {
    for (const { fact, refAt } of placedFacts(walked.event, walked.before)) {
      if (fact.type === "item.recorded") items.set(refKey(refAt()), fact.data.item);
    }
  }
  return items;
}

function editProblems(
  { items = [] }: Variant,
  known: KnownItems,
  path: readonly string[],
): readonly PlanProblem[] {
  return items.flatMap((edit, index) => {
    const [member, ref] = placeOf(edit);
    const at = [...path, "items", index, member];
    const item = known.get(refKey(ref));
    const message = `there is no item at ${refKey(ref)}`;
    if (item === undefined) return [{ path: at, message, nearest: nearestRefs(ref, known) }];
    if (edit.change === undefined || editedItem(item, edit) !== null) return [];
    return [{ path: at, message: `a ${item.type} has no text: give a whole \`item\`` }];
  });
}

function placeOf({ change, remove, addAfter }: ItemEdit): readonly [string, ItemRef] {
  if (change !== undefined) return ["change", change];
  return remove === undefined ? ["addAfter", addAfter ?? 0] : ["remove", remove];
}

function nearestRefs(ref: ItemRef, known: KnownItems): readonly string[] {
  const wanted = refOffset(ref);
  return [...known.keys()]
    .toSorted((a, b) => Math.abs(offsetIn(a) - wanted) - Math.abs(offsetIn(b) - wanted))
    .slice(0, 3);
}

function offsetIn(key: string): number {
  return Number.parseInt(key, 10);
}

/** True when a variant, done to the base at the fork, would do nothing, nor to what comes. */
async function isBase(variant: Variant, base: ExperimentBase, store: EventStore): Promise<boolean> {
  const { state } = base;
  const { compaction, fragments = [], items = [], truncation } = variant;
  const known = state.turns.running?.envelope ?? state.baseline?.envelope ?? {};
  const varied = Object.entries(variedEnvelope(variant, known));
  const isSameContext = varied.every(([name, value]) => isDeepStrictEqual(value, known[name]));
  if (!isSameContext || fragments.length > 0) return false;
  const settings = settingFacts(state, variant);
  if (settings.some(({ type }) => type !== "thread.configured")) return false;
  if (compaction !== undefined && !isSameCompaction(compaction, base)) return false;
  if (items.some(({ change }) => change === undefined || isBehind(change, base))) return false;
  if (items.length === 0 && truncation === undefined) return true;
  return (await rewrittenHistory(state, new ItemEdits(variant, store.blobs))) === null;
}

function isBehind(ref: ItemRef, { offset }: ExperimentBase): boolean {
  return refOffset(ref) > offset;
}

function isSameCompaction(
  asked: NonNullable<Variant["compaction"]>,
  { state }: ExperimentBase,
): boolean {
  const known = compactionSettings(state);
  if (asked.compactAt === undefined || asked.target !== undefined) return false;
  return (
    asked.compactAt === known.compactAt &&
    (asked.strategy ?? known.strategy) === known.strategy &&
    (asked.keepOutputs ?? known.keepOutputs) === known.keepOutputs &&
    (asked.keptMessages ?? known.keptMessagesTokens) === known.keptMessagesTokens
  );
}
