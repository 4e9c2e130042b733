import { describe, expect, test } from "vitest";
import { COMPACTION_TEMPLATES } from "../../../src/runtime/compaction/settings.js";
import type { TurnContext } from "../../../src/runtime/fragments/turn-context.js";
import { scriptedModel } from "../../../src/runtime/models/scripted-model.js";
import { openThread } from "../../../src/runtime/open-thread.js";
import type { Thread } from "../../../src/runtime/thread.js";
import type { Turn } from "../../../src/runtime/turn.js";
import { memoryStore } from "../../../src/store/memory.js";

const CONTEXT = { model: "model-a", cwd: "/srv/tide", contextWindow: 10_000 } as const;
const LIMIT = 9_000;

describe("a trigger", () => {
  test("is due at the limit, with what the turn is about to add, and not below it", async () => {
    const thread = await filled(4_000);
    const used = thread.compactionCheck().usedTokens;
    const room = (LIMIT - used) * 4;
    const frame = 80; // a message's own JSON
    expect(thread.compactionCheck({ context: CONTEXT }).trigger).toBeNull();
    const below = { context: CONTEXT, input: "x".repeat(room - frame - 8) };
    expect(thread.compactionCheck(below)).toMatchObject({ trigger: null, limitTokens: LIMIT });
    const at = { context: CONTEXT, input: "x".repeat(room) };
    expect(thread.compactionCheck(at)).toMatchObject({ trigger: "pre-turn" });
    expect(await thread.compactIfDue(below)).toBeNull();
    expect(await thread.compactIfDue(at)).toMatchObject({ trigger: "pre-turn" });
    expect(thread.state.checkpoint?.trigger).toBe("pre-turn");
  });

  test("counts the context that a turn is about to tell", async () => {
    const thread = await filled(4_000);
    const developerInstructions = "Be exact. ".repeat(2_500);
    const next = { context: { ...CONTEXT, developerInstructions }, input: "" };
    expect(thread.compactionCheck(next).trigger).toBe("pre-turn");
  });

  test("is mid-turn while a turn runs, once, until something new was recorded", async () => {
    const thread = await filled(4_000);
    const turn = await thread.startTurn(CONTEXT);
    await turn.recordUserInput("Read it all.");
    await callTool(turn, "big", 30_000);
    const compacted = await thread.compactIfDue({}, { summarize: () => "x".repeat(35_000) });
    expect(compacted).toMatchObject({ trigger: "mid-turn" });
    expect(thread.compactionCheck().usedTokens).toBeGreaterThan(9_000 - 200);
    expect(await thread.compactIfDue()).toBeNull();
  });

  test("is a downshift before a smaller window, and the previous model summarises", async () => {
    const thread = await filled(4_600);
    const previousModel = scriptedModel(["By the old one."], { model: "model-a" });
    const model = scriptedModel(["By the new one."], { model: "model-b" });
    const context = { model: "model-b", contextWindow: 5_000 };
    const compacted = await thread.compactIfDue({ context }, { model, previousModel });
    expect(compacted).toMatchObject({ trigger: "model-downshift" });
    expect([previousModel.requests.length, model.requests.length]).toEqual([1, 0]);
    expect(JSON.stringify(previousModel.requests[0]?.prompt.target)).toContain("model-a");
  });

  test("goes by the thread's limit and by the model's, the lower one", async () => {
    const thread = await filled(4_000);
    await thread.configure({
      limits: { compactAt: 6_000, compactAtByModel: { "model-a": 3_000 } },
    });
    expect(thread.compactionCheck()).toMatchObject({ limitTokens: 3_000, trigger: "pre-turn" });
    const other = { context: { ...CONTEXT, model: "model-b" } };
    expect(thread.compactionCheck(other)).toMatchObject({ limitTokens: 6_000, trigger: null });
  });

  test("never comes while neither window nor limit is known", async () => {
    const thread = await openThread({ store: memoryStore() });
    await say(thread, "x".repeat(900_000), { model: "nobody-knows-it" });
    expect(thread.compactionCheck()).toMatchObject({ limitTokens: null, trigger: null });
  });
});

