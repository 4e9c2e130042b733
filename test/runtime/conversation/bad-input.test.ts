import { describe, expect, test } from "vitest";
import { defineModels } from "../../../src/models/find-model.js";
import { Conversation } from "../../../src/runtime/conversation/conversation.js";
import { openThread } from "../../../src/runtime/open-thread.js";
import { memoryStore } from "../../../src/store/memory.js";

function containing(text: string): unknown {
  return expect.stringContaining(text);
}

/** As a caller without types may call it. */
// eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters
function loosely<Value>(value: unknown): Value {
  const loose: { value?: Value } = {};
  Object.assign(loose, { value });
  if (loose.value === undefined) throw new TypeError("no value");
  return loose.value;
}

const SETTINGS = { provider: "openai", model: "gpt-4o" } as const;

describe("opening refuses", () => {
  test("a provider that there is not, and names the nearest", async () => {
    const options = { store: memoryStore(), provider: loosely<"openai">("antropic"), model: "x" };
    await expect(Conversation.open(options)).rejects.toMatchObject({
      code: "unknown-provider",
      remedy: containing("did you mean anthropic?"),
    });
  });

  test.each([
    ["openai", "gpt-4p", "gpt-4"],
    ["anthropic", "claud-opus-4-8", "claude-opus-4-8"],
    ["anthropic", "gpt-4o", "claude"],
  ] as const)("a model that %s has not: %s", async (provider, model, nearest) => {
    const opening = Conversation.open({ store: memoryStore(), provider, model });
    await expect(opening).rejects.toMatchObject({
      code: "unknown-model",
      remedy: containing(nearest),
    });
  });

  test("a model of another provider is told whose it is", async () => {
    const options = { ...SETTINGS, model: "claude-opus-4-8", store: memoryStore() };
    await expect(Conversation.open(options)).rejects.toMatchObject({
      code: "unknown-model",
      remedy: containing("It is a model of anthropic. "),
    });
  });

  test("nothing of a model that the caller defined", async () => {
    const models = defineModels([{ id: "tide-1", provider: "openai", contextWindow: 9_000 }]);
    const store = memoryStore();
    const own = { store, provider: "openai", model: "tide-1" } as const;
    const conversation = await Conversation.open({ ...own, models });
    expect(conversation.budget).toMatchObject({ window: 9_000, available: 3_000 });
    const loaded = await Conversation.load(conversation.id, { store });
    expect(loaded.budget).toEqual(conversation.budget);
  });

  test.each([
    [{ window: 6_000 }, "budget-too-small"],
    [{ window: 100, reservedForSystem: 0, reservedForResponse: 100 }, "budget-too-small"],
    [{ window: 0 }, "invalid-argument"],
    [{ reservedForSystem: -1 }, "invalid-argument"],
    [{ reservedForResponse: 0.5 }, "invalid-argument"],
  ])("the budget %j", async (budget, code) => {
    const opening = Conversation.open({ ...SETTINGS, store: memoryStore(), budget });
    await expect(opening).rejects.toMatchObject({ code });
  });

  test.each(["", "  ", "a/b", "..", "~", "C:\\x", "a\nb", "x".repeat(201)])(
    "the name %j",
    async (name) => {
      const store = memoryStore();
      const opening = Conversation.open({ ...SETTINGS, store, name });
      await expect(opening).rejects.toMatchObject({ code: "invalid-argument" });
      expect(await Conversation.list({ store })).toEqual([]);
    },
  );

  test("a strategy that there is not, and names the nearest", async () => {
    const strategy = loosely<"summarize">("sumarize");
    const opening = Conversation.open({ ...SETTINGS, store: memoryStore(), strategy });
    await expect(opening).rejects.toMatchObject({
      code: "invalid-argument",
      remedy: containing("summarize"),
    });
  });
});

describe("loading and deleting refuse", () => {
  test.each(["../../etc/passwd", "/tmp/x.jsonl", "C:\\x", "~/x", "", "."])(
    "a path or nothing: %j",
    async (text) => {
      const store = memoryStore();
      await expect(Conversation.load(text, { store })).rejects.toMatchObject({
        code: "invalid-id",
      });
      await expect(Conversation.delete(text, { store })).rejects.toMatchObject({
        code: "invalid-id",
      });
    },
  );

  test("an unknown name and an unknown id, and name the nearest", async () => {
    const store = memoryStore();
    await Conversation.open({ ...SETTINGS, store, name: "tides" });
    for (const text of ["tide", "01ARZ3NDEKTSV4RRFFQ69G5FAV"]) {
      await expect(Conversation.load(text, { store })).rejects.toMatchObject({
        code: "thread-not-found",
        details: { nearest: ["tides"] },
      });
    }
  });

  test("a thread that is no conversation, which no list shows either", async () => {
    const store = memoryStore();
    const thread = await openThread({ store });
    await expect(Conversation.load(thread.id, { store })).rejects.toMatchObject({
      code: "invalid-argument",
    });
    expect(await Conversation.list({ store })).toEqual([]);
  });
});

