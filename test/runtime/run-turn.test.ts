import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { RefoldError } from "../../src/errors.js";
import type { EventOf, RefoldEvent } from "../../src/events/event.js";
import { isKnownEvent } from "../../src/events/known-event.js";
import type { Item } from "../../src/events/item.js";
import type { Usage } from "../../src/events/slices.js";
import { pairingProblems } from "./pairing-problems.js";
import { Overloaded } from "../../src/runtime/models/errors/overloaded.js";
import { RateLimited } from "../../src/runtime/models/errors/rate-limited.js";
import { ImageRefused } from "../../src/runtime/models/errors/image-refused.js";
import { InvalidRequest } from "../../src/runtime/models/errors/invalid-request.js";
import type { RetryPolicy } from "../../src/runtime/models/retries.js";
import { scriptedModel, type ScriptStep } from "../../src/runtime/models/scripted-model.js";
import { openThread } from "../../src/runtime/open-thread.js";
import type { TurnEvent } from "../../src/runtime/run-turn.js";
import { bodyHash } from "../../src/runtime/sent-request.js";
import type { Thread } from "../../src/runtime/thread.js";
import { defineTextTool, defineTool } from "../../src/runtime/tools/define-tool.js";
import type { Tool } from "../../src/runtime/tools/tool.js";
import { memoryStore } from "../../src/store/memory.js";

const add = defineTool({
  name: "add",
  description: "Adds two numbers.",
  parameters: z.object({ a: z.number(), b: z.number() }),
  run: ({ a, b }) => String(a + b),
});

function call(id: string, name: string, input: unknown): Item {
  const text = typeof input === "string" ? input : JSON.stringify(input);
  return { type: "function_call", call_id: id, name, arguments: text };
}

function usage(total: number): Usage {
  return { input: total, cachedInput: 0, cacheWrite: 0, output: 0, reasoning: 0, total };
}

async function threadInMemory(): Promise<Thread> {
  return openThread({ store: memoryStore() });
}

function ledgerOf({ state }: Thread) {
  return state.ledger.entries.toArray();
}

function outputsOf(thread: Thread) {
  return ledgerOf(thread).flatMap(({ item, failed }) =>
    item.type === "function_call_output" || item.type === "custom_tool_call_output"
      ? [{ id: item.call_id, output: item.output, failed: failed === true }]
      : [],
  );
}

/** Types of events that these tests look at. */
type Looked =
  "request.sent" | "usage.reported" | "turn.aborted" | "images.replaced" | "notice.logged";

async function eventsOf<Type extends Looked>(thread: Thread, type: Type): Promise<EventOf<Type>[]> {
  const events: EventOf<Type>[] = [];
  for await (const event of thread.source.read()) {
    if (isKnownEvent(event) && isOfType(event, type)) events.push(event);
  }
  return events;
}

function isOfType<Type extends Looked>(event: RefoldEvent, type: Type): event is EventOf<Type> {
  return event.type === type;
}

async function failureOf(running: Promise<unknown>): Promise<RefoldError> {
  const failure: unknown = await running.then(
    () => null,
    (error: unknown) => error,
  );
  if (failure instanceof RefoldError) return failure;
  throw new Error("no error of this library", { cause: failure });
}

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

