import Anthropic from "@anthropic-ai/sdk";
import { GoogleGenAI } from "@google/genai";
import fc from "fast-check";
import OpenAI from "openai";
import { describe, expect, onTestFinished, test } from "vitest";
import type { LogEvent } from "../../../src/events/event.js";
import type { Item } from "../../../src/events/item.js";
import { modelError } from "../../../src/runtime/errors.js";
import type { ConversationStreamOptions } from "../../../src/runtime/conversation/conversation-request.js";
import type { ConversationProvider } from "../../../src/runtime/conversation/conversation-settings.js";
import {
  Conversation,
  type ConversationStreamEvent,
} from "../../../src/runtime/conversation/conversation.js";
import type { ModelClient } from "../../../src/runtime/models/model-client.js";
import { scriptedModel, type ScriptStep } from "../../../src/runtime/models/scripted-model.js";
import type { EventStore } from "../../../src/store/event-store.js";
import { memoryStore } from "../../../src/store/memory.js";
import { type RecordedAnswer, serveAnswer } from "../../projections/providers/fake-api.js";
import {
  anthropicAnswer,
  chatAnswer,
  googleAnswer,
  responsesAnswer,
} from "../../projections/providers/recorded-answers.js";
import { openWireServer, type Reply, toFrames } from "../models/wire-server.js";
import { type Wire, WIRES } from "../models/wires.js";
import { failureOf, usage } from "../turns-in-memory.js";

const clock = { now: () => Date.parse("2026-04-01T12:00:00.000Z") };

interface Asked<Name extends ConversationProvider = ConversationProvider> {
  readonly provider: Name;
  readonly model: string;
}

async function asked<Name extends ConversationProvider>({ provider, model }: Asked<Name>) {
  const store = memoryStore();
  const chat = await Conversation.open({
    ...{ provider, model, store, clock },
    tools: [
      { kind: "function", name: "shell", parameters: { type: "object" } },
      { kind: "custom", name: "apply_patch", description: "patches" },
    ],
  });
  await chat.addUserMessage("Why is the clock late?");
  return { chat, store };
}

interface Begun {
  readonly chat: Conversation;
  readonly store: EventStore;
}

/** The log without what is another one in each thread. */
async function logOf({ chat, store }: Begun): Promise<string> {
  const ids = new Map<string, string>();
  const plain = (value: unknown): unknown =>
    typeof value === "string" && /^[0-9A-HJKMNP-TV-Z]{26}$/.test(value)
      ? (ids.get(value) ?? (ids.set(value, `id-${ids.size}`), ids.get(value)))
      : value;
  const events: LogEvent[] = [];
  for await (const event of store.read(chat.id)) events.push({ ...event, sum: "" });
  return JSON.stringify(events, (_key, value: unknown) => plain(value), 1);
}

async function streamed(
  chat: Conversation,
  client: ModelClient,
  options: ConversationStreamOptions = {},
): Promise<readonly ConversationStreamEvent[]> {
  const events: ConversationStreamEvent[] = [];
  for await (const event of chat.stream(client, options)) events.push(event);
  return events;
}

function said(events: readonly ConversationStreamEvent[], type: "text-delta" | "reasoning-delta") {
  return events.map((event) => (event.type === type ? event.text : "")).join("");
}

function callsIn(events: readonly ConversationStreamEvent[]) {
  const calls = new Map<string, { name: string | null; text: string }>();
  for (const event of events) {
    if (event.type !== "call-delta") continue;
    const { name, text } = calls.get(event.call) ?? { name: null, text: "" };
    calls.set(event.call, { name: name ?? event.name, text: text + event.text });
  }
  return [...calls.values()];
}

async function serve(...replies: readonly Reply[]): Promise<string> {
  const server = await openWireServer(replies);
  onTestFinished(() => server.close());
  return server.url;
}

