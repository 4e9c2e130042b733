import fc from "fast-check";
import { expect, test } from "vitest";
import {
  EMPTY_LEDGER,
  ExportLedger,
  type SpellableEntry,
} from "../../../src/dialects/shared/export-ledger.js";
import type { RefoldEvent } from "../../../src/events/event.js";
import { refOffset } from "../../../src/reducers/item-refs.js";
import { ForwardReplay } from "../../../src/reducers/replay.js";
import type { ThreadState } from "../../../src/reducers/thread-state.js";
import { histories } from "../../../src/testing/arbitraries/history.js";
import { listSource } from "../../../src/testing/definition.js";
import { renderCommand } from "../../../src/testing/render-history.js";
import { answer, build, END, START, user } from "../../testing/by-hand.js";

test("the ledger at each offset has the number of the entries that the state has there", async () => {
  const property = fc.asyncProperty(histories(), async ({ events }) => {
    const ledger = new ExportLedger(twice);
    await take(events, ledger, ({ ledger: { entries } }, offset) => {
      expect(ledger.at(offset)).toBe(ledger.extendAll(EMPTY_LEDGER, entries));
      const beginnings = [...ledger.beginnings(ledger.at(offset), entries)];
      const all = entries.toArray();
      for (const { ledger: beginning, count } of beginnings) {
        expect(beginning).toBe(ledger.extendAll(EMPTY_LEDGER, all.slice(0, count)));
      }
      expect(beginnings).toHaveLength(all.length + 1);
    });
  });
  await fc.assert(property, { numRuns: 40 });
});

test("an end that is trimmed off costs the same however much stays", async () => {
  const stepsFor = async (turns: number): Promise<number> => {
    const builder = build();
    for (let turn = 0; turn < turns; turn += 1) addTurn(builder);
    for (let trim = 0; trim < turns; trim += 1) {
      const from = builder.head;
      addTurn(builder);
      const all = builder.state.ledger.entries.toArray().map(({ ref }) => ref);
      const refs = all.filter((ref) => refOffset(ref) >= from);
      const words = { strategy: "rollback", reason: "turns", clearsBaseline: false };
      const data = { refs, ...words, historyVersion: trim + 1 };
      builder.append({ type: "history.trimmed", data });
    }
    let steps = 0;
    const ledger = new ExportLedger((entry) => {
      steps += 1;
      return twice(entry);
    });
    await take(builder.history().events, ledger, () => undefined);
    return steps;
  };
  const [few, many] = [await stepsFor(10), await stepsFor(80)];
  expect(many).toBeLessThanOrEqual(few * 8);
});

function addTurn(builder: ReturnType<typeof build>): void {
  for (const command of [START, user("Hello."), answer("Good day."), END]) {
    renderCommand(builder, command);
  }
}

/** An entry that a dialect has as two items. */
const twice = ({ item }: SpellableEntry) => [{ item }, { item, mark: "again" }];

async function take(
  events: readonly RefoldEvent[],
  ledger: ExportLedger,
  look: (state: ThreadState, offset: number) => void,
): Promise<void> {
  const replay = new ForwardReplay(listSource(events));
  for (const event of events) {
    const before = replay.state;
    await replay.take(event);
    ledger.take(event, before, replay.state);
    look(replay.state, event.offset);
  }
}