describe("tools in a turn", () => {
  async function outputsAfter(calls: readonly Item[], tools: readonly Tool[], timeoutMs?: number) {
    const thread = await threadInMemory();
    const model = scriptedModel([{ items: [...calls] }, "Done."]);
    await thread.runTurn("Go.", {
      model,
      tools,
      ...(timeoutMs !== undefined && { toolTimeoutMs: timeoutMs }),
    });
    return outputsOf(thread);
  }

  test("tell the model what was wrong with its arguments, and do not run", async () => {
    const outputs = await outputsAfter(
      [call("c1", "add", '{"a": 1'), call("c2", "add", { a: "1", b: 2 }), call("c3", "sub", {})],
      [add],
    );
    expect(outputs.every(({ failed }) => failed)).toBe(true);
    expect(outputs[0]?.output).toBe("the arguments are no valid JSON");
    expect(outputs[1]?.output).toContain("expected number, received string");
    expect(outputs[2]?.output).toBe("there is no tool sub");
  });

  test("turn what they throw and what takes too long into failed outputs", async () => {
    const broken = defineTool({
      name: "broken",
      description: "Breaks.",
      parameters: z.object({}),
      run: () => Promise.reject(new InvalidRequest({ provider: "disk" })),
    });
    const slow = defineTool({
      name: "slow",
      description: "Never ends.",
      parameters: z.object({}),
      timeoutMs: 1,
      run: () => new Promise<string>(() => undefined),
    });
    const outputs = await outputsAfter(
      [call("c1", "broken", ""), call("c2", "slow", "{}")],
      [broken, slow],
    );
    expect(outputs).toEqual([
      { id: "c1", output: "the tool failed: disk: the request was refused", failed: true },
      { id: "c2", output: "the tool took longer than 1 ms", failed: true },
    ]);
  });

  test("take free texts, and may say that they failed with images beside it", async () => {
    const shout = defineTextTool({
      name: "shout",
      description: "Shouts.",
      run: (text) => ({ output: [{ type: "input_text", text: text.toUpperCase() }], failed: true }),
    });
    const outputs = await outputsAfter(
      [{ type: "custom_tool_call", call_id: "c1", name: "shout", input: "hey" }],
      [shout],
    );
    expect(outputs).toEqual([
      { id: "c1", output: [{ type: "input_text", text: "HEY" }], failed: true },
    ]);
  });

  test("run side by side and are recorded in the order of the calls", async () => {
    const started: string[] = [];
    const waiting = new Map<string, () => void>();
    const meet = defineTool({
      name: "meet",
      description: "Waits until all three are there; the last one ends first.",
      parameters: z.object({ who: z.string() }),
      run: ({ who }) =>
        new Promise<string>((resolve) => {
          started.push(who);
          waiting.set(who, () => {
            resolve(who);
          });
          if (started.length === 3) for (const name of ["c", "b", "a"]) waiting.get(name)?.();
        }),
    });
    const outputs = await outputsAfter(
      ["a", "b", "c"].map((who) => call(`call-${who}`, "meet", { who })),
      [meet],
    );
    expect(outputs.map(({ output }) => output)).toEqual(["a", "b", "c"]);
  });

  test("run one after the other when one of them must be alone", async () => {
    let running = 0;
    const alone = defineTool({
      name: "alone",
      description: "Counts who is here.",
      parameters: z.object({}),
      exclusive: true,
      run: async () => {
        running += 1;
        await Promise.resolve();
        return String(running--);
      },
    });
    const outputs = await outputsAfter(
      ["c1", "c2", "c3"].map((id) => call(id, "alone", {})),
      [alone],
    );
    expect(outputs.map(({ output }) => output)).toEqual(["1", "1", "1"]);
  });
});

