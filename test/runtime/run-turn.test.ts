import { modelError } from "../../src/runtime/errors.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { scriptedModel, type ScriptStep } from "../../src/runtime/models/scripted-model.js";
import type { TurnEvent } from "../../src/runtime/run-turn.js";
import { bodyHash } from "../../src/runtime/sent-request.js";
import { defineTextTool } from "../../src/runtime/tools/tool.js";
import { pairingProblems } from "./pairing-problems.js";
import {
  add,
  call,
  eventsOf,
  ledgerOf,
  outputsOf,
  threadInMemory,
  usage,
} from "./turns-in-memory.js";

describe("a whole turn", () => {
  test("samples, runs the tools, and samples again until the model is done", async () => {
    const thread = await threadInMemory();
    const model = scriptedModel(
      [
        { items: [call("c1", "add", { a: 1, b: 2 })], usage: usage(10) },
        { items: [call("c2", "add", { a: 3, b: 4 })], usage: usage(20) },
        {
          items: [
            { type: "message", role: "assistant", content: [{ type: "output_text", text: "7" }] },
          ],
          usage: usage(30),
        },
      ],
      { contextWindow: 1000 },
    );
    const result = await thread.runTurn("What is 1 + 2, then that + 4?", { model, tools: [add] });
    expect(result).toMatchObject({ outcome: "completed", finish: "stop", text: "7", rounds: 3 });
    expect(
      ledgerOf(thread)
        .slice(-6)
        .map(({ item }) => item.type),
    ).toEqual([
      "message",
      "function_call",
      "function_call_output",
      "function_call",
      "function_call_output",
      "message",
    ]);
    expect(outputsOf(thread).map(({ output }) => output)).toEqual(["3", "7"]);
    expect(thread.state.turns).toMatchObject({ running: null, completed: 1 });
    expect(thread.state.usage).toMatchObject({ last: { total: 30 }, contextWindow: 1000 });
  });

  test("sends the very bodies that it records, and says what each of them cost", async () => {
    const thread = await threadInMemory();
    const model = scriptedModel([
      { items: [call("c1", "add", { a: 1, b: 2 })], usage: usage(10) },
      { items: [], usage: usage(20) },
    ]);
    await thread.runTurn("Add.", {
      model,
      tools: [add],
      request: { reasoning: { effort: "low" } },
    });
    const sent = await eventsOf(thread, "request.sent");
    expect(sent.map(({ data }) => data.body)).toEqual(
      model.requests.map(({ body }) => bodyHash(body)),
    );
    const reported = await eventsOf(thread, "usage.reported");
    expect(reported.map(({ data }) => data.request)).toEqual(sent.map(({ offset }) => offset));
    expect(JSON.stringify(model.requests[0]?.body)).toContain('"effort":"low"');
  });

  test("takes the window and the settings that it is given before those of the model's client", async () => {
    const thread = await threadInMemory();
    const script = [{ items: [], usage: usage(10) }];
    const model = {
      ...scriptedModel(script, { contextWindow: 1000 }),
      options: { maxTokens: 70, reasoning: { effort: "low" } },
    };
    await thread.runTurn("Hi.", {
      ...{ model, request: { maxTokens: 7 }, context: { contextWindow: 500 } },
    });
    expect(thread.state.turns.previous).not.toBeNull();
    expect(thread.prompt().target.contextWindow).toBe(500);
    expect(model.requests[0]?.body).toMatchObject({
      max_output_tokens: 7,
      reasoning: { effort: "low" },
    });
    const [reported] = await eventsOf(thread, "usage.reported"); // the model's own window
    expect(reported?.data.contextWindow).toBe(1000);
  });

  test("declares the tools with the JSON schemas of their arguments", async () => {
    const thread = await threadInMemory();
    await thread.runTurn("Hi.", { model: scriptedModel(["Hello."]), tools: [add] });
    expect(thread.state.thread?.tools?.tools).toMatchObject([
      {
        kind: "function",
        name: "add",
        parameters: { type: "object", required: ["a", "b"], properties: { a: { type: "number" } } },
      },
    ]);
  });

  test("says what happens as it happens", async () => {
    const thread = await threadInMemory();
    const seen: TurnEvent["type"][] = [];
    const model = scriptedModel([{ items: [call("c1", "add", { a: 1, b: 2 })] }, "It is 3."]);
    await thread.runTurn("Add.", { model, tools: [add], onEvent: ({ type }) => seen.push(type) });
    expect(seen).toEqual([
      ...["item", "finished", "calls", "output"],
      ...["text-delta", "text-delta", "text-delta", "item", "finished"],
    ]);
  });

  test("runs on through pauses of the provider's own", async () => {
    const thread = await threadInMemory();
    const model = scriptedModel([{ items: [], finish: "paused" }, "Done."]);
    expect(await thread.runTurn("Search.", { model })).toMatchObject({ text: "Done.", rounds: 2 });
  });

  test("stops at the limit of rounds, marked and paired", async () => {
    const thread = await threadInMemory();
    const model = scriptedModel(
      Array.from({ length: 9 }, (_, index) => ({
        items: [call(`c${index}`, "add", { a: 1, b: 1 })],
      })),
    );
    const result = await thread.runTurn("Add on.", { model, tools: [add], maxRounds: 3 });
    expect(result).toMatchObject({ outcome: "round-limit", rounds: 3 });
    expect(outputsOf(thread)).toHaveLength(3);
    expect((await eventsOf(thread, "turn.aborted"))[0]?.data.reason).toBe("round-limit");
  });

  test("lets hooks act before the turn, and before each further sampling when all is paired", async () => {
    const thread = await threadInMemory();
    const moments: string[] = [];
    const model = scriptedModel([{ items: [call("c1", "add", { a: 1, b: 2 })] }, "3"]);
    await thread.runTurn("Add.", {
      model,
      tools: [add],
      hooks: {
        beforeTurn: async ({ input }) => {
          moments.push(`turn ${JSON.stringify([input, thread.state.turns.running])}`);
        },
        beforeSampling: async ({ round }) => {
          moments.push(`round ${round} ${pairingProblems(ledgerOf(thread)).join()}`);
        },
      },
    });
    expect(moments).toEqual(['turn ["Add.",null]', "round 2 "]);
  });
});

