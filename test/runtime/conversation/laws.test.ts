import fc from "fast-check";
import { expect, test } from "vitest";
import { callKey, outputKey } from "../../../src/events/pairing.js";
import { toGoogleRestBody } from "../../../src/projections/providers/google/body.js";
import { replay } from "../../../src/reducers/replay.js";
import { resumeState } from "../../../src/reducers/resume.js";
import type { ConversationRequest } from "../../../src/runtime/conversation/conversation-request.js";
import { Conversation } from "../../../src/runtime/conversation/conversation.js";
import { memoryStore } from "../../../src/store/memory.js";
import { plainState } from "../../../src/testing/definition.js";
import { checkAnthropicRequest } from "../../../src/testing/protocol/anthropic.js";
import { checkGoogleRequest } from "../../../src/testing/protocol/google.js";
import { checkChatRequest } from "../../../src/testing/protocol/openai-chat.js";
import { checkResponsesRequest } from "../../../src/testing/protocol/openai-responses.js";
import { Driver, steps, strategies, TARGETS } from "./steps.js";

const windows = fc.constantFrom(2_300, 3_000, 6_000, 200_000);
const scripts = fc.record({
  window: windows,
  strategy: strategies,
  target: fc.constantFrom(...TARGETS),
  steps: fc.array(steps, { minLength: 1, maxLength: 25 }),
});
type Script = typeof scripts extends fc.Arbitrary<infer Value> ? Value : never;

const RUNS = { numRuns: 100 };

async function open({ window, strategy, target: [provider, model] }: Script) {
  const store = memoryStore();
  const budget = { window, reservedForSystem: 500, reservedForResponse: 1_000 };
  return {
    store,
    conversation: await Conversation.open({ store, provider, model, strategy, budget }),
  };
}

function problems(request: ConversationRequest): readonly unknown[] {
  switch (request.provider) {
    case "anthropic":
      return checkAnthropicRequest(request.body);
    case "google":
      return checkGoogleRequest(toGoogleRestBody(request.body), request.body.model);
    case "openai-chat":
      return checkChatRequest(request.body);
    case "openai":
    case "openai-responses":
      return checkResponsesRequest(request.body);
  }
}

test("law 5: messages never take more than is available, the newest one stays, calls that wait stay, the system prompt stays", async () => {
  const property = fc.asyncProperty(scripts, async (script) => {
    const { conversation } = await open(script);
    const driver = new Driver(conversation);
    let system = "";
    for (const step of script.steps) {
      const before = conversation.messageCount;
      const isDone = await driver.do(step);
      const { available, window, reservedForResponse } = conversation.budget;
      expect(conversation.tokenCount).toBeLessThanOrEqual(available);
      expect(conversation.tokensAvailable).toBe(available - conversation.tokenCount);
      expect(available).toBeLessThan(window - reservedForResponse);
      expect(conversation.openCalls.map(({ id }) => id)).toEqual(driver.waiting);
      if (isDone && step.kind === "system") system = step.text;
      expect(conversation.systemPrompt).toBe(system);
      if (isDone && (step.kind === "user" || step.kind === "answer" || step.kind === "result")) {
        const { prompt } = await conversation.toRequest();
        const said = prompt.items.toArray().findLast(({ inserted }) => !inserted)?.item;
        expect(JSON.stringify(said)).toContain(step.text.slice(0, 5));
        expect(prompt.instructions).toBe(system);
      } else if (!isDone) expect(conversation.messageCount).toBe(before);
    }
  });
  await fc.assert(property, RUNS);
});

test("law 6: every request of every provider is one that its API takes, with calls and results paired", async () => {
  const property = fc.asyncProperty(scripts, async (script) => {
    const { conversation } = await open(script);
    const driver = new Driver(conversation);
    for (const step of script.steps) {
      await driver.do(step);
      if (conversation.messageCount === 0) continue;
      const request = await conversation.toRequest();
      expect(problems(request)).toEqual([]);
      const items = request.prompt.items.toArray().map(({ item }) => item);
      const calls = items.flatMap((item) => callKey(item) ?? []);
      expect(items.flatMap((item) => outputKey(item) ?? []).sort()).toEqual(calls.sort());
    }
  });
  await fc.assert(property, RUNS);
});

test("after any sequence of operations, loading by the id alone gives the same conversation and request", async () => {
  const property = fc.asyncProperty(scripts, async (script) => {
    const { conversation, store } = await open(script);
    const driver = new Driver(conversation);
    for (const step of script.steps) await driver.do(step);
    await expectSame(await Conversation.load(conversation.id, { store }), conversation);
    const [entry] = await Conversation.list({ store });
    expect(entry).toEqual({
      id: conversation.id,
      name: null,
      provider: conversation.provider,
      model: conversation.model,
      createdAt: conversation.createdAt,
      updatedAt: conversation.updatedAt,
      messageCount: conversation.messageCount,
    });
    await conversation.close();
    await expectSame(await Conversation.load(conversation.id, { store }), conversation);
  });
  await fc.assert(property, RUNS);
});

test("law 8: resuming a conversation gives the state that replaying all of it gives", async () => {
  const property = fc.asyncProperty(scripts, async (script) => {
    const { conversation, store } = await open(script);
    const driver = new Driver(conversation);
    for (const step of script.steps) await driver.do(step);
    const source = store.source(conversation.id);
    const whole = await replay({ read: (range) => store.read(conversation.id, range) });
    expect(plainState(await resumeState(source))).toEqual(plainState(whole));
  });
  await fc.assert(property, RUNS);
});

async function expectSame(loaded: Conversation, conversation: Conversation): Promise<void> {
  expect((await loaded.toRequest()).body).toEqual((await conversation.toRequest()).body);
  const facts = (each: Conversation) => [
    each.tokenCount,
    each.budget,
    each.messageCount,
    each.truncationStrategy,
    each.createdAt,
    each.updatedAt,
  ];
  expect(facts(loaded)).toEqual(facts(conversation));
}
