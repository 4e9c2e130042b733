import { ceil4 } from "../../events/bytes.js";
import { countItemBytes } from "../../events/item-bytes.js";
import type { ItemRef } from "../../events/primitives.js";
import type { Usage } from "../../events/slices.js";
import { compareRefs, refKey, refOffset } from "../../reducers/item-refs.js";
import type { LedgerEntry, Sequence, ThreadState } from "../../reducers/thread-state.js";
import { type Finding, HOLDS, type StateInvariant } from "./invariant.js";

export const ledgerOrder: StateInvariant = {
  over: "state",
  name: "state/ledger-order",
  sentence: "A ledger names each item once, oldest first, and none that is not recorded yet.",
  source: "docs/glossary.md (ledger, item ref)",
  remedy: "a defect of the ledger's reducer: report it",
  check: (state, known) => {
    const { entries } = state.ledger;
    let found: Finding[] | null = null;
    for (let place = sharedEntries(state, known); place < entries.length; place += 1) {
      const [ref, before] = [entries.at(place)?.ref, entries.at(place - 1)?.ref];
      if (ref === undefined) continue;
      if (place > 0 && before !== undefined && compareRefs(before, ref) >= 0) {
        const message = `it stands behind item ${refKey(before)}`;
        (found ??= []).push({ place: `ledger item ${refKey(ref)}`, message });
      }
      if (refOffset(ref) >= state.log.head) {
        const message = `the log ends at offset ${state.log.head - 1}`;
        (found ??= []).push({ place: `ledger item ${refKey(ref)}`, message });
      }
    }
    return found ?? HOLDS;
  },
};

export const ledgerTotals: StateInvariant = {
  over: "state",
  name: "state/ledger-totals",
  sentence: "A ledger's bytes and tokens are the sums over its items.",
  source: "docs/architecture.md#state; docs/semantics.md §7.1",
  remedy: "a defect of the ledger's reducer: report it",
  check: (state, known) => {
    const { entries, countedBytes, tokens, editedBefore } = state.ledger;
    const shared = sharedEntries(state, known);
    let bytes = shared === 0 ? 0 : (known?.ledger.countedBytes ?? 0);
    let sum = shared === 0 ? 0 : (known?.ledger.tokens ?? 0);
    for (let place = shared; place < entries.length; place += 1) {
      const counted = entries.at(place)?.countedBytes ?? 0;
      bytes += counted;
      sum += ceil4(counted);
    }
    if (bytes === countedBytes && sum === tokens && editedBefore <= entries.length) return HOLDS;
    const found: Finding[] = [];
    if (bytes !== countedBytes) found.push(differs("countedBytes", countedBytes, bytes));
    if (sum !== tokens) found.push(differs("tokens", tokens, sum));
    if (editedBefore > entries.length) {
      found.push({
        place: "ledger.editedBefore",
        message: `${editedBefore} of ${entries.length} items`,
      });
    }
    return found;
  },
};

function differs(name: string, said: number, counted: number): Finding {
  return { place: `ledger.${name}`, message: `the state says ${said}, its items have ${counted}` };
}

export const countedBytes: StateInvariant = {
  over: "state",
  name: "state/counted-bytes",
  sentence: "The size that is recorded with an item is the one that counting it again gives.",
  source: "docs/semantics.md §7.1-7.2; docs/architecture.md#state",
  remedy: "whoever recorded the item counted wrong: record what countItemBytes gives",
  check: (state, known) => {
    const { entries } = state.ledger;
    let found: Finding[] | null = null;
    for (let place = sharedEntries(state, known); place < entries.length; place += 1) {
      const entry = entries.at(place);
      if (entry === undefined) continue;
      const bytes = countItemBytes(entry.item);
      if (bytes === entry.countedBytes) continue;
      const message = `${entry.countedBytes} bytes are recorded, the item has ${bytes}`;
      (found ??= []).push({ place: `ledger item ${refKey(entry.ref)}`, message });
    }
    return found ?? HOLDS;
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
    if (known?.usage === usage || fits(usage.last)) return HOLDS;
    const { input, cachedInput, cacheWrite } = usage.last;
    const message = `${cachedInput} read and ${cacheWrite} written of an input of ${input} tokens`;
    return [{ place: `usage, reported at offset ${usage.lastAt ?? "unknown"}`, message }];
  },
};

function fits({ input, cachedInput, cacheWrite }: Usage): boolean {
  return cachedInput + cacheWrite <= input;
}

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
    const found: Finding[] = [];
    for (const [fact, ref] of Object.entries(baseline.toldBy)) {
      if (holds(ledger.entries, ref)) continue;
      const message = `told by item ${refKey(ref)}, which is not in the ledger`;
      found.push({ place: `baseline fact ${fact}`, message });
    }
    return found;
  },
};

/** Under one version of the history nothing leaves a ledger. */
function isUntouched(state: ThreadState, known: ThreadState): boolean {
  const isSame =
    state.baseline === known.baseline || state.baseline?.toldBy === known.baseline?.toldBy;
  return isSame && state.log.historyVersion === known.log.historyVersion;
}

/** A ledger is ordered by ref. */
function holds(entries: Sequence<LedgerEntry>, ref: ItemRef): boolean {
  let low = 0;
  let high = entries.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const entry = entries.at(middle);
    const order = entry === undefined ? 0 : compareRefs(entry.ref, ref);
    if (order === 0) return entry !== undefined;
    if (order < 0) low = middle + 1;
    else high = middle;
  }
  return false;
}

/**
 * How many entries of a ledger were looked at in a state before. Whatever rewrites a ledger makes it
 * a new version of the history (law 1); under one version entries are only added.
 */
function sharedEntries(state: ThreadState, known: ThreadState | null): number {
  if (known === null) return 0;
  const [{ entries }, before] = [state.ledger, known.ledger.entries];
  if (known.log.historyVersion !== state.log.historyVersion) return 0;
  if (before.length === 0 || before.length > entries.length) return 0;
  return before.at(-1) === entries.at(before.length - 1) ? before.length : 0;
}
