import type { Fact } from "../../../events/event.js";
import type { ItemRef } from "../../../events/primitives.js";
import { rollbackOf } from "../../../events/rollback-of.js";
import { factsOf } from "../../../reducers/fold-event.js";
import { refKey, refOffset } from "../../../reducers/item-refs.js";
import type { LedgerEntry, ThreadState } from "../../../reducers/thread-state.js";
import { HOLDS, type Finding, type LogInvariant, type LogStep } from "../invariant.js";

export const forgettingNamed: LogInvariant = {
  over: "log",
  name: "log/forgetting-named",
  sentence: "Whatever leaves a ledger, or is altered in it, is named by the event that does so.",
  source: "docs/architecture.md, law 5",
  remedy: "an event that takes items away has to name each of them",
  begin: () => ({
    take: (step) => {
      const { known, before, after } = step;
      if (known === null || before.ledger === after.ledger) return undefined;
      if (rollbackOf(known) !== null) return HOLDS; // it names the range that it discards
      const isEdit = factsOf(known).some(({ type }) => EDITS.has(type));
      return isEdit ? unnamedChanges(step) : onlyAdded(before, after);
    },
  }),
};

const EDITS: ReadonlySet<string> = new Set([
  "history.compacted",
  "history.trimmed",
  "history.cleared",
  "outputs.cleared",
  "images.replaced",
]);

/** What was there is there, in its place: entries are never made again without an edit. */
function onlyAdded(before: ThreadState, after: ThreadState): readonly Finding[] {
  const { length } = before.ledger.entries;
  if (length === 0 || before.ledger.entries.at(-1) === after.ledger.entries.at(length - 1)) {
    return HOLDS;
  }
  return [{ place: "ledger", message: "items went, and the event is none that takes any" }];
}

function unnamedChanges({ known, before, after }: LogStep): readonly Finding[] {
  const names = known === null ? [] : factsOf(known).map(namesOf);
  const left = new Map<string, LedgerEntry>();
  for (const entry of after.ledger.entries) {
    left.set(refKey(entry.ref), entry);
    if (entry.source !== undefined) left.set(refKey(entry.source), entry);
  }
  const found: Finding[] = [];
  for (const entry of before.ledger.entries) {
    const { ref, source = ref } = entry;
    const kept = left.get(refKey(ref)) ?? left.get(refKey(source));
    if (kept !== undefined && (kept.item === entry.item || kept.ref !== ref)) continue;
    if (names.some((isNamed) => isNamed(ref))) continue;
    const message = kept === undefined ? "it went, unnamed" : "it was altered, unnamed";
    found.push({ place: `ledger item ${refKey(ref)}`, message });
  }
  return found.length === 0 ? HOLDS : found;
}

/** Which items a fact says that it takes or alters. */
function namesOf(fact: Fact): (ref: ItemRef) => boolean {
  switch (fact.type) {
    case "history.cleared":
      return () => true;
    case "history.trimmed":
    case "outputs.cleared":
    case "images.replaced": {
      const keys = new Set(fact.data.refs.map(refKey));
      return (ref) => keys.has(refKey(ref));
    }
    case "history.compacted": {
      const { replaced, trimmed } = fact.data;
      if (replaced === null) return () => true; // a foreign tool's: all before it
      const keys = new Set(trimmed.map(refKey));
      const { from, to } = replaced;
      return (ref) => keys.has(refKey(ref)) || (refOffset(ref) >= from && refOffset(ref) <= to);
    }
    default:
      return () => false;
  }
}
