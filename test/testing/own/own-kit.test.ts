import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import type { LogEvent } from "../../../src/events/event.js";
import { defineEventType } from "../../../src/events/own-event.js";
import type { OwnFold } from "../../../src/reducers/replay-events.js";
import {
  isMarked,
  type PromptFragment,
  type SessionFragment,
  type TurnFragment,
} from "../../../src/runtime/fragments/fragment.js";
import { histories } from "../../../src/testing/arbitraries/history.js";
import { eventForm, foldInvariant } from "../../../src/testing/fold-invariant.js";
import { checkInvariants } from "../../../src/testing/invariants/check-invariants.js";
import { HOLDS } from "../../../src/testing/invariants/invariant.js";
import {
  derivedArbitrary,
  ownEvent,
  ownFragment,
  type OwnKit,
  ownSessionFragment,
} from "../../../src/testing/own-kit.js";

const approvalGiven = defineEventType(
  "approval.given",
  z.object({ tool: z.string(), times: z.int().min(1).max(3) }),
);

const weather: SessionFragment = {
  kind: "weather",
  role: "user",
  lifetime: "session",
  facts: ["weather"],
  recognise: isMarked({ open: "<weather>", close: "</weather>" }),
  render: ({ context }) =>
    context.facts?.weather === undefined
      ? null
      : `<weather>${JSON.stringify(context.facts.weather)}</weather>`,
  withdrawal: "<weather>unknown</weather>",
};
const hint: TurnFragment<string> = {
  kind: "hint",
  role: "developer",
  lifetime: "turn",
  recognise: isMarked({ open: "<hint>", close: "</hint>" }),
  render: (text) => `<hint>${text}</hint>`,
};
const clock: PromptFragment<number> = {
  kind: "clock",
  role: "user",
  lifetime: "prompt",
  recognise: isMarked({ open: "<clock>", close: "</clock>" }),
  render: (hour) => `<clock>${hour}</clock>`,
};

const own: OwnKit = {
  events: [ownEvent(approvalGiven)],
  fragments: [
    ownSessionFragment(weather, fc.record({ weather: fc.constantFrom("rain", "sun") })),
    ownFragment(hint, fc.string()),
    ownFragment(clock, fc.nat(23)),
  ],
};

describe("event types and fragments of your own", () => {
  test("come in every kind, and no law is broken with them", async () => {
    const met = new Set<string>();
    await fc.assert(
      fc.asyncProperty(histories({ own, maxLength: 30 }), async ({ events }) => {
        for (const { type } of events) met.add(type);
        const text = JSON.stringify(events);
        for (const kind of ["weather", "hint", "clock"]) {
          if (text.includes(`<${kind}>`)) met.add(kind);
        }
        const { violations } = await checkInvariants(events, {
          only: ["log", "state", "prompt", "own"],
          own: [eventForm([approvalGiven]), noMoreThanGiven(0)],
        });
        expect(violations).toEqual([]);
      }),
      { numRuns: 25 },
    );
    expect([...met]).toEqual(
      expect.arrayContaining(["approval.given", "weather", "hint", "clock"]),
    );
  });

  test("an invariant over a fold of your own is told where it breaks, and shrinks", async () => {
    const property = fc.asyncProperty(histories({ own }), async ({ events }) => {
      const { violations } = await checkInvariants(events, {
        only: ["own"],
        own: [noMoreThanGiven(2)],
      });
      expect(violations).toEqual([]);
    });
    const { counterexample } = await fc.check(property, { seed: 11 });
    const events = counterexample?.[0].events ?? [];
    expect(events.length).toBeLessThanOrEqual(4);
    const { violations } = await checkInvariants(events, {
      only: ["own"],
      own: [noMoreThanGiven(2)],
    });
    expect(violations).toMatchObject([
      { invariant: "own/approvals", offset: events.length - 1, place: "approval.given" },
    ]);
  });

  test("law 1, law 2: a fold of your own goes back with the log, and is found out when impure", async () => {
    const calls = { count: 0 };
    const impure = foldInvariant({
      name: "own/impure",
      sentence: "A fold is pure.",
      source: "this test",
      remedy: "count what the events say",
      fold: { initial: 0, reduce: () => (calls.count += 1) },
      check: () => HOLDS,
    });
    const [history] = fc.sample(histories({ minLength: 1 }), { numRuns: 1, seed: 1 });
    const { violations } = await checkInvariants(history?.events ?? [], {
      only: ["own"],
      own: [impure],
    });
    expect(violations[0]?.message).toContain("another state when asked again");
  });

  test("law 2: a fold that changes a map or a set in place is found out, one of bytes is not accused", async () => {
    const seen = new Map([["types", new Set<string>()]]);
    const inPlace = { reduce: (state: typeof seen, { type }: LogEvent) => added(state, type) };
    const folds = [
      ofFold({ initial: seen, ...inPlace }),
      ofFold({ initial: new Uint8Array(1), reduce: () => new Uint8Array(1) }),
    ];
    const [history] = fc.sample(histories({ minLength: 1 }), { numRuns: 1, seed: 1 });
    const found = await Promise.all(
      folds.map((own) => checkInvariants(history?.events ?? [], { only: ["own"], own: [own] })),
    );
    const [changed, bytes] = found.map(({ violations }) => violations);
    expect(changed?.[0]?.message).toContain("changed a map or a set of its state");
    expect(bytes).toEqual([]);
  });
});