/** The same without a stream: the official client's whole answer. */
const WHOLE: Readonly<Record<string, () => Promise<Begun>>> = {
  "openai-responses": async () => {
    const begun = await asked({ provider: "openai", model: "gpt-5.2" });
    const { body } = await begun.chat.toRequest();
    const client = await openai(responsesAnswer);
    await begun.chat.addAssistantMessage(await client.responses.create(body));
    return begun;
  },
  "openai-chat": async () => {
    const begun = await asked({ provider: "openai-chat", model: "gpt-5.2" });
    const { body } = await begun.chat.toRequest();
    const client = await openai(chatAnswer);
    await begun.chat.addAssistantMessage(await client.chat.completions.create(body));
    return begun;
  },
  anthropic: async () => {
    const begun = await asked({ provider: "anthropic", model: "claude-opus-4-8" });
    const { body } = await begun.chat.toRequest();
    const { url } = await serveAnswer(anthropicAnswer);
    const client = new Anthropic({ apiKey: "none", baseURL: url, maxRetries: 0 });
    await begun.chat.addAssistantMessage(await client.messages.create(body));
    return begun;
  },
  google: async () => {
    const begun = await asked({ provider: "google", model: "gemini-3.6-flash" });
    const { body } = await begun.chat.toRequest();
    const { url } = await serveAnswer(googleAnswer);
    const client = new GoogleGenAI({ apiKey: "none", httpOptions: { baseUrl: url } });
    await begun.chat.addAssistantMessage(await client.models.generateContent(body));
    return begun;
  },
};

async function openai(answer: RecordedAnswer): Promise<OpenAI> {
  const { url } = await serveAnswer(answer);
  return new OpenAI({ apiKey: "none", baseURL: `${url}/v1`, maxRetries: 0 });
}

function talkingTo({ name, model }: Wire): Asked {
  const provider = name.startsWith("google")
    ? "google"
    : PROVIDERS.find((each) => name.startsWith(each));
  return { provider: provider ?? "openai", model: model("http://none").model };
}

const PROVIDERS = ["openai-responses", "openai-chat", "anthropic"] as const;

describe.each(WIRES)("an answer that is streamed over $name", (wire) => {
  const frames = toFrames(wire.answer);

  test("shows texts, reasoning and calls as they come, then the message", async () => {
    const { chat } = await asked(talkingTo(wire));
    const url = await serve({ frames, end: "close" });
    const events = await streamed(chat, wire.model(url));
    expect(said(events, "text-delta")).toBe("I shall look.");
    expect(said(events, "reasoning-delta")).toBe(wire.showsReasoning ? "The clock is late." : "");
    const [shell, patch] = callsIn(events);
    expect(shell).toEqual({ name: "shell", text: '{"command":["date"]}' });
    expect(patch?.name).toBe("apply_patch");
    expect(patch?.text).toContain("*** Begin");
    const last = events.at(-1);
    expect(last).toMatchObject({ type: "message", text: "I shall look." });
    expect(last?.type === "message" && last.calls).toEqual(chat.openCalls);
    expect(chat.openCalls).toHaveLength(2);
  });

  test("records nothing when it breaks off, is refused or given up", async () => {
    const begun = await asked(talkingTo(wire));
    const { chat } = begun;
    const before = await logOf(begun);
    const once = { retries: { attempts: 1 } };
    const half = frames.slice(0, Math.floor(frames.length / 2));
    const cut = await serve({ frames: half, end: "cut" });
    const failed = await failureOf(streamed(chat, wire.model(cut), once));
    expect(failed.code).toBe("stream-interrupted");
    const refused = await failureOf(streamed(chat, wire.model(await serve(wire.rateLimit)), once));
    expect(refused.code).toBe("rate-limited");
    const hanging = await serve({ frames: frames.slice(0, -2), end: "hang" });
    for await (const event of chat.stream(wire.model(hanging))) {
      if (event.type === "text-delta") break;
    }
    const controller = new AbortController();
    const given = (async () => {
      for await (const event of chat.stream(wire.model(hanging), { signal: controller.signal })) {
        if (event.type === "text-delta") controller.abort();
      }
    })();
    expect((await failureOf(given)).code).toBe("aborted");
    expect(await logOf(begun)).toBe(before);
  });
});

