import fc from "fast-check";
import { expect, test } from "vitest";
import { codexRollout, SUMMARY_TEXT } from "../../../src/testing/arbitraries/codex-rollout.js";
import {
  answer,
  compacted,
  decode,
  environment,
  event,
  line,
  message,
  meta,
  rolledBack,
  shownState,
  statesOf,
  used,
  user,
} from "./lines.js";
import { reconstructSlowly } from "./slow-model.js";

const POLICY = { mode: "bytes", limit: 600 } as const;
const turnId = fc
  .constantFrom("a", "b", undefined)
  .map((id) => (id === undefined ? {} : { turn_id: id }));
const anyLine = fc.oneof(
  { weight: 4, arbitrary: turnId.map((id) => event("task_started", id)) },
  { weight: 2, arbitrary: turnId.map((id) => event("task_complete", id)) },
  { weight: 1, arbitrary: turnId.map((id) => event("turn_aborted", id)) },
  {
    weight: 3,
    arbitrary: fc
      .tuple(turnId, fc.constantFrom("m", "n"))
      .map(([id, model]) => line("turn_context", { ...id, model })),
  },
  { weight: 3, arbitrary: fc.integer({ min: 1, max: 3 }).map(rolledBack) },
  { weight: 3, arbitrary: fc.constantFrom("one", "two").map(user) },
  { weight: 3, arbitrary: fc.constantFrom("1", "2").map(answer) },
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      ...[environment, message("developer", "<model_switch>x"), event("agent_message")],
      ...[event("user_message", { message: "x" }), line("compacted", { message: "in short" })],
      ...[line("compacted", { message: "" }), line("compacted", { message: SUMMARY_TEXT })],
      ...[compacted("s", user("kept"), user(SUMMARY_TEXT)), compacted("s")],
    ),
  },
);

test.each([[[meta]], [[]]])(
  "lines in any order fold, at every prefix, to what Codex would reconstruct (head: %j)",
  async (head) => {
    const property = fc.asyncProperty(
      fc.array(anyLine, { minLength: 1, maxLength: 24 }),
      async (body) => {
        const lines = [...head, ...body];
        const states = await statesOf(await decode(lines, { toolOutputLimit: POLICY }));
        lines.forEach((_, offset) => {
          const expected = reconstructSlowly(lines.slice(0, offset + 1), POLICY);
          expect({ offset, ...shownState(states[offset]) }).toEqual({ offset, ...expected });
        });
      },
    );
    await fc.assert(property, { numRuns: 400 });
  },
);

test("the newest report is the usage at every prefix, unless a rollback follows it", async () => {
  const withUsage = fc.oneof(
    { weight: 4, arbitrary: anyLine },
    { weight: 1, arbitrary: fc.constant(null) },
  );
  const property = fc.asyncProperty(fc.array(withUsage, { maxLength: 24 }), async (body) => {
    const lines = [meta, ...body.map((one, index) => one ?? used(index + 1))];
    const states = await statesOf(await decode(lines));
    let newest: number | null = null;
    lines.forEach((one, offset) => {
      if (one.payload.type === "thread_rolled_back") newest = null;
      if (one.payload.type === "token_count") newest = offset;
      if (newest !== null) expect(states[offset]?.usage.last?.total).toBe(newest);
    });
  });
  await fc.assert(property, { numRuns: 400 });
});

test("a prefix of a file gives a prefix of its events", async () => {
  const property = fc.asyncProperty(codexRollout(), fc.nat(), async (lines, cut) => {
    const kept = lines.slice(0, 1 + (cut % lines.length));
    expect(await decode(kept)).toEqual((await decode(lines)).slice(0, kept.length));
  });
  await fc.assert(property, { numRuns: 100 });
});

test("each event that rewrites the ledger makes the next version", async () => {
  const property = fc.asyncProperty(codexRollout({ maxTurns: 8 }), async (lines) => {
    const versions = (await decode(lines))
      .flatMap(({ type, data, derived }) => [{ type, data }, ...(derived ?? [])])
      .flatMap(({ data }) => ("historyVersion" in data ? [data.historyVersion] : []));
    expect(versions).toEqual(versions.map((_, index) => index + 1));
  });
  await fc.assert(property, { numRuns: 200 });
});