describe("clearing outputs", () => {
  test("keeps the newest, the small ones and all pairs", async () => {
    const thread = await withOutputs([4_000, 4_000, 3, 4_000, 4_000]);
    const compacted = await thread.compact({ strategy: "clear-outputs", keepOutputs: 2 });
    expect(outputs(thread).map(({ length }) => length)).toEqual(
      [0, 0, 3, 4_000, 4_000].map((length) => length || COMPACTION_TEMPLATES.clearedOutput.length),
    );
    expect(thread.prompt({}, { strict: true }).repairs.length).toBe(0);
    expect(compacted).toMatchObject({ kind: "compacted", strategy: "clear-outputs", goes: [] });
    expect(thread.state.baseline).not.toBeNull();
    const again = await thread.compact({ strategy: "clear-outputs", keepOutputs: 2 });
    expect(again).toMatchObject({ kind: "nothing", reason: "nothing-to-free" });
    const templates = { clearedOutput: "Gone." };
    await thread.compact({ strategy: "clear-outputs", keepOutputs: 1, templates });
    expect(outputs(thread).at(-2)).toBe("Gone.");
  });
});

describe.each(["sliding-window", "priority"] as const)("%s", (strategy) => {
  test("cuts to the target, keeps pairs and the newest words, and says what went", async () => {
    const thread = await withOutputs([4_000, 4_000, 4_000, 4_000]);
    const before = thread.state.ledger.entries.length;
    const compacted = await thread.compact({ strategy, targetTokens: 2_300 });
    expect(thread.state.ledger.tokens).toBeLessThanOrEqual(2_300);
    expect(thread.prompt({}, { strict: true }).repairs.length).toBe(0);
    expect(JSON.stringify(thread.prompt().items.toArray())).toContain("the newest words");
    if (compacted.kind !== "compacted") expect.unreachable();
    expect(compacted.goes.length).toBe(before - thread.state.ledger.entries.length);
    expect(compacted.tokensAfter).toBe(thread.state.ledger.tokens);
    const tiny = await thread.compact({ strategy, targetTokens: 1 });
    expect(tiny.kind).toBe("compacted");
    expect(JSON.stringify(thread.prompt().items.toArray())).toContain("the newest words");
  });

  test("tells a running turn again what went of its context", async () => {
    const thread = await withOutputs([4_000, 4_000]);
    const turn = await thread.startTurn(CONTEXT);
    await turn.recordUserInput("And now?");
    await thread.compact({ strategy, targetTokens: 200 });
    expect(thread.state.baseline).toMatchObject({ turn: turn.id, mode: "told" });
    expect(JSON.stringify(thread.prompt().items.toArray())).toContain("<environment_context>");
    expect(thread.state.ledger.tokens).toBeLessThanOrEqual(200);
  });
});

describe("auto", () => {
  test.each([
    ["clears outputs where that is enough", 5_000, "clear-outputs"],
    ["summarises where it is not", 600, "summary"],
  ])("%s", async (_name, targetTokens, strategy) => {
    const thread = await withOutputs([8_000, 8_000, 8_000, 4_000, 4_000, 4_000]);
    const compacted = await thread.compact({ strategy: "auto", targetTokens });
    expect(compacted).toMatchObject({ strategy });
    expect(compacted).toHaveProperty("tokensAfter", thread.state.ledger.tokens);
  });

  test("leaves a history alone that cannot become smaller", async () => {
    const thread = await openThread({ store: memoryStore() });
    expect(await thread.compact({ strategy: "auto" })).toMatchObject({ reason: "empty-history" });
    await say(thread, "hi");
    const { head } = thread.state.log;
    expect(await thread.compact({ strategy: "auto" })).toMatchObject({ reason: "nothing-to-free" });
    expect(thread.state.log.head).toBe(head);
  });
});

