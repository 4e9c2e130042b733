import { blobMissing } from "../../../src/store/errors.js";
import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { projectPrompt } from "../../../src/projections/prompt/project-prompt.js";
import type { Prompt } from "../../../src/projections/prompt/prompt.js";
import { replayEvents } from "../../../src/reducers/replay-events.js";
import { elementsFrom, SharedSequence } from "../../../src/reducers/sequence.js";
import type { ThreadState } from "../../../src/reducers/thread-state.js";
import { histories } from "../../../src/testing/arbitraries/history.js";
import { listSource, plainState, statesByDefinition } from "../../../src/testing/definition.js";
import { type HistoryBuilder, madeHash } from "../../../src/testing/history-builder.js";
import { checkInvariants } from "../../../src/testing/invariants/check-invariants.js";
import type {
  Finding,
  Invariant,
  PromptInvariant,
  StateInvariant,
} from "../../../src/testing/invariants/invariant.js";
import { INVARIANTS } from "../../../src/testing/invariants/invariants.js";
import { renderCommand } from "../../../src/testing/render-history.js";
import { build, user } from "../by-hand.js";
import { BROKEN_LOGS, HELLO, lawful, OUTPUT, recordedData } from "./broken-logs.js";

test("nothing is broken in any thread that can exist", async () => {
  await fc.assert(
    fc.asyncProperty(histories({ maxLength: 40 }), async ({ events }) => {
      const { violations, checks } = await checkInvariants(events);
      expect(violations).toEqual([]);
      expect(checks.filter((check) => check.violations > 0)).toEqual([]);
    }),
    { numRuns: 40 },
  );
});

test.each(Object.entries(BROKEN_LOGS))("a log that breaks %s is found out", async (name, plant) => {
  const log = plant([...lawful().history().events]);
  const { violations } = await checkInvariants(log, { only: [name] });
  expect(violations.map(({ invariant }) => invariant)).toContain(name);
  expect(violations[0]?.remedy).not.toBe("");
});

test("edits at the end of a history cost their checks what they change, not what is before it", async () => {
  const [few, more, most] = [await readBy(256), await readBy(512), await readBy(1_024)];
  expect(most - more).toBeLessThanOrEqual(2.5 * (more - few));
});

/** How many entries are read while a log is checked in which every second item is taken out again. */
async function readBy(items: number): Promise<number> {
  const last = { do: "trim", at: 1, count: 1, clearsBaseline: false } as const;
  const cycle = [user("kept"), user("taken"), last];
  const log = build(...Array.from({ length: items }, () => cycle).flat());
  const { events } = log.history();
  const read = vi.spyOn(SharedSequence.prototype, "at");
  const walk = vi.spyOn(SharedSequence.prototype, Symbol.iterator);
  walk.mockImplementation(function (this: SharedSequence<unknown>) {
    return elementsFrom(this, 0);
  });
  const { violations } = await checkInvariants(events, { only: ["log/forgetting-named"] });
  const entries = read.mock.calls.length;
  read.mockRestore();
  walk.mockRestore();
  expect(violations).toEqual([]);
  return entries;
}

test("what does not hold is counted once, also of what is too much to be listed", async () => {
  const found = Array.from({ length: 150 }, (_, place) => ({ place: `${place}`, message: "no" }));
  const own: StateInvariant = {
    over: "state",
    ...{ name: "own/none", sentence: "Nothing holds.", source: "this test", remedy: "none" },
    check: () => found,
  };
  const { events } = lawful().history();
  const { checks, violations } = await checkInvariants(events, { only: ["own"], own: [own] });
  expect(events.length).toBeGreaterThan(1);
  expect(violations).toHaveLength(100);
  expect(checks).toEqual([{ invariant: "own/none", times: events.length, violations: 150 }]);
});

