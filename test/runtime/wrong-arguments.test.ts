import { describe, expect, test } from "vitest";
import { isRefoldError } from "../../src/errors.js";
import { scriptedModel } from "../../src/runtime/models/scripted-model.js";
import { COMPACTION_TEMPLATES } from "../../src/runtime/compaction/settings.js";
import { forkThread, openThread, resumeThread } from "../../src/runtime/open-thread.js";
import type { Thread } from "../../src/runtime/thread.js";
import { defineTextTool } from "../../src/runtime/tools/tool.js";
import { Turn } from "../../src/runtime/turn.js";
import { threadInMemory } from "./turns-in-memory.js";

const ITEMS: readonly unknown[] = [
  ...[undefined, null, "text", 5, [], {}],
  { type: "message", role: "assistant", content: "text" },
  { type: "message", role: "assistant", content: [null] },
  { type: "message", role: "assistant", content: [{ type: "output_text" }] },
  { type: "function_call_output", call_id: "1" },
  { type: "function_call", call_id: "1", name: "a", arguments: {} },
  { type: "reasoning", summary: "text" },
  { type: "unheard-of" },
];
const INPUTS: readonly unknown[] = [undefined, null, 5, {}, [null], ["text"], [{ type: "x" }]];

/** What the types do not allow, by the method that a caller without types hands it to. */
const WRONG: Readonly<Record<string, readonly unknown[]>> = {
  recordModelItems: ITEMS,
  recordToolOutput: ITEMS,
  record: ITEMS,
  recordUserInput: INPUTS,
  reportUsage: [{}, { input: "1" }],
  complete: [5],
  configure: [null, "auto", []],
  declareTools: [undefined, null, 5, "a", [null], [{ name: 5 }]],
  setInstructions: [undefined, null, 5],
  rename: [5],
  notice: [undefined, null, {}],
  rollback: [undefined, null, "foo", {}, { turns: "1" }, { to: "1" }],
  fork: [null, "foo", {}, { at: "1" }, { beforeTurn: "1" }],
  startTurn: [
    ...[undefined, null, "m", { model: 5 }, { model: "m", tools: 5 }, { memory: 5 }],
    ...[
      { apps: 5 },
      { agentsFiles: null },
      { skills: "x" },
      { plugins: [null] },
      { subAgents: {} },
    ],
    ...[{ modalities: null }, { sandboxPolicy: null }, { collaborationMode: "plan" }],
    ...[{ cwd: null }, { cwd: 5 }, { date: 5 }],
  ],
  compact: [
    ...[{ strategy: "summarize" }, { strategy: "constructor" }],
    ...[{ keptMessagesTokens: NaN }, { keepOutputs: -1 }, { targetTokens: 0.5 }],
    ...[{ templates: 5 }, { templates: { clearedOutput: 5 } }, { target: { model: 5 } }],
  ],
};
/** They are refused while a turn runs, whatever they are called with. */
const BETWEEN_TURNS: ReadonlySet<string> = new Set(["compact", "rollback", "startTurn"]);

const CALLS = Object.entries(WRONG).flatMap(([method, wrong]) =>
  wrong.map((value) => [method, value] as const),
);

describe("what the types do not allow is refused with a code, and nothing is written", () => {
  test.each(CALLS)("%s(%j)", async (method, value) => {
    const thread = await threadInMemory();
    const turn = await thread.startTurn({ model: "m" });
    if (BETWEEN_TURNS.has(method)) await turn.complete();
    const { head } = thread.state.log;
    const holder = method in Turn.prototype ? turn : thread;
    const run: unknown = Reflect.get(holder, method);
    if (typeof run !== "function") throw new Error(`there is no ${method}`);
    const called: unknown = Reflect.apply(run, holder, [value]);
    const failure = await Promise.resolve(called).catch((error: unknown) => error);
    expect(isRefoldError(failure) ? "coded" : failure).toBe("coded");
    expect(thread.state.log.head).toBe(head);
  });
});

describe("a compaction", () => {
  const compact = async (thread: Thread, options: unknown): Promise<unknown> => {
    const run: unknown = Reflect.get(thread, "compact");
    if (typeof run !== "function") throw new Error("there is no compact");
    return await Reflect.apply(run, thread, [options]);
  };
  const talkative = async () => {
    const thread = await threadInMemory();
    const turn = await thread.startTurn({ model: "m" });
    await turn.recordUserInput("Why is the clock late?");
    await turn.complete();
    return thread;
  };

  test("fails with a code where its summariser gives no summary", async () => {
    const thread = await talkative();
    const { head } = thread.state.log;
    for (const made of [undefined, null, 5, {}, { text: 5, usage: null }, { text: "late" }]) {
      const compacting = compact(thread, { summarize: () => made });
      await expect(compacting).rejects.toMatchObject({ code: "compaction-failed" });
    }
    expect(thread.state.log.head).toBe(head);
  });

  test("has the thread's own templates where a call's are undefined", async () => {
    const thread = await talkative();
    const templates = { summaryPrefix: undefined };
    await compact(thread, { summarize: () => "late", templates });
    const { summaryPrefix } = COMPACTION_TEMPLATES;
    expect(thread.state.checkpoint?.summary).toBe(`${summaryPrefix}\nlate`);
  });
});

describe("a turn that is run", () => {
  test.each<object>([
    ...[{ maxRounds: NaN }, { maxRounds: "5" }, { maxRounds: 0 }, { maxRounds: null }],
    ...[{ toolTimeoutMs: NaN }, { toolTimeoutMs: "1000" }, { toolTimeoutMs: -1 }],
    ...[{ signal: {} }, { signal: null }, { model: undefined }, { model: "gpt-5" }],
  ])("refuses %o before it begins", async (wrong) => {
    const thread = await threadInMemory();
    const { head } = thread.state.log;
    const turn = thread.runTurn("Go.", { model: scriptedModel(["Done."]), ...wrong });
    await expect(turn).rejects.toMatchObject({ code: "invalid-argument" });
    expect(thread.state.log.head).toBe(head);
  });

  test("has no tool whose time is no number", () => {
    const tool = { name: "note", description: "Takes a note.", run: () => "noted" };
    const withoutTime = () => defineTextTool({ ...tool, timeoutMs: NaN });
    expect(withoutTime).toThrow(expect.objectContaining({ code: "invalid-argument" }));
  });

  test("needs a model with an id", async () => {
    const model = { ...scriptedModel(["Done."]) };
    Reflect.set(model, "model", () => "m");
    const thread = await threadInMemory();
    const turn = thread.runTurn("Go.", { model });
    await expect(turn).rejects.toMatchObject({ code: "invalid-argument" });
  });
});

test("a thread is not opened, resumed or forked without a store", async () => {
  const id = "01KN0000000000000000000001";
  for (const [open, ...words] of [
    [openThread],
    [openThread, {}],
    [openThread, { store: "home" }],
    [resumeThread, id],
    [resumeThread, id, {}],
    [forkThread, id, {}, { at: 0 }],
  ] as const) {
    const opened: unknown = Reflect.apply(open, undefined, words);
    await expect(opened).rejects.toMatchObject({ code: "invalid-argument" });
  }
});
