import fc from "fast-check";
import { expect, test } from "vitest";
import type { Usage } from "../../src/events/slices.js";
import { addUsage, NO_USAGE, SpendMeter, subtractUsage } from "../../src/reducers/usage.js";
import { usages } from "../events/usage-arbitrary.js";

/** Each request sends another input. */
const USAGE_KEYS = { selector: ({ input }: Usage) => input };

/** A request's reports: the first, then each with what it says more; zero: the same over again. */
const request = fc
  .array(usages(fc.oneof(fc.constant(0), fc.nat(1000))), { maxLength: 3 })
  .chain((growth) =>
    usages(fc.integer({ min: 1, max: 1000 })).map((first) => {
      const reports = [first];
      for (const more of growth) reports.push(addUsage(reports.at(-1) ?? null, more));
      return reports;
    }),
  );

function grown(before: Usage | null, request: Usage): Usage {
  return before === null ? request : subtractUsage(request, before);
}

/** What the totals hold of a session that this one goes on from. */
const earlier: Usage = { ...NO_USAGE, input: 70, output: 7, total: 77 };

test("with running totals each request counts once, however often it is reported and grows", () => {
  const property = fc.property(fc.array(request, { minLength: 1 }), (requests) => {
    const meter = new SpendMeter();
    let [spent, found, totals]: [Usage, number, Usage] = [NO_USAGE, 0, earlier];
    for (const reports of requests) {
      let before = NO_USAGE;
      for (const usage of reports) {
        totals = addUsage(totals, subtractUsage(usage, before));
        before = usage;
        const one = meter.take({ usage, totals, contextWindow: null, request: null });
        spent = addUsage(spent, one?.usage ?? NO_USAGE);
        if (one !== null) expect(one.usage).toEqual(grown(one.before, one.request));
        found += one?.isNewRequest === true ? 1 : 0;
      }
    }
    expect(found).toBe(requests.length);
    expect(addUsage(earlier, spent)).toMatchObject({
      input: totals.input,
      output: totals.output,
      total: totals.total,
    });
  });
  fc.assert(property);
});

test("without running totals every report counts that revises none", () => {
  const property = fc.property(fc.array(usages(fc.nat(1000))), (reports) => {
    const meter = new SpendMeter();
    for (const usage of reports) {
      const one = meter.take({ usage, totals: null, contextWindow: null, request: null });
      expect(one).toEqual({ usage, isNewRequest: true, request: usage, before: null, cost: null });
    }
  });
  fc.assert(property);
});

test("totals that restart with every report make each report a request", () => {
  const property = fc.property(
    fc.uniqueArray(usages(fc.integer({ min: 1, max: 9 })), USAGE_KEYS),
    (reports) => {
      const meter = new SpendMeter();
      for (const usage of reports) {
        const one = meter.take({ usage, totals: usage, contextWindow: null, request: null });
        expect(one).toMatchObject({ usage, isNewRequest: true });
      }
    },
  );
  fc.assert(property);
});

test("a first request that is reported again with more output, and the totals with it, counts once", () => {
  const meter = new SpendMeter();
  const first = { ...NO_USAGE, input: 8, cachedInput: 5, output: 1, total: 9 };
  const whole = { ...first, output: 2, total: 10 };
  const taken = [first, whole].map((usage) =>
    meter.take({ usage, totals: usage, contextWindow: null, request: null }),
  );
  expect(taken.map((one) => [one?.usage.total, one?.isNewRequest])).toEqual([
    [9, true],
    [1, false],
  ]);
});

test("an estimate before the first request is no cost: the totals say so", () => {
  const usage = { ...NO_USAGE, total: 27 };
  const report = { usage, totals: NO_USAGE, contextWindow: null, request: null };
  expect(new SpendMeter().take(report)).toBeNull();
});