test("log/lifetimes: what one fact of a line breaks is told, whatever the line means besides", async () => {
  const told = { kind: "reminder", lifetime: "prompt", fact: null, tokens: 1, item: 0 } as const;
  const items = [recordedData(HELLO, "runtime")];
  const sent = { upTo: 0, target: {}, fragments: [], body: madeHash(1), estimatedTokens: 0 };
  const builder = lawful().append({
    type: "context.injected",
    data: { mode: "diff", items, fragments: [told] },
    derived: [{ type: "request.sent", data: sent }],
  });
  const { violations } = await checkInvariants(builder.history().events, {
    only: ["log/lifetimes"],
  });
  expect(violations).toMatchObject([{ place: "fragment reminder", offset: builder.head - 1 }]);
});

test("progress is told event by event, up to all of them", async () => {
  const told: number[] = [];
  const { events } = lawful().history();
  await checkInvariants(events, { onProgress: (done) => told.push(done) });
  expect(told).toEqual(events.map((_, place) => place + 1));
});

test("law 1: the states that are checked are those of the definition, whatever the log goes back to", async () => {
  await fc.assert(
    fc.asyncProperty(histories({ maxLength: 40 }), async ({ events }) => {
      const checked: unknown[] = [];
      const own: StateInvariant = {
        over: "state",
        ...{ name: "own/states", sentence: "None.", source: "this test", remedy: "none" },
        check: (state) => {
          checked.push(plainState(state));
          return [];
        },
      };
      await checkInvariants(events, { only: ["own"], own: [own] });
      expect(checked).toEqual(statesByDefinition(events).map(plainState));
    }),
    { numRuns: 60 },
  );
});

test("a log is read once, and where it goes back first once more, up to there", async () => {
  const builder = lawful();
  const before = builder.head;
  expect(await eventsRead(builder)).toBe(before);
  builder.append({ type: "history.rolled-back", data: { to: 3, historyVersion: 1 } });
  for (let turn = 0; turn < 3; turn += 1) renderCommand(builder, { do: "notice" });
  builder.append({ type: "history.rolled-back", data: { to: 5, historyVersion: 2 } });
  expect(await eventsRead(builder)).toBe(2 * builder.head + before);
});

test("what is read once more is what was taken, also where an event is missing", async () => {
  const builder = lawful();
  builder.append({ type: "history.rolled-back", data: { to: 3, historyVersion: 1 } });
  const [, ...events] = builder.history().events;
  const { violations } = await checkInvariants(events, { only: ["log/versions-rise"] });
  expect(violations).toEqual([]);
});

async function eventsRead(builder: HistoryBuilder): Promise<number> {
  let read = 0;
  const source = listSource(builder.history().events, { onRead: () => (read += 1) });
  await checkInvariants(source, { only: ["state"] });
  return read;
}

test("log/readable: damage that a source tells of is a violation, with its place", async () => {
  const place = { line: 3, byte: 70, bytes: 9, offset: 2, reason: "torn" };
  const { violations } = await checkInvariants(lawful().history().events, {
    damage: () => [place],
  });
  expect(violations).toMatchObject([{ invariant: "log/readable", place: "line 3, byte 70" }]);
});

test("log/blobs-kept: a blob that is named and not there is a violation", async () => {
  const builder = lawful();
  const bounded = {
    policy: { mode: "tokens", limit: 10_000 },
    originalBytes: 9,
    removedTokens: 1,
    original: madeHash(7),
  } as const;
  builder.append({ type: "item.recorded", data: { ...recordedData(OUTPUT, "tool"), bounded } });
  const blobs = { get: (hash: string) => Promise.reject(blobMissing(hash)) };
  const { violations } = await checkInvariants(builder.history().events, { blobs });
  expect(violations).toMatchObject([{ invariant: "log/blobs-kept", offset: builder.head - 1 }]);
});