describe("a turn that meets trouble", () => {
  function patient(delays: number[]): RetryPolicy {
    return { random: () => 0, wait: async (delayMs) => delays.push(delayMs) };
  }

  test("asks again behind passing errors, ever later, and not before the provider says", async () => {
    const thread = await threadInMemory();
    const delays: number[] = [];
    const model = scriptedModel([
      new Overloaded({ provider: "scripted" }),
      new RateLimited({ provider: "scripted", retryAfterMs: 9000 }),
      new Overloaded({ provider: "scripted" }),
      "Here.",
    ]);
    const retrying: TurnEvent[] = [];
    const result = await thread.runTurn("Are you there?", {
      model,
      retries: patient(delays),
      onEvent: (event) => {
        if (event.type === "retrying") retrying.push(event);
      },
    });
    expect(result).toMatchObject({ outcome: "completed", text: "Here." });
    expect(delays).toEqual([250, 9000, 1000]);
    expect(retrying).toMatchObject([{ attempt: 2 }, { attempt: 3 }, { attempt: 4 }]);
    expect(await eventsOf(thread, "request.sent")).toHaveLength(1);
    expect(model.requests).toHaveLength(4);
  });

  test("gives up when the attempts are used up, or the wait is too long, or it is hopeless", async () => {
    const busy = new Overloaded({ provider: "scripted" });
    const later = new RateLimited({ provider: "scripted", retryAfterMs: 3_600_000 });
    const refused = new InvalidRequest({ provider: "scripted" });
    const cases: readonly [ScriptStep[], Error, number][] = [
      [[busy, busy, busy, "Late."], busy, 3],
      [[later, "Late."], later, 1],
      [[refused, "Late."], refused, 1],
    ];
    for (const [script, error, asked] of cases) {
      const thread = await threadInMemory();
      const model = scriptedModel(script);
      const failure = await failureOf(
        thread.runTurn("Hello?", { model, retries: { ...patient([]), attempts: 3 } }),
      );
      expect(failure).toBe(error);
      expect(model.requests).toHaveLength(asked);
      expect((await eventsOf(thread, "turn.aborted"))[0]?.data.reason).toBe(failure.code);
      expect(thread.state.turns.running).toBeNull();
    }
  });

  test("goes on without a tool's image that the provider cannot read, and says so", async () => {
    const thread = await threadInMemory();
    const refused = new ImageRefused({ provider: "scripted" });
    const picture = { type: "input_image" as const, image_url: "data:image/png;base64,AAAA" };
    const look = defineTextTool({
      name: "look",
      description: "Looks.",
      run: () => ({ output: [{ type: "input_text", text: "seen" }, picture], failed: false }),
    });
    const asked: Item = { type: "custom_tool_call", call_id: "c1", name: "look", input: "" };
    const model = scriptedModel([{ items: [asked] }, refused, "It cannot be seen."]);
    const result = await thread.runTurn("Look.", { model, tools: [look] });
    expect(result).toMatchObject({ outcome: "completed", text: "It cannot be seen." });
    expect((await eventsOf(thread, "images.replaced")).map(({ data }) => data)).toEqual([
      { refs: [expect.any(Number)], placeholder: "Invalid image", historyVersion: 1 },
    ]);
    expect(await eventsOf(thread, "notice.logged")).toMatchObject([
      { data: { kind: "images-replaced" } },
    ]);
    const outputs = thread.state.ledger.entries.toArray().map(({ item }) => item);
    expect(outputs).toContainEqual(
      expect.objectContaining({
        output: [
          { type: "input_text", text: "seen" },
          { type: "input_text", text: "Invalid image" },
        ],
      }),
    );
  });

  test("fails where the image that cannot be read is no tool's", async () => {
    const refused = new ImageRefused({ provider: "scripted" });
    const picture = { type: "input_image" as const, image_url: "data:image/png;base64,AAAA" };
    const thread = await threadInMemory();
    const model = scriptedModel([refused, "Late."]);
    expect(await failureOf(thread.runTurn([picture], { model }))).toBe(refused);
    expect(await eventsOf(thread, "images.replaced")).toEqual([]);
    expect(model.requests).toHaveLength(1);
  });

  test("records nothing of an answer that broke off", async () => {
    const thread = await threadInMemory();
    const before = { turns: 0 };
    const model = scriptedModel([
      () => {
        before.turns += 1;
        return new Overloaded({ provider: "scripted" });
      },
    ]);
    await failureOf(thread.runTurn("Hello?", { model, retries: { attempts: 1 } }));
    expect(before.turns).toBe(1);
    expect(ledgerOf(thread).filter(({ origin }) => origin === "model")).toEqual([]);
  });

  test("is not started at all when its signal was aborted before", async () => {
    const thread = await threadInMemory();
    const { head } = thread.state.log;
    const model = scriptedModel(["Hi."]);
    const signal = AbortSignal.abort();
    expect((await failureOf(thread.runTurn("Hi.", { model, signal }))).code).toBe("aborted");
    expect(thread.state.log.head).toBe(head);
  });

  test("is marked, and the model told, when it is aborted while the model speaks", async () => {
    const thread = await threadInMemory();
    const controller = new AbortController();
    const model = scriptedModel([
      () => {
        controller.abort();
        return "Too late.";
      },
    ]);
    const running = thread.runTurn("Hi.", { model, signal: controller.signal });
    expect((await failureOf(running)).code).toBe("aborted");
    expect(JSON.stringify(thread.prompt().items.at(-1)?.item)).toContain("<turn_aborted>");
    expect((await eventsOf(thread, "turn.aborted"))[0]?.data.reason).toBe("interrupted");
  });

  test("keeps what finished when it is aborted while tools run, and pairs the rest", async () => {
    const thread = await threadInMemory();
    const controller = new AbortController();
    let told = false;
    const hang = defineTool({
      name: "hang",
      description: "Waits for its signal.",
      parameters: z.object({}),
      run: (_, { signal }) =>
        new Promise<string>(() => {
          signal.addEventListener("abort", () => {
            told = true;
          });
          setImmediate(() => {
            controller.abort();
          });
        }),
    });
    const model = scriptedModel([
      { items: [call("c1", "add", { a: 1, b: 2 }), call("c2", "hang", {})] },
    ]);
    const running = thread.runTurn("Go.", { model, tools: [add, hang], signal: controller.signal });
    expect((await failureOf(running)).code).toBe("aborted");
    expect(told).toBe(true);
    expect(outputsOf(thread)).toEqual([
      { id: "c1", output: "3", failed: false },
      { id: "c2", output: "aborted", failed: true },
    ]);
  });

  test("says both when its end cannot be recorded either", async () => {
    const store = memoryStore();
    const thread = await openThread({ store });
    const model = scriptedModel([
      async () => {
        await store.close();
        return "Hi.";
      },
    ]);
    const failure = await failureOf(thread.runTurn("Hi.", { model }));
    expect(failure.code).toBe("turn-left-open");
    expect(failure).toMatchObject({ failure: { code: "store-closed" } });
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
        new Overloaded({ provider: "scripted" }),
        new InvalidRequest({ provider: "scripted" }),
      ),
    },
  );
  const boom = defineTextTool({
    name: "boom",
    description: "Breaks.",
    run: () => {
      throw new Overloaded({ provider: "boom" });
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
