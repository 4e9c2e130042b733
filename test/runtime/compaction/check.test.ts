import { describe, expect, test } from "vitest";
import { checkCompaction } from "../../../src/runtime/compaction/check.js";
import type { HistoryCommand } from "../../../src/testing/history-command.js";
import { END, START, build, user } from "../../testing/by-hand.js";

const SAID = user("go on");

/** A thread whose last request came to this many tokens, of a window of 10,000. */
function reported(totalTokens: number, ...behind: readonly HistoryCommand[]) {
  const input = totalTokens - 40; // forty are put out
  const report: HistoryCommand = { do: "report-usage", input, window: 10_000 };
  return build(START, SAID, report, ...behind).state;
}

describe("compaction is due", () => {
  test("from 90 % of the window on, what is about to be added included (§2.6)", () => {
    const target = { contextWindow: 10_000 };
    expect(checkCompaction(reported(9_000), { target })).toMatchObject({
      trigger: "mid-turn",
      usedTokens: 9_000,
      limitTokens: 9_000,
    });
    expect(checkCompaction(reported(8_999), { target }).trigger).toBeNull();
    const more = { target, addedTokens: 1 };
    expect(checkCompaction(reported(8_999), more).trigger).toBe("mid-turn");
  });

  test("before a turn, as a downshift only for a model whose window is smaller", () => {
    const state = reported(9_500, END);
    const triggerFor = (model: string, contextWindow: number) =>
      checkCompaction(state, { target: { model, contextWindow } }).trigger;
    expect(triggerFor("model-a", 9_999)).toBe("pre-turn"); // the model that it had
    expect(triggerFor("model-b", 10_000)).toBe("pre-turn");
    expect(triggerFor("model-b", 9_999)).toBe("model-downshift");
    expect(triggerFor("model-b", 20_000)).toBeNull();
  });
});
