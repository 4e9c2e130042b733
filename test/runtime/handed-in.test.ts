import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Fact } from "../../src/events/event.js";
import { countItemBytes } from "../../src/events/item-bytes.js";
import type { Item, MessagePart } from "../../src/events/item.js";
import { openaiResponses } from "../../src/projections/providers/openai-responses/openai-responses.js";
import { replay } from "../../src/reducers/replay.js";
import { resumeState } from "../../src/reducers/resume.js";
import { type CompactionStrategy, plannedState } from "../../src/runtime/compaction/strategy.js";
import type { SessionFragment } from "../../src/runtime/fragments/fragment.js";
import { fragmentRegistry } from "../../src/runtime/fragments/registry.js";
import type { TurnContext } from "../../src/runtime/fragments/turn-context.js";
import { openThread, resumeThread } from "../../src/runtime/open-thread.js";
import type { Thread } from "../../src/runtime/thread.js";
import { Turn } from "../../src/runtime/turn.js";
import { memoryStore } from "../../src/store/memory.js";
import { ledgerItems, userMessages } from "../../src/testing/arbitraries/items.js";
import { plainState } from "../../src/testing/definition.js";
import { changeInPlace } from "../change-in-place.js";
import { usages } from "../events/usage-arbitrary.js";
import { expectSame } from "../expect-same.js";
import { ledgerOf, threadInMemory } from "./turns-in-memory.js";

const weather: SessionFragment = {
  ...{ kind: "weather", role: "user", lifetime: "session", facts: ["weather"] },
  recognise: (text) => text.startsWith("<weather>"),
  render: ({ context }) => `<weather>${JSON.stringify(context.facts?.["weather"])}</weather>`,
  withdrawal: "<weather>unknown</weather>",
};

/** JSON, and what JSON has another form for, or none. */
const values = fc.object({
  values: [
    ...[fc.string(), fc.double(), fc.boolean(), fc.constant(null)],
    fc.constantFrom<unknown[]>(undefined, new Date(0), new Map([["a", 1]]), new URL("a:b"), NaN),
  ],
  maxDepth: 2,
});
const contexts: fc.Arbitrary<TurnContext> = fc.record(
  {
    model: fc.constantFrom("gpt-5.5", "m"),
    facts: fc.record({ weather: values, more: values }),
    outputSchema: values,
    subAgents: fc.array(fc.string(), { maxLength: 2 }),
    apps: fc.array(fc.record({ name: fc.string() }), { maxLength: 2 }),
    sandboxPolicy: fc.record({ mode: fc.string(), writableRoots: fc.array(fc.string()) }),
    modalities: fc.subarray(["text", "image"] as const),
    tools: fc.array(
      fc.record({ kind: fc.constant("function" as const), name: fc.string(), parameters: values }),
      { maxLength: 2 },
    ),
  },
  { requiredKeys: ["model"] },
);
const items = ledgerItems().map((item) => structuredClone(item));
const inputs = userMessages().map(({ content }) => structuredClone(content));

/** Something that a caller hands in, and the call that takes it. */
interface HandedIn {
  readonly input: object;
  readonly call: (thread: Thread, turn: Turn) => Promise<unknown>;
}

function handed<Input extends object>(
  inputsOfIt: fc.Arbitrary<Input>,
  call: (thread: Thread, turn: Turn, input: Input) => Promise<unknown>,
): fc.Arbitrary<HandedIn> {
  return inputsOfIt.map((input) => ({
    input,
    call: (thread, turn) => call(thread, turn, input),
  }));
}

const recorded = fc.oneof(
  handed(inputs, (_, turn, input) => turn.recordUserInput(input)),
  handed(items, (_, turn, item) => turn.record({ item, origin: "model" })),
  handed(usages(), (_, turn, usage) => turn.reportUsage(usage)),
);
const told = fc.oneof(
  handed(values, (thread, _, budget) => thread.configure({ budget })),
  handed(fc.record({ keepOutputs: fc.nat() }), (thread, _, limits) =>
    thread.configure({
      strategy: { name: "auto", ...limits },
      limits: { compactAtByModel: { m: 9 } },
    }),
  ),
  handed(fc.array(values), (thread, _, [parameters]) =>
    thread.declareTools([{ kind: "function", name: "a", parameters }]),
  ),
  handed(fc.record({ more: values }), (thread, _, more) =>
    thread.notice({ level: "warning", kind: "own", message: "own", ...more }),
  ),
  handed(fc.record({ outputSchema: fc.constant({ type: "object" }) }), (_, turn, options) =>
    turn.request({ provider: openaiResponses, target: { model: "gpt-5.5" }, options }),
  ),
);
const begun = handed(
  fc.record({ context: contexts, content: inputs }),
  (thread, _, { context, content }) => {
    const item = { type: "message" as const, role: "user", content };
    return thread.startTurn(context, {
      ...{ first: { items: [{ item, origin: "user" }] }, endsRunning: true },
    });
  },
);