function added(state: Map<string, Set<string>>, type: string) {
  state.get("types")?.add(type);
  return state;
}

function ofFold<State>(fold: OwnFold<State>) {
  const words = { sentence: "A fold is pure.", source: "this test", remedy: "copy it" };
  return foldInvariant({ name: "own/pure", ...words, fold, check: () => HOLDS });
}

describe("data derived from a schema", () => {
  const schema = z.object({
    name: z.string().min(2),
    kind: z.enum(["a", "b"]),
    list: z.array(z.int().nonnegative()).max(2),
    maybe: z.string().nullable().optional(),
    either: z.union([z.literal(1), z.boolean()]),
    even: z.int().refine((value) => value % 2 === 0),
    any: z.unknown(),
  });

  test("are accepted by it, and recorded as they are", () => {
    fc.assert(
      fc.property(derivedArbitrary("thing.done", schema), (data) => {
        const type = defineEventType("thing.done", schema);
        expect(type.fact(data).data).toEqual(JSON.parse(JSON.stringify(data)));
      }),
    );
  });

  test.each<[string, z.ZodType]>([
    ["milliseconds of today", z.int().min(1_700_000_000_000)],
    ["integers far below", z.int().max(-1e12)],
    ["integers between fractions", z.int().min(0.5).max(7.5)],
    ["few integers", z.int().min(0).lt(3)],
    ["numbers far above", z.number().min(5e9).max(6e9)],
    ["a tuple", z.tuple([z.literal("a"), z.object({ b: z.boolean() }), z.enum(["c", "d"])])],
    ["a record of each name", z.record(z.enum(["a", "b"]), z.object({ c: z.literal(1) }))],
  ])("are found for %s", (_what, narrow) => {
    const drawn = fc.sample(derivedArbitrary("thing.done", narrow), 20);
    for (const data of drawn) expect(narrow.safeParse(data).success).toBe(true);
  });

  test("hold members whose names a schema leaves open", () => {
    const record = z.record(z.string(), z.number());
    const drawn = fc.sample(derivedArbitrary("thing.done", record), { numRuns: 50, seed: 1 });
    expect(drawn.some((data) => Object.keys(data).length > 0)).toBe(true);
  });

  test.each([z.never(), z.string().startsWith("ab").endsWith("cd")])(
    "are no endless search where none is found",
    (narrow) => {
      const data = derivedArbitrary("thing.done", narrow);
      expect(() => fc.sample(data, 1)).toThrow(
        expect.objectContaining({ code: "invalid-argument", remedy: containing("arbitrary") }),
      );
    },
  );

  test("are refused where nothing can be derived, with what to do", () => {
    expect(() => ownEvent(defineEventType("thing.done", z.object({ at: z.date() })))).toThrow(
      expect.objectContaining({
        code: "invalid-argument",
        remedy: containing("arbitrary"),
      }),
    );
  });
});

/** At most so many approvals; 0: no end of them. */
function noMoreThanGiven(limit: number) {
  return foldInvariant({
    name: limit === 0 ? "own/approvals-counted" : "own/approvals",
    sentence: "No more is approved than may be.",
    source: "this test",
    remedy: "approve less",
    fold: {
      initial: 0,
      reduce: (given, event) => (approvalGiven.isOf(event) ? given + event.data.times : given),
    },
    check: (given) =>
      limit === 0 || given <= limit ? HOLDS : [{ place: "approval.given", message: `${given}` }],
  });
}

function containing(text: string): unknown {
  return expect.stringContaining(text);
}
