import { existsSync, readFileSync, rmSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { FactType, LogEvent } from "../../../src/events/event.js";
import { Envelope } from "../../../src/events/slices.js";
import { openSession } from "../../../src/sessions/open-session.js";
import { envelopes } from "../../../src/testing/arbitraries/commands.js";
import {
  histories,
  type HistoryWeights,
  turnCommands,
} from "../../../src/testing/arbitraries/history.js";
import { historyRollout } from "../../../src/testing/counterexample.js";
import { renderHistory } from "../../../src/testing/render-history.js";

const types = (events: readonly LogEvent[]): string[] => events.map(({ type }) => type);

const LEFT_OUT: readonly (readonly [HistoryWeights, (events: readonly LogEvent[]) => boolean])[] = [
  [{ images: 0, compact: 0 }, (events) => JSON.stringify(events).includes('"input_image"')],
  [
    { "abort-turn": 0, "roll-back": 0, redo: 0 },
    (events) => types(events).includes("turn.aborted"),
  ],
  [{ compact: 0, "foreign-line": 0 }, (events) => types(events).includes("history.compacted")],
  [{ fork: 0 }, (events) => types(events).includes("thread.forked")],
];

test("a weight of 0 leaves its kind out, and one above 0 brings it in", () => {
  for (const [weights, has] of LEFT_OUT) {
    const without = fc.sample(histories({ weights, minLength: 20 }), { numRuns: 15, seed: 7 });
    expect(without.some(({ events }) => has(events))).toBe(false);
    const ones = Object.keys(weights).map((name): [string, number] => [name, 10]);
    const many = histories({ weights: Object.fromEntries(ones), minLength: 20 });
    expect(fc.sample(many, { numRuns: 15, seed: 7 }).some(({ events }) => has(events))).toBe(true);
  }
});

/** Which command makes an event of each type; null: every history begins with it. */
const MADE_BY: Readonly<Record<FactType, keyof HistoryWeights | null>> = {
  "thread.started": null,
  "thread.forked": "fork",
  "thread.renamed": "rename",
  "thread.configured": "configure",
  "instructions.set": "instruct",
  "tools.declared": "declare-tools",
  "turn.started": "start-turn",
  "turn.completed": "end-turn",
  "turn.aborted": "abort-turn",
  "context.injected": "start-turn",
  "item.recorded": "user",
  "request.sent": "request",
  "usage.reported": "report-usage",
  "history.compacted": "compact",
  "history.trimmed": "trim",
  "history.cleared": "clear-history",
  "history.rolled-back": "roll-back",
  "outputs.cleared": "clear-outputs",
  "images.replaced": "replace-images",
  "snapshot.taken": "snapshot",
  "snapshot.restored": "restore",
  "notice.logged": "notice",
  "foreign.kept": "foreign-line",
};

test.each(Object.entries(MADE_BY))("%s is made, by %s", (type, command) => {
  const weights = command === null ? {} : { [command]: 20, snapshot: 5, "start-turn": 5 };
  const drawn = fc.sample(histories({ weights, minLength: 20 }), { numRuns: 15, seed: 7 });
  expect(drawn.some(({ events }) => types(events).includes(type))).toBe(true);
});

test.each<[Record<string, number>, string, string]>([
  [{ fork: -1 }, "fork is -1", "from 0"],
  [{ fork: 0.5 }, "fork is 0.5", "from 0"],
  [{ forks: 1 }, "no history weight forks", "fork"],
  [{ "paralel-calls": 1 }, "no history weight paralel-calls", "parallel-calls"],
])("a wrong weight is refused: %j", (weights, message, remedy) => {
  expect(() => histories({ weights })).toThrow(
    expect.objectContaining({
      code: "invalid-argument",
      message: containing(message),
      remedy: containing(remedy),
    }),
  );
});

test("a turn's commands are one whole turn", () => {
  fc.assert(
    fc.property(turnCommands(), (commands) => {
      const names = types(renderHistory(commands).events);
      expect(names.filter((type) => type === "turn.started")).toHaveLength(1);
      expect(["turn.completed", "turn.aborted"]).toContain(names.at(-1));
    }),
    { numRuns: 30 },
  );
});

test("every envelope is one that the schema accepts", () => {
  fc.assert(
    fc.property(envelopes(), (envelope) => {
      expect(Envelope.safeParse(envelope).success).toBe(true);
    }),
  );
});

test("a rollout with damage gives no event but those of its history", async () => {
  const damaged = histories({ weights: { damage: 10 }, maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(damaged, async (history) => {
      fc.pre(history.damage.every(({ offset }) => offset > 0)); // by its first line a file is known
      const bytes = historyRollout(history);
      const printed = fc.stringify(history);
      const path = /refold replay (\S+)/.exec(printed)?.[1] ?? "";
      try {
        expect(readFileSync(path).equals(bytes)).toBe(true);
        const session = await openSession(path);
        const read: LogEvent[] = [];
        for await (const event of session.source.read()) read.push(event);
        await session.close();
        const isWhole = history.damage.length === 0;
        if (isWhole) expect(types(read)).toEqual(types(history.events));
        const known = new Set(history.events.map(({ id }) => id));
        expect(read.every(({ id }) => known.has(id))).toBe(true);
      } finally {
        if (existsSync(path)) rmSync(path);
      }
    }),
    { numRuns: 25 },
  );
});

test("a failing history shrinks to a handful of events", () => {
  const failing = fc.check(
    fc.property(histories(), ({ events }) => !types(events).includes("history.compacted")),
    { seed: 3 },
  );
  expect(failing.failed).toBe(true);
  expect(failing.counterexample?.[0].events.length).toBeLessThanOrEqual(3);
});

function containing(text: string): unknown {
  return expect.stringContaining(text);
}
