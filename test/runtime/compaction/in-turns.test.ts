import { describe, expect, test } from "vitest";
import { modelError } from "../../../src/runtime/errors.js";
import { scriptedModel } from "../../../src/runtime/models/scripted-model.js";
import { defineTextTool } from "../../../src/runtime/tools/tool.js";
import { call, failureOf, ledgerOf, threadInMemory, usage } from "../turns-in-memory.js";

const WINDOW = { contextWindow: 10_000 } as const;
const NO_RETRY = { attempts: 1 } as const;
const read = defineTextTool({ name: "read", description: "Reads.", run: () => "x".repeat(400) });
const reading = { items: [call("c1", "read", "{}")], usage: usage(9_500) };

describe("a turn that is compacted on its way", () => {
  test("goes on with what the user said while the summary was made", async () => {
    const thread = await threadInMemory();
    const model = scriptedModel([reading, "Done."], WINDOW);
    let summaries = 0;
    const summarize = async () => {
      summaries += 1;
      if (summaries === 1) {
        await thread.runningTurn({ model: model.model })?.recordUserInput("Wait!");
      }
      return "The clock was read.";
    };
    const result = await thread.runTurn("Go.", { model, tools: [read], compaction: { summarize } });
    expect(result).toMatchObject({ outcome: "completed", text: "Done." });
    expect(summaries).toBe(2);
    expect(JSON.stringify(ledgerOf(thread))).toContain("Wait!");
    expect(thread.state.checkpoint?.trigger).toBe("mid-turn");
  });

  test("ends where it is ended while the summary is made", async () => {
    const thread = await threadInMemory();
    const model = scriptedModel([reading, "Done."], WINDOW);
    const summarize = async () => {
      await thread.runningTurn({ model: model.model })?.abort("enough");
      return "The clock was read.";
    };
    const running = thread.runTurn("Go.", { model, tools: [read], compaction: { summarize } });
    expect((await failureOf(running)).code).toBe("history-changed");
    expect(thread.state).toMatchObject({ turns: { running: null }, checkpoint: null });
  });

  test("is not compacted by another one, which is refused", async () => {
    const thread = await threadInMemory();
    const other = { model: scriptedModel(["No."], WINDOW), compaction: { summarize: () => "No." } };
    const codes: string[] = [];
    const model = scriptedModel([
      reading,
      async () => {
        codes.push((await failureOf(thread.runTurn("And I?", other))).code);
        return "Done.";
      },
    ]);
    await thread.runTurn("Go.", { model, tools: [read], context: WINDOW, compaction: false });
    expect(codes).toEqual(["turn-running"]);
    expect(thread.state.checkpoint).toBeNull();
  });
});

test("a switch to a smaller window that failed is tried again with the model before it", async () => {
  const thread = await threadInMemory();
  const large = scriptedModel(
    [
      { items: [], usage: usage(9_000) },
      modelError("overloaded", { provider: "scripted" }),
      "By the large one.",
    ],
    { model: "large", contextWindow: 100_000 },
  );
  await thread.runTurn("Go.", { model: large });
  const small = scriptedModel(["Done."], { model: "small", ...WINDOW });
  const next = { model: small, retries: NO_RETRY };
  expect((await failureOf(thread.runTurn("Again.", next))).code).toBe("compaction-failed");
  await thread.runTurn("Again.", next);
  expect([large.requests.length, small.requests.length]).toEqual([3, 1]);
  expect(thread.state.checkpoint).toMatchObject({ trigger: "model-downshift" });
});