test("law 1: whoever changes what was handed in changes neither the state nor what is told next", async () => {
  const all = fc.array(fc.oneof(recorded, told, begun), { maxLength: 8 });
  const property = fc.asyncProperty(all, async (handedIn) => {
    const thread = await openThread({
      ...{ store: memoryStore(), registry: fragmentRegistry([weather]) },
    });
    let turn = await thread.startTurn({ model: "m" });
    for (const { input, call } of handedIn) {
      const made = await call(thread, turn);
      if (made instanceof Turn) turn = made;
      changeInPlace(input);
      expectSame(plainState(thread.state), plainState(await replay(thread.source)));
    }
    expectSame(plainState(thread.state), plainState(await resumeState(thread.source)));
  });
  await fc.assert(property, { numRuns: 150 });
});

describe("what is handed in", () => {
  test("may be handed in again, changed: each call records what it was at the time", async () => {
    const thread = await threadInMemory();
    const turn = await thread.startTurn({ model: "m" });
    const part: MessagePart = { type: "input_text", text: "" };
    const parts = [part];
    for (const text of ["first", "second"]) {
      part.text = text;
      await turn.recordUserInput(parts);
    }
    parts.push(part);
    expect(textsOf(thread)).toEqual(["first", "second"]);
  });

  test("is compared with what was recorded: a fact that was changed in place is told", async () => {
    const store = memoryStore();
    const registry = fragmentRegistry([weather]);
    const thread = await openThread({ store, registry });
    const facts = { weather: { now: "rain", since: new Date(0) } };
    const next = async (driven: Thread): Promise<readonly string[]> => {
      const turn = await driven.startTurn({ model: "m", facts });
      await turn.complete();
      return textsOf(driven).map((text) => /rain|sun|snow/.exec(text)?.[0] ?? text);
    };
    expect(await next(thread)).toEqual(["rain"]);
    expect(await next(thread)).toEqual(["rain"]); // the date is none in the log, and is no change
    facts.weather.now = "sun";
    expect(await next(thread)).toEqual(["rain", "sun"]);
    await thread.close();
    const resumed = await resumeThread(thread.id, { store, registry });
    expect(await next(resumed)).toEqual(["rain", "sun"]);
    facts.weather.now = "snow";
    expect(await next(resumed)).toEqual(["rain", "sun", "snow"]);
  });

  test("is copied where a strategy of the caller's own planned it", async () => {
    const thread = await threadInMemory();
    const turn = await thread.startTurn({ model: "m" });
    await turn.recordUserInput("a question");
    await turn.complete();
    const part: MessagePart = { type: "input_text", text: "in short" };
    const item: Item = { type: "message", role: "user", content: [part] };
    const strategy: CompactionStrategy = {
      name: "own",
      plan: ({ state }) => {
        const entry = { item, origin: "runtime" as const, countedBytes: countItemBytes(item) };
        const counts = { tokensBefore: null, tokensAfter: 0, trimmed: [], windowNumber: 1 };
        const about = {
          trigger: "manual",
          reason: null,
          summary: null,
          placement: "none",
        } as const;
        const data = {
          ...about,
          ...counts,
          replacement: [entry],
          replaced: null,
          historyVersion: 1,
        };
        const facts: readonly Fact[] = [{ type: "history.compacted", data }];
        const after = plannedState(state, facts);
        return Promise.resolve({ strategy: "own", facts, after, trimmed: [] });
      },
    };
    await thread.compact({ strategy });
    part.text = "changed";
    expect(textsOf(thread)).toEqual(["in short"]);
    expectSame(plainState(thread.state), plainState(await replay(thread.source)));
  });

  test("is refused when it is no JSON, and nothing is written", async () => {
    const thread = await threadInMemory();
    const turn = await thread.startTurn({ model: "m" });
    const { head } = thread.state.log;
    const loop: { self?: unknown } = {};
    loop.self = loop;
    const refused = { code: "invalid-event" };
    await expect(thread.configure({ budget: loop })).rejects.toMatchObject(refused);
    await expect(turn.record({ item: { ...SAID, loop }, origin: "model" })).rejects.toMatchObject(
      refused,
    );
    await turn.complete();
    await expect(thread.startTurn({ model: "m", facts: { loop } })).rejects.toMatchObject(refused);
    expect(thread.state.log.head).toBe(head + 1);
  });
});

const SAID: Item = { type: "message", role: "assistant", content: [] };

function textsOf(thread: Thread): readonly string[] {
  return ledgerOf(thread).flatMap(({ item }) =>
    item.type === "message"
      ? item.content.flatMap((part) => (part.type === "input_image" ? [] : part.text))
      : [],
  );
}
