import fc from "fast-check";
import { expect, test } from "vitest";
import { projectForgetting } from "../../../src/projections/views/forgetting.js";
import { walkLog } from "../../../src/projections/walk-log.js";
import { refKey } from "../../../src/reducers/item-refs.js";
import type { LedgerEntry, ThreadState } from "../../../src/reducers/thread-state.js";
import { histories } from "../../../src/testing/arbitraries/history.js";
import { listSource } from "../../../src/testing/definition.js";

test("law 5: whatever leaves the ledger is named by the event that took it, with its original", async () => {
  await fc.assert(
    fc.asyncProperty(histories(), async ({ events }) => {
      const source = listSource(events);
      const forgotten = await projectForgetting(source);
      for await (const { event, before, after } of walkLog(source)) {
        const kept = originals(after);
        const gone = [...originals(before)].filter((key) => !kept.has(key));
        const named = forgotten
          .filter(({ offset }) => offset === event.offset)
          .flatMap(({ items }) => items.map(({ original }) => refKey(original.ref)));
        expect(new Set(named)).toEqual(new Set([...named, ...gone]));
      }
    }),
  );
});

/** Where the items that a state shows were recorded first. */
function originals({ ledger }: ThreadState): ReadonlySet<unknown> {
  return new Set(
    ledger.entries.toArray().map(({ source, ref }: LedgerEntry) => refKey(source ?? ref)),
  );
}
