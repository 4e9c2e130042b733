import fc from "fast-check";
import {
  addSize,
  addSpend,
  emptySizes,
  emptySpend,
  emptyTally,
  type Spend,
  type Tally,
} from "../../../src/projections/stats/tally.js";
import { usages } from "../../events/usage-arbitrary.js";

const count = fc.nat(1000);
const slot = fc
  .tuple(
    fc.constantFrom("2026-03-01", "2026-03-02", "2026-04-01"),
    fc.constantFrom("T00:15", "T10:00", "T14:45", "T15:00"),
  )
  .map((parts) => parts.join(""));
const at = slot.map((one) => `${one}:00.000Z`);
const model = fc.constantFrom("gpt-5", "claude", "unknown", "__proto__");

const cost = fc.nat(9_000_000).map((millionths) => millionths / 1e6);
const money = fc.record({ longCacheWrite: count, cost, unpriced: count, partialOutputs: count });
const spend: fc.Arbitrary<Spend> = fc
  .tuple(count, usages(count), money)
  .map(([requests, usage, more]) => ({ requests, ...usage, ...more }));
const toolUse = fc
  .record({ calls: count, failures: count, sizes: fc.array(fc.nat(100_000), { maxLength: 5 }) })
  .map(({ sizes, ...use }) => {
    const outputs = emptySizes();
    for (const size of sizes) addSize(outputs, size);
    return { ...use, outputs };
  });
/** A thread of which all is known; its id names it. */
const threadSize = fc
  .record({
    threadId: fc.constantFrom("a", "b", "c"),
    project: fc.option(fc.constantFrom("/p", "/q")),
    firstAt: at,
    lastAt: at,
    turns: count,
    events: count,
    bytes: fc.nat(2),
  })
  .map((size) => ({ ...size, name: size.threadId }));

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
        fc.tuple(slot, model).map((parts) => parts.join("")),
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
    size: threadSize,
  })
  .map(({ counts, firstAt, lastAt, size, ...maps }) => {
    const whole = emptySpend();
    const spendByKey = new Map(maps.spend);
    for (const one of spendByKey.values()) addSpend(whole, one);
    return {
      ...emptyTally(),
      ...counts,
      ...{ firstAt, lastAt },
      spend: spendByKey,
      tools: new Map(maps.tools),
      types: new Map(maps.types),
      models: new Set(maps.models),
      sizes: new Map([[size.threadId, { ...size, spend: whole }]]),
    };
  });
