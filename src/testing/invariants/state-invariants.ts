import { findEntry } from "../../reducers/ledger-edits.js";
import { initialLedger } from "../../reducers/ledger.js";
import { elementsFrom, SharedSequence } from "../../reducers/sequence.js";
import { ceil4 } from "../../events/bytes.js";
import { countItemBytes } from "../../events/item-bytes.js";
import { compareRefs, refKey, refOffset } from "../../reducers/item-refs.js";
import type { ThreadState } from "../../reducers/thread-state.js";
import { type Finding, HOLDS, type StateInvariant } from "./invariant.js";

export const ledgerOrder: StateInvariant = {
  over: "state",
  name: "state/ledger-order",
  sentence: "A ledger names each item once, oldest first, and none that is not recorded yet.",
  source: "docs/glossary.md (ledger, item ref)",
  remedy: "a defect of the ledger's reducer: report it",
  check: (state, known) => {
    if (state.ledger === known?.ledger) return HOLDS;
    const found: Finding[] = [];
    for (const { entry, before } of newEntries(state, known)) {
      const place = `ledger item ${refKey(entry.ref)}`;
      if (before !== undefined && compareRefs(before.ref, entry.ref) >= 0) {
        found.push({ place, message: `it comes after item ${refKey(before.ref)}` });
      }
      if (refOffset(entry.ref) >= state.log.head) {
        found.push({ place, message: `the log ends at offset ${state.log.head - 1}` });
      }
    }
    return found;
  },
};

export const ledgerTotals: StateInvariant = {
  over: "state",
  name: "state/ledger-totals",
  sentence: "A ledger's bytes and tokens are the sums over its items.",
  source: "docs/architecture.md#state; docs/semantics.md §7.1",
  remedy: "a defect of the ledger's reducer: report it",
  check: (state, known) => {
    if (state.ledger === known?.ledger) return HOLDS;
    const { entries, countedBytes, tokens, editedBefore } = state.ledger;
    const older = known?.ledger ?? initialLedger;
    let { countedBytes: bytes, tokens: sum } = older;
    for (const entry of elementsFrom(older.entries, sharedEntries(state, known))) {
      bytes -= entry.countedBytes;
      sum -= ceil4(entry.countedBytes);
    }
    for (const { entry } of newEntries(state, known)) {
      bytes += entry.countedBytes;
      sum += ceil4(entry.countedBytes);
    }
    const found: Finding[] = [];
    const differs = (place: string, message: string) =>
      found.push({ place: `ledger.${place}`, message });
    if (bytes !== countedBytes) {
      differs("countedBytes", `the state says ${countedBytes}, its items have ${bytes}`);
    }
    if (sum !== tokens) differs("tokens", `the state says ${tokens}, its items have ${sum}`);
    if (editedBefore > entries.length) {
      differs("editedBefore", `${editedBefore} of ${entries.length} items`);
    }
    return found;
  },
};

export const countedBytes: StateInvariant = {
  over: "state",
  name: "state/counted-bytes",
  sentence: "The size that is recorded with an item is the one that counting it again gives.",
  source: "docs/semantics.md §7.1-7.2; docs/architecture.md#state",
  remedy: "whoever recorded the item counted wrong: record what countItemBytes gives",
  check: (state, known) => {
    if (state.ledger === known?.ledger) return HOLDS;
    const found: Finding[] = [];
    for (const { entry } of newEntries(state, known)) {
      const bytes = countItemBytes(entry.item);
      if (bytes === entry.countedBytes) continue;
      const message = `${entry.countedBytes} bytes are recorded, the item has ${bytes}`;
      found.push({ place: `ledger item ${refKey(entry.ref)}`, message });
    }
    return found;
  },
};

export const usageParts: StateInvariant = {
  over: "state",
  name: "state/usage-parts",
  sentence: "What was read from and written to a cache is part of the input, never beside it.",
  source: "docs/semantics.md §7.9",
  remedy: "whoever recorded the usage has to add up what its provider reports apart",
  check: ({ usage }, known) => {
    if (usage.last === null) return undefined;
    const { input, cachedInput, cacheWrite } = usage.last;
    if (known?.usage === usage || cachedInput + cacheWrite <= input) return HOLDS;
    const message = `${cachedInput} read and ${cacheWrite} written of an input of ${input} tokens`;
    return [{ place: `usage, reported at offset ${usage.lastAt ?? "unknown"}`, message }];
  },
};

export const baselineTold: StateInvariant = {
  over: "state",
  name: "state/baseline-told",
  sentence: "While there is a told baseline, every item is in the ledger that told a fact of it.",
  source: "docs/architecture.md, law 7",
  remedy: "what removes such an item has to clear the baseline, so that everything is told again",
  check: (state, known) => {
    const { baseline, ledger } = state;
    if (baseline?.mode !== "told") return undefined;
    if (known !== null && isUntouched(state, known)) return HOLDS;
    return Object.entries(baseline.toldBy)
      .filter(([, ref]) => findEntry(ledger, ref) === undefined)
      .map(([fact, ref]) => ({
        place: `baseline fact ${fact}`,
        message: `told by item ${refKey(ref)}, which is not in the ledger`,
      }));
  },
};

/** Under one version of the history nothing leaves a ledger. */
function isUntouched(state: ThreadState, known: ThreadState): boolean {
  const isSame =
    state.baseline === known.baseline || state.baseline?.toldBy === known.baseline?.toldBy;
  return isSame && state.log.historyVersion === known.log.historyVersion;
}

/** The entries of a ledger that were not looked at in a state before, each with the one before it. */
function* newEntries(state: ThreadState, known: ThreadState | null) {
  const { entries } = state.ledger;
  for (let place = sharedEntries(state, known); place < entries.length; place += 1) {
    const entry = entries.at(place);
    if (entry !== undefined) yield { entry, before: place > 0 ? entries.at(place - 1) : undefined };
  }
}

/** How many leading entries of a ledger were looked at in a state before. */
function sharedEntries(state: ThreadState, known: ThreadState | null): number {
  if (known === null) return 0;
  return SharedSequence.sharedLength(known.ledger.entries, state.ledger.entries);
}
