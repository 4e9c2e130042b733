import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { RefoldEvent } from "../../../src/events/event.js";
import { countItemBytes } from "../../../src/events/item-bytes.js";
import { projectPrompt } from "../../../src/projections/prompt/project-prompt.js";
import { calibrate, coarseEstimator } from "../../../src/projections/tokens/token-estimator.js";
import { projectCache } from "../../../src/projections/views/cache.js";
import { diffPrompts } from "../../../src/projections/views/diff-prompts.js";
import { projectForgetting } from "../../../src/projections/views/forgetting.js";
import { projectMemory } from "../../../src/projections/views/memory.js";
import { projectCalibrationPairs } from "../../../src/projections/views/reported-requests.js";
import { projectTimeline } from "../../../src/projections/views/timeline.js";
import { refKey } from "../../../src/reducers/item-refs.js";
import { replayEvents } from "../../../src/reducers/replay-events.js";
import { histories } from "../../../src/testing/arbitraries/history.js";
import { listSource } from "../../../src/testing/definition.js";
import { HistoryBuilder } from "../../../src/testing/history-builder.js";
import { entryOf, ledgerEntries, stateOf } from "../ledger-arbitrary.js";

function says(role: "user" | "assistant" | "developer", text: string) {
  return { type: "message" as const, role, content: [{ type: "input_text" as const, text }] };
}

describe("timeline", () => {
  test("every event has one row, and those that survive are those that replay counts", async () => {
    await fc.assert(
      fc.asyncProperty(histories(), async ({ events }) => {
        const rows = await projectTimeline(listSource(events));
        expect(rows.map(({ offset }) => offset)).toEqual(events.map(({ offset }) => offset));
        const refs = replayEvents(events).ledger.entries.toArray();
        for (const { ref } of refs) {
          const offset = typeof ref === "number" ? ref : ref[0];
          expect(rows[offset]?.survives).toBe(true);
        }
      }),
    );
  });
});

describe("forgetting", () => {
  test("what was recorded and is not in the ledger is listed, with an original in the log", async () => {
    await fc.assert(
      fc.asyncProperty(histories(), async ({ events }) => {
        const forgotten = await projectForgetting(listSource(events));
        const listed = new Set(
          forgotten.flatMap(({ items }) => items.map(({ original }) => refKey(original.ref))),
        );
        const state = replayEvents(events);
        const left = new Set(
          state.ledger.entries
            .toArray()
            .flatMap(({ ref, source }) => [
              refKey(ref),
              ...(source === undefined ? [] : [refKey(source)]),
            ]),
        );
        for (const { offset } of events) {
          const before = replayEvents(events, { to: offset }).ledger.entries.toArray();
          for (const { ref, source } of before) {
            const first = refKey(source ?? ref);
            const isThere = left.has(refKey(ref)) || left.has(first) || listed.has(first);
            expect(isThere).toBe(true);
          }
        }
        for (const { items, tokens } of forgotten) {
          expect(items.reduce((sum, item) => sum + item.tokens, 0)).toBe(tokens);
          for (const { original } of items) {
            const offset = typeof original.ref === "number" ? original.ref : original.ref[0];
            expect(events[offset]).toBeDefined();
          }
        }
      }),
      { numRuns: 40 },
    );
  });
});

describe("cache", () => {
  test("a prefix is never longer than either request, and a break names an event of the log", async () => {
    await fc.assert(
      fc.asyncProperty(histories(), async ({ events }) => {
        const report = await projectCache(listSource(events));
        let before = 0;
        for (const request of report.requests) {
          expect(request.common.items).toBeLessThanOrEqual(Math.min(before, request.items));
          expect(request.common.tokens).toBeLessThanOrEqual(request.tokens);
          expect(request.estimatedShare).toBeGreaterThanOrEqual(0);
          expect(request.estimatedShare).toBeLessThanOrEqual(1);
          for (const { offset } of request.break?.causes ?? []) {
            expect(offset ?? 0).toBeLessThanOrEqual(request.offset);
          }
          expect(request.break?.causes).not.toEqual([]);
          expect(request.break?.lostTokens ?? 1).toBeGreaterThan(0);
          before = request.items;
        }
      }),
    );
  });

  test("a thread that only grows keeps its whole prefix", async () => {
    const onlyGrows = {
      compact: 0,
      trim: 0,
      "clear-outputs": 0,
      "replace-images": 0,
      "clear-history": 0,
      "roll-back": 0,
      redo: 0,
      fork: 0,
      instruct: 0,
      "declare-tools": 0,
      "foreign-line": 0,
      "start-turn": 0,
    };
    await fc.assert(
      fc.asyncProperty(histories({ weights: { ...onlyGrows, call: 0 } }), async ({ events }) => {
        const { requests } = await projectCache(listSource(events));
        requests.forEach(({ common, break: broken }, index) => {
          expect(broken === null || broken.basis === "reported").toBe(true);
          expect(common.items).toBe(index === 0 ? 0 : requests[index - 1]?.items);
        });
      }),
    );
  });
});

