import fc from "fast-check";
import {
  addSize,
  emptySizes,
  emptyTally,
  mergeTallies,
  type Spend,
  type Tally,
} from "../../../src/projections/stats/tally.js";
import { usages } from "../../events/usage-arbitrary.js";

const count = fc.nat(1000);
const day = fc.constantFrom("2026-03-01", "2026-03-02", "2026-04-01");
const at = day.map((one) => `${one}T10:00:00.000Z`);
const model = fc.constantFrom("gpt-5", "claude", "unknown", "__proto__");

const spend: fc.Arbitrary<Spend> = fc
  .tuple(count, usages(count))
  .map(([requests, usage]) => ({ requests, ...usage }));
const toolUse = fc
  .record({ calls: count, failures: count, sizes: fc.array(fc.nat(100_000), { maxLength: 5 }) })
  .map(({ sizes, ...use }) => {
    const outputs = emptySizes();
    for (const size of sizes) addSize(outputs, size);
    return { ...use, outputs };
  });
const threadSize = fc.record({
  name: fc.string({ maxLength: 3 }),
  threadId: fc.option(fc.constantFrom("a", "b")),
  firstAt: at,
  lastAt: at,
  turns: count,
  events: count,
  bytes: fc.nat(2),
  tokens: fc.nat(2),
});

/** Tallies as threads make them: of one thread, or of a few. */
export const tallies: fc.Arbitrary<Tally> = fc
  .record({
    counts: fc.record({
      threads: count,
      forks: count,
      turns: count,
      compactions: count,
      rollbacks: count,
      events: count,
      bytes: count,
      copiedEvents: count,
    }),
    firstAt: fc.option(at),
    lastAt: fc.option(at),
    spend: fc.array(
      fc.tuple(
        fc.tuple(day, model).map((parts) => parts.join("")),
        spend,
      ),
    ),
    tools: fc.array(fc.tuple(fc.constantFrom("shell", "Read", "constructor"), toolUse)),
    types: fc.array(
      fc.tuple(
        fc.constantFrom("turn.started", "item.recorded message"),
        fc.record({ events: count, bytes: count }),
      ),
    ),
    models: fc.array(model),
    threads: fc.array(threadSize, { maxLength: 14 }),
  })
  .map(({ counts, firstAt, lastAt, threads, ...maps }) => ({
    ...emptyTally(),
    ...counts,
    ...{ firstAt, lastAt },
    spend: new Map(maps.spend),
    tools: new Map(maps.tools),
    types: new Map(maps.types),
    models: new Set(maps.models),
    largest: mergeTallies({ ...emptyTally(), largest: threads }, emptyTally()).largest,
  }));
