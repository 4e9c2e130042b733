import fc from "fast-check";
import { expect, test } from "vitest";
import { surveySession } from "../../src/sessions/survey.js";
import type { LogEvent } from "../../src/events/event.js";
import { ThreadTally } from "../../src/projections/stats/thread-tally.js";
import { projectTranscript } from "../../src/projections/transcript/project-transcript.js";
import { TurnFold } from "../../src/reducers/outline.js";
import { turnList } from "../../src/reducers/turn-list.js";
import { codexRollout } from "../../src/testing/arbitraries/codex-rollout.js";
import { histories } from "../../src/testing/arbitraries/history.js";
import { listSource, statesByDefinition } from "../../src/testing/definition.js";
import { decode } from "../dialects/codex/lines.js";

test("every reader of turns counts those that the state counts, in generated histories", async () => {
  await fc.assert(
    fc.asyncProperty(histories(), ({ events }) => expectAgreement(events)),
    { numRuns: 60 },
  );
});

test.each(["always", "never", "mixed"] as const)(
  "every reader of turns counts those that the state counts, in Codex rollouts, lifecycle lines: %s",
  async (lifecycle) => {
    await fc.assert(
      fc.asyncProperty(codexRollout({ lifecycle }), async (lines) =>
        expectAgreement(await decode(lines)),
      ),
      { numRuns: 100 },
    );
  },
);

async function expectAgreement(events: readonly LogEvent[]): Promise<void> {
  const source = listSource(events);
  const { userTurns } = statesByDefinition(events).at(-1)?.turns ?? { userTurns: 0 };
  const numbers = Array.from({ length: userTurns }, (_, index) => index + 1);
  const listed = await turnList(source);
  const { turns: shown } = await surveySession(source);
  const { turns: read } = await projectTranscript(source);
  const spans = shown.map(({ number, boundaryOffset, words }) => ({
    number,
    boundaryOffset,
    words,
  }));

  expect(numbersOf(listed)).toEqual(numbers);
  expect(numbersOf(read)).toEqual(numbers);
  expect(spans.filter(({ number }) => number !== null)).toEqual(
    listed
      .filter(({ number }) => number !== null)
      .map(({ number, boundaryOffset, words }) => ({ number, boundaryOffset, words })),
  );
  expect(counted(events)).toBe(shown.length);
  const offsets = shown.map(({ offset }) => offset);
  expect(offsets).toEqual(offsets.toSorted((one, other) => one - other));
  for (const { offset, endOffset } of shown) expect(endOffset).toBeGreaterThanOrEqual(offset);
}

function numbersOf(turns: readonly { readonly number: number | null }[]): readonly number[] {
  return turns.flatMap(({ number }) => (number === null ? [] : [number]));
}

/** As `stats` counts them. */
function counted(events: readonly LogEvent[]): number {
  const tally = new ThreadTally({ name: "thread" });
  for (const event of events) {
    const account = { key: String(event.offset), isCopy: false, repeated: [], aside: [] };
    tally.take({ event, account, isCopy: false, bytes: 1 });
  }
  return tally.finish().turns;
}

test("the turns at every offset of a history are those of the state there", () => {
  fc.assert(
    fc.property(histories({ weights: { "foreign-line": 0 } }), ({ events }) => {
      const turns = new TurnFold();
      const states = statesByDefinition(events);
      for (const [index, event] of events.entries()) {
        turns.take(event);
        expect(turns.userTurns).toBe(states[index]?.turns.userTurns);
      }
    }),
    { numRuns: 60 },
  );
});