describe("adding refuses, and writes nothing", () => {
  const bad: readonly (readonly [string, string, (to: Conversation) => Promise<unknown>])[] = [
    ["an empty message", "unsupported-content", (to) => to.addUserMessage(" \n")],
    ["an empty list", "unsupported-content", (to) => to.addUserMessage([])],
    ["no text", "unsupported-content", (to) => to.addUserMessage(loosely(7))],
    [
      "bytes that are no picture",
      "unsupported-content",
      (to) => to.addUserMessage({ image: new Uint8Array([1, 2, 3]) }),
    ],
    [
      "a picture of a kind that nobody takes",
      "unsupported-content",
      (to) => to.addUserMessage({ image: "data:image/tiff;base64,SUkqAA==" }),
    ],
    ["a file's name", "unsupported-content", (to) => to.addUserMessage({ image: "/tmp/a.png" })],
    ["an empty answer", "unsupported-content", (to) => to.addAssistantMessage({})],
    [
      "an answer of nobody's form",
      "unsupported-content",
      (to) => to.addAssistantMessage(loosely({ calls: [{}] })),
    ],
    ["null for an answer", "unsupported-content", (to) => to.addAssistantMessage(loosely(null))],
    ["a number for an answer", "unsupported-content", (to) => to.addAssistantMessage(loosely(7))],
    [
      "an answer whose items are none",
      "unsupported-content",
      (to) => to.addAssistantMessage(loosely({ items: [null], rawFinish: null })),
    ],
    [
      "a call's arguments that are no JSON",
      "unsupported-content",
      (to) => to.addAssistantMessage({ calls: [{ id: "c", name: "n", arguments: { n: 1n } }] }),
    ],
    [
      "an assistant's message without content",
      "unsupported-content",
      (to) => to.addMessage(loosely({ role: "assistant", content: null })),
    ],
    ["null for a message", "unsupported-content", (to) => to.addMessage(loosely(null))],
    ["a text for a message", "unsupported-content", (to) => to.addMessage(loosely("hello"))],
    [
      "a tool's message without the call's id",
      "invalid-argument",
      (to) => to.addMessage(loosely({ role: "tool", content: "x" })),
    ],
    [
      "a result with a number for the call's id",
      "invalid-argument",
      (to) => to.addToolResult(loosely(7), "x"),
    ],
    [
      "a system prompt that is no text",
      "invalid-argument",
      (to) => to.setSystemPrompt(loosely({ text: "x" })),
    ],
    [
      "a client's answer in another form",
      "invalid-response",
      (to) => to.addAssistantMessage(loosely({ choices: "x" })),
    ],
    [
      "a role that there is not",
      "unsupported-content",
      (to) => to.addMessage(loosely({ role: "critic", content: "x" })),
    ],
    [
      "an item that is none",
      "unsupported-content",
      (to) => to.addMessage(loosely({ type: "tune" })),
    ],
    [
      "a system message as an item",
      "unsupported-content",
      (to) =>
        to.addMessage({
          type: "message",
          role: "system",
          content: [{ type: "input_text", text: "x" }],
        }),
    ],
    ["a result without a call", "no-such-call", (to) => to.addToolResult("call_1", "x")],
    [
      "an output without a call",
      "no-such-call",
      (to) => to.addMessage({ type: "function_call_output", call_id: "c", output: "x" }),
    ],
    [
      "a message larger than the budget",
      "message-too-large",
      (to) => to.addUserMessage("tide ".repeat(9_000)),
    ],
    [
      "a system prompt larger than the budget",
      "budget-too-small",
      (to) => to.setSystemPrompt("tide ".repeat(9_000)),
    ],
  ];
  test.each(bad)("%s", async (_what, code, add) => {
    const store = memoryStore();
    const conversation = await Conversation.open({ ...SETTINGS, store, budget: { window: 8_000 } });
    await conversation.addUserMessage("hello");
    const head = await store.head(conversation.id);
    await expect((async () => add(conversation))()).rejects.toMatchObject({ code });
    expect(await store.head(conversation.id)).toBe(head);
    await conversation.addAssistantMessage("hello");
    expect(conversation.messageCount).toBe(2);
  });

  test("a second result for a call, and names the calls that wait", async () => {
    const conversation = await Conversation.open({ ...SETTINGS, store: memoryStore() });
    await conversation.addUserMessage("Look it up.");
    const calls = ["call_a", "call_b"].map((id) => ({ id, name: "look_up" }));
    await conversation.addAssistantMessage({ calls });
    await conversation.addToolResult("call_a", "high");
    await expect(conversation.addToolResult("call_a", "low")).rejects.toMatchObject({
      code: "no-such-call",
      details: { waiting: ["call_b"] },
    });
  });
});
