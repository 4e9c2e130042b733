import fc from "fast-check";
import { expect, test } from "vitest";
import type { LogEvent } from "../../../src/events/event.js";
import { AddedLines, readItemLines } from "../../../src/store/jsonl/item-lines.js";
import { encodeBatch } from "../../../src/store/jsonl/line-encoder.js";
import { lastSum } from "../../../src/store/jsonl/line-ending.js";
import { heldLog } from "../../../src/store/jsonl/log-file.js";
import { histories } from "../../../src/testing/arbitraries/history.js";

test("what a writer remembers of its lines is what reading them finds", () => {
  const lengths = fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 40, maxLength: 40 });
  let remembered = 0;
  const property = fc.property(histories({ maxLength: 30 }), lengths, ({ events }, sizes) => {
    const added = new AddedLines(0);
    let log = Buffer.alloc(0);
    for (const batch of batchesOf(events, sizes)) {
      const bytes = encodeBatch(batch, log.length === 0 ? {} : { after: lastSum(log) });
      added.add(bytes, batch, log.length);
      log = Buffer.concat([log, bytes]);
      const lines = added.since(0);
      if (lines !== undefined && lines !== null) remembered += lines.items.size;
      expect(lines ?? null).toEqual(readItemLines(heldLog("log", log), 0));
    }
  });
  fc.assert(property, { numRuns: 30 });
  expect(remembered).toBeGreaterThan(50);
});

function batchesOf(events: readonly LogEvent[], sizes: readonly number[]): LogEvent[][] {
  const batches: LogEvent[][] = [];
  let start = 0;
  for (const size of sizes) {
    if (start < events.length) batches.push(events.slice(start, start + size));
    start += size;
  }
  return batches;
}
