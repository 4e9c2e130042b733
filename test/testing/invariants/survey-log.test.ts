import { expect, test } from "vitest";
import { HistoryBuilder } from "../../../src/testing/history-builder.js";
import { listSource } from "../../../src/testing/definition.js";
import { sampleTurnEnds, surveyLog } from "../../../src/testing/invariants/survey-log.js";
import { HELLO, recordedData } from "./broken-logs.js";

test("prompts are looked at for no more items than a budget, however many turns there are", async () => {
  const looked = [];
  for (const turns of [1_000, 5_000, 10_000]) {
    const builder = new HistoryBuilder();
    for (let turn = 0; turn < turns; turn += 1) {
      builder.append({ type: "item.recorded", data: recordedData(HELLO, "user") });
    }
    const { turnEnds } = await surveyLog(listSource(builder.history().events));
    expect(turnEnds.length).toBeGreaterThanOrEqual(turns);
    const sampled = sampleTurnEnds(turnEnds, false);
    looked.push([...sampled].reduce((items, offset) => items + offset + 1, 0));
  }
  expect(looked.map((items) => items < 400_000)).toEqual([true, true, true]);
  expect(sampleTurnEnds([], false).size).toBe(0);
});