describe("whatever a model does in a turn", () => {
  const SECRET = "for-this-request-alone";
  const steps = fc.oneof(
    { weight: 2, arbitrary: fc.constantFrom<ScriptStep>("Done.", { items: [], finish: "paused" }) },
    {
      weight: 4,
      arbitrary: fc
        .array(
          fc.record({
            id: fc.constantFrom("c1", "c2", "c3"),
            name: fc.constantFrom("add", "boom", "unknown"),
            input: fc.constantFrom('{"a":1,"b":2}', "{}", "{", ""),
          }),
          { minLength: 1, maxLength: 4 },
        )
        .map((calls): ScriptStep => ({
          items: calls.map(({ id, name, input }) => call(id, name, input)),
        })),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom<ScriptStep>(
        modelError("overloaded", { provider: "scripted" }),
        modelError("invalid-request", { provider: "scripted" }),
      ),
    },
  );
  const boom = defineTextTool({
    name: "boom",
    description: "Breaks.",
    run: () => {
      throw modelError("overloaded", { provider: "boom" });
    },
  });

  test("law 6: every call is paired in order, a failed turn is marked, prompt-lifetime text stays out", async () => {
    const property = fc.asyncProperty(
      fc.array(steps, { maxLength: 6 }),
      fc.option(fc.nat(12)),
      async (script, abortAt) => {
        const thread = await threadInMemory();
        const controller = new AbortController();
        let events = 0;
        const running = thread.runTurn("Go.", {
          model: scriptedModel([...script, "The end."]),
          tools: [add, boom],
          maxRounds: 5,
          signal: controller.signal,
          retries: { random: () => 0, wait: () => Promise.resolve() },
          fragments: [{ kind: "hint", role: "user", lifetime: "prompt", text: SECRET }],
          onEvent: () => {
            if (events++ === abortAt) controller.abort();
          },
        });
        const result = await running.catch((error: unknown) => error);
        const { turns } = thread.state;
        expect(turns.running).toBeNull();
        const isComplete =
          !(result instanceof Error) && JSON.stringify(result).includes("completed");
        expect([turns.completed, turns.aborted]).toEqual(isComplete ? [1, 0] : [0, 1]);
        expect(pairingProblems(ledgerOf(thread))).toEqual([]);
        expect(JSON.stringify(ledgerOf(thread))).not.toContain(SECRET);
        const sent = await eventsOf(thread, "request.sent");
        expect(sent.every(({ data }) => data.fragments[0]?.text === SECRET)).toBe(true);
      },
    );
    await fc.assert(property, { numRuns: 60 });
  });
});