test.each(WIRES.filter(({ name }) => name in WHOLE))(
  "$name: a streamed answer is recorded as a whole one",
  async (wire) => {
    const begun = await asked(talkingTo(wire));
    const url = await serve({ frames: toFrames(wire.answer), end: "close" });
    await streamed(begun.chat, wire.model(url));
    const whole = await WHOLE[wire.name]?.();
    const expected = whole === undefined ? "" : await logOf(whole);
    const short = (log: string): string => log.replaceAll('"openai-responses"', '"openai"');
    expect(short(await logOf(begun))).toBe(short(expected));
  },
);

const GPT = { provider: "openai", model: "gpt-5.2" } as const;

test("a streamed answer with nothing in it ends its turn, and what it cost is recorded", async () => {
  const { chat, store } = await asked(GPT);
  const empty = { items: [], usage: usage(12), finish: "refusal" as const };
  const events = await streamed(chat, scriptedModel([empty], GPT));
  expect(events).toMatchObject([{ type: "message", text: "", response: { finish: "refusal" } }]);
  const types: string[] = [];
  for await (const { type } of store.read(chat.id)) types.push(type);
  expect(types.slice(-2)).toEqual(["usage.reported", "turn.completed"]);
  await expect(chat.addAssistantMessage("")).rejects.toMatchObject({ code: "unsupported-content" });
});

const words = fc.string({ minLength: 1 }).filter((text) => text.trim() !== "");
const items: fc.Arbitrary<readonly Item[]> = fc
  .array(fc.oneof(words.map(message), words.map(call)), { minLength: 1, maxLength: 4 })
  .map((all) =>
    all.map((item, index) => ("call_id" in item ? { ...item, call_id: `c${index}` } : item)),
  );

function message(text: string): Item {
  return { type: "message", role: "assistant", content: [{ type: "output_text", text }] };
}

function call(input: string): Item {
  return { type: "custom_tool_call", call_id: "", name: "apply_patch", input };
}

test("whatever the answer is, a streamed one leaves the log of one that was added", async () => {
  const property = fc.asyncProperty(items, fc.option(fc.nat(5000)), async (answer, spent) => {
    const model = scriptedModel(
      [{ items: answer, ...(spent !== null && { usage: usage(spent) }) }],
      GPT,
    );
    const streaming = await asked(GPT);
    const events = await streamed(streaming.chat, model);
    const last = events.at(-1);
    if (last?.type !== "message") throw new Error("no message");
    const adding = await asked(GPT);
    await adding.chat.addAssistantMessage(last.response);
    expect(await logOf(streaming)).toBe(await logOf(adding));
  });
  await fc.assert(property, { numRuns: 50 });
});

test("a passing failure is told, and what came before it is void", async () => {
  const { chat } = await asked(GPT);
  const busy = modelError("overloaded", { provider: "scripted" });
  const script: readonly ScriptStep[] = [busy, "It is the spring."];
  const wait = async () => undefined;
  const events = await streamed(chat, scriptedModel(script, GPT), { retries: { wait } });
  expect(events[0]).toMatchObject({ type: "retrying", attempt: 2 });
  expect(said(events.slice(1), "text-delta")).toBe("It is the spring.");
  expect(chat.messageCount).toBe(2);
});

test("a client for another model is refused", async () => {
  const { chat } = await asked(GPT);
  const other = scriptedModel(["Yes."], { model: "gpt-5.5" });
  expect((await failureOf(streamed(chat, other))).code).toBe("invalid-argument");
  expect(other.requests).toEqual([]);
});