test("log/one-definition: a replay that reads other events than it was given is found out", async () => {
  const builder = lawful();
  for (let turn = 0; turn < 3; turn += 1) renderCommand(builder, { do: "notice" });
  builder.append({ type: "history.rolled-back", data: { to: 3, historyVersion: 1 } });
  const { events } = builder.history();
  const whole = listSource(events, { forwardOnly: true });
  // What has to be read again for the rollback comes back without its items.
  const source = {
    read: (range?: { readonly from?: number; readonly to?: number }) =>
      range?.to === undefined ? whole.read(range) : listSource([]).read(),
  };
  const { violations } = await checkInvariants(source, { only: ["log/one-definition"] });
  expect(violations[0]).toMatchObject({
    invariant: "log/one-definition",
    offset: events.length - 1,
  });
});

const STATE = lawful().state;

/** The smallest change of a lawful state that breaks each law of states. */
const BROKEN_STATES: Readonly<Record<string, ThreadState>> = {
  "state/ledger-totals": { ...STATE, ledger: { ...STATE.ledger, tokens: STATE.ledger.tokens + 1 } },
  "state/ledger-order": {
    ...STATE,
    ledger: { ...STATE.ledger, entries: SharedSequence.of([...STATE.ledger.entries].toReversed()) },
  },
  "state/baseline-told": { ...STATE, ledger: { ...STATE.ledger, entries: SharedSequence.of([]) } },
};

test.each(Object.entries(BROKEN_STATES))("a state that breaks %s is found out", (name, state) => {
  const invariant = named(name);
  expect(asked(invariant, STATE)).toEqual([]);
  expect(asked(invariant, state)).not.toEqual([]);
});

const PROMPT = projectPrompt(STATE);

/** The smallest change of a lawful prompt that breaks each law of prompts. */
const BROKEN_PROMPTS: Readonly<Record<string, Prompt>> = {
  "prompt/pairs": { ...PROMPT, items: SharedSequence.of([...PROMPT.items].slice(0, -1)) },
  "prompt/changes-named": { ...PROMPT, items: SharedSequence.of([...PROMPT.items].slice(1)) },
  "prompt/token-sum": { ...PROMPT, tokens: 0 },
  "prompt/continues": { ...PROMPT, tokens: 0 },
};

test.each(Object.entries(BROKEN_PROMPTS))(
  "a prompt that breaks %s is found out",
  (name, prompt) => {
    const invariant = ofPrompts(name);
    const from = { state: STATE, previous: projectPrompt(replayEvents([])) };
    expect(invariant.check(PROMPT, from)).toEqual([]);
    expect(invariant.check(prompt, from)).not.toEqual([]);
  },
);

test("prompt/projects: what a projection throws is a violation", async () => {
  const own: PromptInvariant = {
    ...{ over: "prompt", name: "mine/throws", sentence: "", source: "", remedy: "" },
    check: () => {
      throw new TypeError("cannot");
    },
  };
  const log = lawful().history().events;
  const { violations } = await checkInvariants(log, { only: ["mine"], own: [own] });
  expect(violations).toMatchObject([
    { invariant: "prompt/projects", message: "TypeError: cannot" },
  ]);
});

test("every law has a log, a state or a prompt that breaks it", () => {
  const elsewhere = [
    ...["log/readable", "log/blobs-kept", "log/one-definition", "prompt/projects"],
    "log/requests-recorded", // recorded-requests.test.ts
  ];
  const probed = [BROKEN_LOGS, BROKEN_STATES, BROKEN_PROMPTS].flatMap(Object.keys);
  const laws = INVARIANTS.filter(({ over }) => over !== "body").map(({ name }) => name);
  expect([...probed, ...elsewhere].toSorted()).toEqual(laws.toSorted());
});

function named(name: string): StateInvariant {
  const found: Invariant | undefined = INVARIANTS.find((invariant) => invariant.name === name);
  if (found?.over !== "state") throw new Error(`${name} is none of states`);
  return found;
}

function ofPrompts(name: string): PromptInvariant {
  const found: Invariant | undefined = INVARIANTS.find((invariant) => invariant.name === name);
  if (found?.over !== "prompt") throw new Error(`${name} is none of prompts`);
  return found;
}

function asked(invariant: StateInvariant, state: ThreadState): readonly Finding[] {
  return invariant.check(state, null) ?? [];
}