describe("a dry run", () => {
  test.each(["summary", "clear-outputs", "sliding-window", "priority", "auto"] as const)(
    "of %s writes nothing, asks no model, and says what the run then does",
    async (strategy) => {
      const thread = await withOutputs([8_000, 8_000, 8_000, 8_000]);
      const model = scriptedModel([]);
      const { state } = thread;
      const dry = await thread.compact({ strategy, model, dryRun: true, targetTokens: 3_000 });
      expect(thread.state).toBe(state);
      expect(model.requests).toHaveLength(0);
      const real = await thread.compact({ strategy, targetTokens: 3_000 });
      expect({ ...real, dryRun: true, offset: null }).toEqual(dry);
    },
  );
});

test("the summary without a model names requests, calls and failures, and stays small", async () => {
  const thread = await withOutputs([8_000, 8_000]);
  const turn = await thread.startTurn(CONTEXT);
  await turn.recordUserInput("w".repeat(50_000));
  await turn.recordModelItems(call("bad"));
  await turn.recordToolOutput(
    { type: "function_call_output", call_id: "bad", output: "no" },
    { failed: true },
  );
  await turn.complete();
  for (const words of ["and on", "and on again", "and once more"]) {
    const compacted = await thread.compact({ keptMessagesTokens: 0 });
    if (compacted.kind !== "compacted") expect.unreachable();
    expect(compacted.summary).toContain("the newest words");
    expect(compacted.summary).toContain("cat {} (failed)");
    expect(compacted.tokensAfter).toBeLessThan(1_700);
    await say(thread, words);
  }
});

test("the summary without a model says once what an earlier one said, and nothing when nothing is new", async () => {
  const thread = await withOutputs([8_000, 8_000]);
  await thread.compact();
  const { head } = thread.state.log;
  expect(await thread.compact()).toMatchObject({ kind: "nothing", reason: "nothing-to-free" });
  expect(thread.state.log.head).toBe(head);
  expect(await thread.compact({ keptMessagesTokens: 0 })).toMatchObject({ kind: "compacted" });
  for (const words of ["and on", "and on again"]) {
    await say(thread, words);
    await thread.compact();
  }
  const [summary = ""] = thread.state.ledger.entries
    .toArray()
    .flatMap(({ item, summary: isSummary }) => (isSummary === true ? [JSON.stringify(item)] : []));
  const timesSaid = (words: string): number => summary.split(words).length - 1;
  expect(["Earlier:", "the newest words", "- and on\\n"].map(timesSaid)).toEqual([1, 1, 1]);
});

/** A thread of about this many tokens. */
async function filled(tokens: number): Promise<Thread> {
  const thread = await openThread({ store: memoryStore() });
  await say(thread, "y".repeat(tokens * 4));
  await say(thread, "short");
  return thread;
}

async function withOutputs(lengths: readonly number[]): Promise<Thread> {
  const thread = await openThread({ store: memoryStore() });
  const first = await thread.startTurn(CONTEXT);
  await first.recordUserInput("the first words");
  for (const [index, length] of lengths.entries()) await callTool(first, `c${index}`, length);
  await first.complete();
  await say(thread, "the newest words");
  return thread;
}

async function say(thread: Thread, words: string, context: TurnContext = CONTEXT): Promise<void> {
  const turn = await thread.startTurn(context);
  await turn.recordUserInput(words);
  await turn.complete();
}

async function callTool(turn: Turn, id: string, length: number): Promise<void> {
  await turn.recordModelItems(call(id));
  const output = "o".repeat(length);
  await turn.recordToolOutput({ type: "function_call_output", call_id: id, output });
}

function call(id: string) {
  return { type: "function_call", name: "cat", arguments: "{}", call_id: id } as const;
}

function outputs(thread: Thread): readonly string[] {
  return thread.state.ledger.entries
    .toArray()
    .flatMap(({ item }) =>
      item.type === "function_call_output" && typeof item.output === "string" ? [item.output] : [],
    );
}
