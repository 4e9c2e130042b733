import { expect, test } from "vitest";
import type { LogEvent } from "../../../src/events/event.js";
import { KNOWN_PRICES } from "../../../src/models/prices.js";
import { HistoryBuilder } from "../../../src/testing/history-builder.js";
import { heldSource } from "../../../src/ui/server/held-source.js";
import { OpenedSession } from "../../../src/ui/server/opened-session.js";
import type { Readable } from "../../../src/ui/server/readable.js";

test("who asks for an event that is still to be read gets it; beyond the end there is none", async () => {
  const builder = new HistoryBuilder();
  const item = { type: "message" as const, role: "user", content: [] };
  for (let count = 0; count < 4; count += 1) {
    builder.append({ type: "item.recorded", data: { item, origin: "user", countedBytes: 0 } });
  }
  const all = builder.wholeHistory().events;
  const last = all.length - 1;
  const events: LogEvent[] = [];
  let readLast = (): void => undefined;
  const reading = new Promise<void>((resolve) => (readLast = resolve));
  const readable: Readable = {
    ...{ name: "slow", isForeign: true, isHeld: true, source: heldSource(events) },
    blobs: { get: (hash) => Promise.reject(new Error(hash)) },
    damage: () => [],
    async *newest() {
      for (const event of all) {
        if (event.offset === last) await reading;
        events.push(event);
        yield event;
      }
    },
    stamp: () => Promise.resolve("as it was"),
    close: () => Promise.resolve(),
  };
  const opened = await OpenedSession.over("slow", readable, KNOWN_PRICES);
  const asked = Promise.all([opened.stateAt(last), opened.eventAt(last)]);
  const beyond = expect(opened.stateAt(all.length)).rejects.toMatchObject({
    code: "offset-out-of-range",
  });
  await new Promise(setImmediate); // those that do not wait have failed
  readLast();
  const [state, event] = await asked;
  expect(state.ledger.entries.toArray()).toHaveLength(4);
  expect(event).toBe(all[last]);
  await beyond;
  expect(await opened.eventAt(1e15)).toBeNull();
  await opened.close();
});
