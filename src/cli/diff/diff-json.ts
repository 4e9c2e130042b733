import type { StateDiff, ValueDiff } from "../../reducers/diff-states.js";
import { refKey } from "../../reducers/item-refs.js";
import type { LedgerEntry } from "../../reducers/thread-state.js";

/** A diff as `refold diff --json` prints it: stable, described in docs/cli.md. */
export function diffJson({ ledger, baseline, settings }: StateDiff): object {
  return {
    ledger: {
      onlyInA: ledger.onlyInA.map(entryJson),
      onlyInB: ledger.onlyInB.map(entryJson),
      changed: ledger.changed.map(({ a, b }) => ({ a: entryJson(a), b: entryJson(b) })),
    },
    baseline: baseline.map(valueJson),
    settings: settings.map(valueJson),
  };
}

function entryJson({ ref, origin, item }: LedgerEntry): object {
  return { ref: refKey(ref), origin, item };
}

/** A value that one side does not have is null. */
function valueJson({ name, a, b }: ValueDiff): object {
  return { name, a: a ?? null, b: b ?? null };
}
