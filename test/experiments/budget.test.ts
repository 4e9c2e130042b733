import fc from "fast-check";
import { expect, test } from "vitest";
import { Budget } from "../../src/experiments/budget.js";

const NOTHING = { tokens: 0, requests: 0 };

test("a request is admitted just where what was spent and the most that it may cost are allowed", async () => {
  const request = fc
    .tuple(fc.nat(30), fc.nat(30))
    .map(([one, other]) => ({ most: Math.max(one, other), spent: Math.min(one, other) }));
  const limits = fc.record({ tokens: fc.nat(60), requests: fc.nat(5) });
  const requests = fc.array(request, { maxLength: 8 });
  const property = fc.asyncProperty(limits, fc.nat(20), requests, async (allowed, used, asked) => {
    const budget = new Budget(allowed, { tokens: used, requests: 0 });
    let [tokens, count] = [used, 0];
    for (const { most, spent } of asked) {
      const admitted = await budget.reserve(most).catch((error: unknown) => error);
      const refusal =
        count + 1 > allowed.requests
          ? { budget: "requests", used: count }
          : { budget: "tokens", used: tokens, needed: most };
      if (count + 1 > allowed.requests || tokens + most > allowed.tokens) {
        expect(admitted).toMatchObject({ code: "budget-exhausted", details: refusal });
        continue;
      }
      if (!isReservation(admitted)) return expect.unreachable();
      admitted.settle(spent);
      admitted.settle(spent + 7); // what it came to is said once
      tokens += spent;
      count += 1;
    }
  });
  await fc.assert(property);
});

test("who has no room waits for what is under way, and is served in turn", async () => {
  const budget = new Budget({ tokens: 10, requests: null }, NOTHING);
  const first = await budget.reserve(10);
  const served: string[] = [];
  const waiting = [
    budget.reserve(8).then((reservation) => {
      served.push("large");
      reservation.settle(8);
    }),
    budget.reserve(1).then(() => served.push("small")),
  ];
  await Promise.resolve();
  expect(served).toEqual([]);
  first.settle(1);
  await Promise.all(waiting);
  expect(served).toEqual(["large", "small"]);
});

test("who gives up waiting is refused, and holds nobody back", async () => {
  const budget = new Budget({ tokens: 10, requests: null }, NOTHING);
  const first = await budget.reserve(10);
  const controller = new AbortController();
  const gone = budget.reserve(10, controller.signal);
  const next = budget.reserve(5);
  controller.abort();
  await expect(gone).rejects.toMatchObject({ code: "aborted" });
  first.settle(5);
  (await next).settle(5);
  await expect(budget.reserve(1)).rejects.toMatchObject({ code: "budget-exhausted" });
});

function isReservation(value: unknown): value is { settle(tokens: number): void } {
  return typeof value === "object" && value !== null && "settle" in value;
}
