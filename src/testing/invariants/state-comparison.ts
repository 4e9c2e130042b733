import { isDeepStrictEqual } from "node:util";
import { compareRefs } from "../../reducers/item-refs.js";
import { isSameJson } from "../../reducers/same-json.js";
import type { LedgerEntry, ThreadState } from "../../reducers/thread-state.js";
import { HOLDS, type Finding } from "./invariant.js";

const SLICES = ["baseline", "checkpoint", "usage", "turns", "thread", "log"] as const;

/** Compares two folds of one log as they go, at the cost of what is new. */
export class StateComparison {
  #last: readonly [ThreadState, ThreadState] | null = null;

  /**
   * @param state a replay's
   * @param defined what it should be
   * @param mayEdit false where since the last comparison entries were only added
   */
  compare(state: ThreadState, defined: ThreadState, mayEdit = true): readonly Finding[] {
    const found = [
      ...this.#differentSlices(state, defined),
      ...this.#differentLedger(state, defined, mayEdit),
    ];
    this.#last = [state, defined];
    return found.length === 0 ? HOLDS : found;
  }

  #differentSlices(state: ThreadState, defined: ThreadState): readonly Finding[] {
    const found: Finding[] = [];
    for (const name of SLICES) {
      const isOld = this.#last?.[0][name] === state[name] && this.#last[1][name] === defined[name];
      if (isOld || isDeepStrictEqual(state[name], defined[name])) continue;
      found.push({ place: name, message: "it is not what the definition gives" });
    }
    return found;
  }

  #differentLedger(a: ThreadState, b: ThreadState, mayEdit: boolean): readonly Finding[] {
    const [one, other] = [a.ledger, b.ledger];
    if (this.#last?.[0].ledger === one && this.#last[1].ledger === other) return HOLDS;
    const isSameSum =
      one.countedBytes === other.countedBytes &&
      one.tokens === other.tokens &&
      one.editedBefore === other.editedBefore;
    const found: Finding[] = [];
    if (!isSameSum) found.push({ place: "ledger", message: "its totals are not as defined" });
    if (one.entries.length !== other.entries.length) {
      const message = `${one.entries.length} items, defined are ${other.entries.length}`;
      return [...found, { place: "ledger", message }];
    }
    const from = mayEdit ? 0 : (this.#last?.[0].ledger.entries.length ?? 0);
    for (let place = from; place < one.entries.length; place += 1) {
      if (isSameEntry(one.entries.at(place), other.entries.at(place))) continue;
      return [...found, { place: `ledger item ${place}`, message: "it is another item" }];
    }
    return found;
  }
}

function isSameEntry(a: LedgerEntry | undefined, b: LedgerEntry | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  return (
    compareRefs(a.ref, b.ref) === 0 &&
    a.origin === b.origin &&
    a.countedBytes === b.countedBytes &&
    a.failed === b.failed &&
    a.summary === b.summary &&
    (a.source === b.source || isDeepStrictEqual(a.source, b.source)) &&
    (a.bounded === b.bounded || isDeepStrictEqual(a.bounded, b.bounded)) &&
    (a.item === b.item || isSameJson(a.item, b.item))
  );
}