describe("diff", () => {
  test("a prompt does not differ from itself", () => {
    fc.assert(
      fc.property(ledgerEntries(), (entries) => {
        const prompt = projectPrompt(stateOf(entries));
        expect(diffPrompts(prompt, projectPrompt(stateOf(entries)))).toMatchObject({
          instructionsChanged: false,
          outputSchemaChanged: false,
          tools: { added: [], removed: [], changed: [] },
          target: [],
          removed: [],
          added: [],
          tokens: 0,
        });
      }),
    );
  });

  test("prefix, what was exchanged and suffix make up both prompts", () => {
    fc.assert(
      fc.property(ledgerEntries(), ledgerEntries(), (left, right) => {
        const [from, to] = [projectPrompt(stateOf(left)), projectPrompt(stateOf(right))];
        const diff = diffPrompts(from, to);
        const common = diff.commonPrefix + diff.commonSuffix;
        expect(common + diff.removed.length).toBe(from.items.length);
        expect(common + diff.added.length).toBe(to.items.length);
      }),
    );
  });

  test("another target is told by its members", () => {
    const state = stateOf([]);
    const diff = diffPrompts(
      projectPrompt(state, { model: "gpt-5.2", effort: "low" }),
      projectPrompt(state, { model: "gpt-5.2", effort: "high" }),
    );
    expect(diff.target).toEqual(["effort"]);
  });
});

describe("memory", () => {
  const agents = "# AGENTS.md instructions for /work\n<INSTRUCTIONS>\nbe kind\n</INSTRUCTIONS>";
  const skill = "<skill>\nname\n</skill>";
  const entries = [
    entryOf(says("developer", "secret policy"), 1),
    { ...entryOf(says("user", agents), 2), origin: "runtime" as const },
    { ...entryOf(says("user", skill), 3), origin: "user" as const },
    entryOf(says("user", "fix the clock"), 4),
    entryOf({ type: "function_call", name: "shell", arguments: "ls", call_id: "a" }, 5),
    entryOf({ type: "function_call_output", call_id: "a", output: "y".repeat(9000) }, 6),
    entryOf(says("assistant", "done"), 7),
    { ...entryOf(says("user", "what was before"), 8), origin: "runtime" as const, summary: true },
  ];

  test("no developer text, no AGENTS.md and no skill goes in; the rest does, outputs in short", () => {
    const memory = projectMemory(stateOf(entries));
    expect(memory.entries.map(({ ref, speaker, name }) => [ref, speaker, name])).toEqual([
      [4, "user", null],
      [5, "call", "shell"],
      [6, "output", "shell"],
      [7, "model", null],
      [8, "summary", null],
    ]);
    expect(memory.entries[2]?.text.length).toBeLessThan(4100);
    expect(memory.leftOut).toEqual([]);
  });

  test("what does not fit is left out from the oldest on, and listed", () => {
    fc.assert(
      fc.property(ledgerEntries(), fc.integer({ min: 0, max: 300 }), (odd, maxTokens) => {
        const memory = projectMemory(stateOf(odd), { maxTokens });
        expect(memory.tokens).toBeLessThanOrEqual(maxTokens);
        const all = projectMemory(stateOf(odd)).entries.map(({ ref }) => ref);
        expect([...memory.leftOut, ...memory.entries.map(({ ref }) => ref)]).toEqual(all);
      }),
    );
  });
});

test("no view changes the events that it reads", async () => {
  await fc.assert(
    fc.asyncProperty(histories(), async ({ events }) => {
      const before = JSON.stringify(events);
      const frozen = events.map((event): RefoldEvent => Object.freeze(event));
      await projectTimeline(listSource(frozen));
      await projectForgetting(listSource(frozen));
      await projectCache(listSource(frozen));
      expect(JSON.stringify(frozen)).toBe(before);
    }),
    { numRuns: 30 },
  );
});

describe("calibration pairs", () => {
  test("a session that reports what was estimated calibrates to 1", async () => {
    const source = reportingThread(40, 1);
    const pairs = await projectCalibrationPairs(source, coarseEstimator);
    expect(pairs.length).toBeGreaterThan(10);
    expect(calibrate(pairs).factor).toBeCloseTo(1, 6);
  });

  test("a session that reports twice as much calibrates to 2, whatever stands before the items", async () => {
    const pairs = await projectCalibrationPairs(reportingThread(40, 2), coarseEstimator);
    expect(calibrate(pairs).factor).toBeCloseTo(2, 6);
  });
});

/** A thread whose provider reports `factor` times the coarse estimate, and a system prompt of its own. */
function reportingThread(turns: number, factor: number) {
  const builder = new HistoryBuilder();
  const record = (role: "user" | "assistant", text: string) => {
    const item = says(role, text);
    const origin = role === "user" ? "user" : "model";
    builder.append({
      type: "item.recorded",
      data: { item, origin, countedBytes: countItemBytes(item) },
    });
  };
  for (let turn = 0; turn < turns; turn += 1) {
    record("user", "question ".repeat(1 + (turn % 7)));
    const input = 5000 + builder.state.ledger.tokens * factor;
    record("assistant", "answer ".repeat(1 + (turn % 5)));
    const usage = {
      input,
      cachedInput: 0,
      cacheWrite: 0,
      output: 1,
      reasoning: 0,
      total: input + 1,
    };
    builder.append({ type: "usage.reported", data: { usage, contextWindow: null, request: null } });
  }
  return listSource(builder.history().events);
}
