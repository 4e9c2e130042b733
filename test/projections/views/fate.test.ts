import fc from "fast-check";
import { expect, test } from "vitest";
import { projectPrompt } from "../../../src/projections/prompt/project-prompt.js";
import { projectFates } from "../../../src/projections/views/fate.js";
import { refKey } from "../../../src/reducers/item-refs.js";
import { countedFacts, itemsOf } from "../../../src/reducers/reduce.js";
import { replay } from "../../../src/reducers/replay.js";
import { placedFactsIn } from "../../../src/reducers/resume.js";
import { histories } from "../../../src/testing/arbitraries/history.js";
import { listSource } from "../../../src/testing/definition.js";

const TAKES: ReadonlySet<string> = new Set(["compacted", "trimmed", "cleared", "rolled-back"]);

test("an item is where its changes leave it, and in the prompt only if the history holds it", async () => {
  await fc.assert(
    fc.asyncProperty(histories(), fc.nat(), async ({ events }, pick) => {
      const source = listSource(events);
      const holders = events.filter((event) => countedFacts(event).some((f) => itemsOf(f).length));
      const event = holders[pick % Math.max(holders.length, 1)];
      fc.pre(event !== undefined);
      const items = (await placedFactsIn(source, event)).flatMap(({ fact, refAt }) =>
        itemsOf(fact).map((_, index) => ({ ref: refAt(index) })),
      );
      const fates = await projectFates(source, event.offset, items);
      const state = await replay(source);
      const held = new Map(
        state.ledger.entries.toArray().map((entry) => [refKey(entry.ref), entry] as const),
      );
      const shown = new Set(
        projectPrompt(state)
          .items.toArray()
          .map(({ ref }) => (ref === null ? "" : refKey(ref))),
      );
      for (const { ref, heldAs, prompt, changes } of fates) {
        const last = changes.at(-1);
        if (heldAs === null) expect(last === undefined || TAKES.has(last.kind)).toBe(true);
        else {
          const entry = held.get(refKey(heldAs));
          expect(refKey(entry?.ref ?? -1) === refKey(ref) || entry?.source !== undefined).toBe(
            true,
          );
        }
        expect(prompt !== null).toBe(heldAs !== null && shown.has(refKey(heldAs)));
        expect(changes.every(({ offset }) => offset > event.offset)).toBe(true);
      }
    }),
  );
});
