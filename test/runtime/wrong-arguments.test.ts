import { describe, expect, test } from "vitest";
import { isRefoldError } from "../../src/errors.js";
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
  ],
  compact: [{ strategy: "summarize" }, { strategy: "constructor" }],
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
