import Anthropic from "@anthropic-ai/sdk";
import { GoogleGenAI } from "@google/genai";
import OpenAI from "openai";
import { describe, expect, test } from "vitest";
import { toGoogleRestBody } from "../../../src/projections/providers/google/body.js";
import type { ConversationProvider } from "../../../src/runtime/conversation/conversation-settings.js";
import { Conversation } from "../../../src/runtime/conversation/conversation.js";
import type { ConversationOptions } from "../../../src/runtime/conversation/open-conversation.js";
import { memoryStore } from "../../../src/store/memory.js";
import { pngBytes } from "../../../src/testing/arbitraries/texts.js";
import { checkAnthropicRequest } from "../../../src/testing/protocol/anthropic.js";
import { checkGoogleRequest } from "../../../src/testing/protocol/google.js";
import { checkChatRequest } from "../../../src/testing/protocol/openai-chat.js";
import { checkResponsesRequest } from "../../../src/testing/protocol/openai-responses.js";
import { serveAnswer } from "../../projections/providers/fake-api.js";
import {
  anthropicAnswer,
  chatAnswer,
  googleAnswer,
  responsesAnswer,
} from "../../projections/providers/recorded-answers.js";

/** A picture, two calls, one of them failed. */
async function begin<Name extends ConversationProvider>(
  about: Pick<ConversationOptions<Name>, "provider" | "model">,
): Promise<Conversation<Name>> {
  const conversation = await Conversation.open<Name>({
    ...about,
    store: memoryStore(),
    tools: [
      { kind: "function", name: "shell", parameters: { type: "object" } },
      { kind: "custom", name: "apply_patch", description: "patches" },
    ],
  });
  await conversation.setSystemPrompt("You repair clocks.");
  await conversation.addUserMessage(["Why is the clock late?", { image: pngBytes(40, 30) }]);
  await conversation.addAssistantMessage({
    text: "I shall look.",
    calls: [
      { id: "call_a", name: "shell", arguments: { command: "ls" } },
      { id: "call_b", name: "shell", arguments: '{"command":"date"}' },
    ],
  });
  await conversation.addToolResult("call_b", "no such command", { failed: true });
  await conversation.addToolResult("call_a", ["clock.png", { image: pngBytes(40, 30) }]);
  return conversation;
}

/** The answer of the client went in whole: text, two calls, what it cost. */
function expectTaken(conversation: Conversation, before: number): void {
  expect(conversation.messageCount).toBe(before + 1);
}

describe("the official clients take what toRequest gives, and addAssistantMessage takes what they give", () => {
  test("anthropic", async () => {
    const api = await serveAnswer(anthropicAnswer);
    const client = new Anthropic({ apiKey: "none", baseURL: api.url, maxRetries: 0 });
    const conversation = await begin({ provider: "anthropic", model: "claude-opus-4-8" });
    const { body } = await conversation.toRequest();
    const before = conversation.messageCount;
    await conversation.addAssistantMessage(await client.messages.create(body));
    expectTaken(conversation, before);
    expect(api.seen[0]?.body).toEqual(body);
    expect(checkAnthropicRequest(api.seen[0]?.body)).toEqual([]);
    expect(checkAnthropicRequest((await conversation.toRequest()).body)).toEqual([]);
  });

  test("google", async () => {
    const api = await serveAnswer(googleAnswer);
    const client = new GoogleGenAI({ apiKey: "none", httpOptions: { baseUrl: api.url } });
    const conversation = await begin({ provider: "google", model: "gemini-3.6-flash" });
    const { body } = await conversation.toRequest();
    const before = conversation.messageCount;
    await conversation.addAssistantMessage(await client.models.generateContent(body));
    expectTaken(conversation, before);
    expect(checkGoogleRequest(api.seen[0]?.body, "gemini-3.6-flash")).toEqual([]);
    const next = toGoogleRestBody((await conversation.toRequest()).body);
    expect(checkGoogleRequest(next, "gemini-3.6-flash")).toEqual([]);
  });

  test("openai-chat", async () => {
    const api = await serveAnswer(chatAnswer);
    const client = new OpenAI({ apiKey: "none", baseURL: `${api.url}/v1`, maxRetries: 0 });
    const conversation = await begin({ provider: "openai-chat", model: "gpt-5.2" });
    const { body } = await conversation.toRequest();
    const before = conversation.messageCount;
    await conversation.addAssistantMessage(await client.chat.completions.create(body));
    expectTaken(conversation, before);
    expect(api.seen[0]).toEqual({ path: "/v1/chat/completions", body });
    expect(checkChatRequest(api.seen[0]?.body)).toEqual([]);
    expect(checkChatRequest((await conversation.toRequest()).body)).toEqual([]);
  });

  test.each(["openai", "openai-responses"] as const)("%s", async (provider) => {
    const api = await serveAnswer(responsesAnswer);
    const client = new OpenAI({ apiKey: "none", baseURL: `${api.url}/v1`, maxRetries: 0 });
    const conversation = await begin({ provider, model: "gpt-5.2" });
    const { body } = await conversation.toRequest();
    const before = conversation.messageCount;
    await conversation.addAssistantMessage(await client.responses.create(body));
    expectTaken(conversation, before);
    expect(api.seen[0]).toEqual({ path: "/v1/responses", body });
    expect(checkResponsesRequest(api.seen[0]?.body)).toEqual([]);
    expect(checkResponsesRequest((await conversation.toRequest()).body)).toEqual([]);
  });

  test("and one conversation goes through all of them, answer by answer", async () => {
    const apis = await Promise.all([anthropicAnswer, googleAnswer].map(serveAnswer));
    const openai = await begin({ provider: "openai", model: "gpt-5.2" });
    const anthropic = await openai.switchProvider("anthropic", "claude-opus-4-8");
    const claude = new Anthropic({ apiKey: "none", baseURL: apis[0]?.url ?? "", maxRetries: 0 });
    await anthropic.addAssistantMessage(
      await claude.messages.create((await anthropic.toRequest()).body),
    );
    const google = await anthropic.switchProvider("google", "gemini-3.6-flash");
    const gemini = new GoogleGenAI({
      apiKey: "none",
      httpOptions: { baseUrl: apis[1]?.url ?? "" },
    });
    await google.addAssistantMessage(
      await gemini.models.generateContent((await google.toRequest()).body),
    );
    const back = await google.switchProvider("openai", "gpt-5.2");
    const { body } = await back.toRequest();
    expect(checkResponsesRequest(body)).toEqual([]);
    expect(JSON.stringify(body).split("I shall look.").length - 1).toBe(3);
  });
});
