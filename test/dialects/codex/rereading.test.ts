import { expect, test } from "vitest";
import { replayEvents } from "../../../src/reducers/replay-events.js";
import { replay } from "../../../src/reducers/replay.js";
import type { CodexLine } from "../../../src/testing/arbitraries/codex-rollout.js";
import { listSource, plainState } from "../../../src/testing/definition.js";
import { answer, compacted, completed, decode, meta, rolledBack, started, user } from "./lines.js";

const turn = (id: string): CodexLine[] => [
  started(id),
  user(`asked in ${id}`),
  answer(`answered in ${id}`),
  compacted("so far", user(`asked in ${id}`)),
  completed(id),
];
/** More turns, each with a checkpoint, than states are kept over one, and back after all of them. */
const detour = (name: string): CodexLine[] => [
  ...Array.from({ length: 12 }, (_, index) => turn(`${name}${String(index)}`)).flat(),
  rolledBack(12),
];

test("a source that is only read forward is read once over all that a rollback needs", async () => {
  const back = [1, 2, 3].flatMap((step) => [
    ...detour(`x${String(step)}-`),
    ...turn(`y${String(step)}`),
  ]);
  const events = await decode([meta, ...turn("first"), ...back, ...detour("z"), rolledBack(2)]);
  const rollbacks = events.filter(({ type }) => type === "history.rolled-back").length;
  const source = listSource(events, { forwardOnly: true });
  const readings: unknown[] = [];
  const state = await replay({
    read: (range) => {
      readings.push(range);
      return source.read(range);
    },
  });
  expect(plainState(state)).toStrictEqual(plainState(replayEvents(events)));
  expect(readings.length).toBeLessThanOrEqual(1 + rollbacks);
});
