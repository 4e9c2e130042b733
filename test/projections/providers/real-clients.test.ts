import Anthropic from "@anthropic-ai/sdk";
import { GoogleGenAI } from "@google/genai";
import OpenAI from "openai";
import { describe, expect, test } from "vitest";
import type { Item } from "../../../src/events/item.js";
import type { ToolDeclaration } from "../../../src/events/thread.js";
import { anthropic } from "../../../src/projections/providers/anthropic/anthropic.js";
import { toGoogleRestBody } from "../../../src/projections/providers/google/body.js";
import { google } from "../../../src/projections/providers/google/google.js";
import { googleInteractions } from "../../../src/projections/providers/google-interactions/google-interactions.js";
import { openaiChat } from "../../../src/projections/providers/openai-chat/openai-chat.js";
import { openaiResponses } from "../../../src/projections/providers/openai-responses/openai-responses.js";
import type { Provider, ProviderResponse } from "../../../src/projections/providers/provider.js";
import { checkAnthropicRequest } from "../../../src/testing/protocol/anthropic.js";
import { checkGoogleRequest } from "../../../src/testing/protocol/google.js";
import { checkInteractionsRequest } from "../../../src/testing/protocol/google-interactions.js";
import { checkChatRequest } from "../../../src/testing/protocol/openai-chat.js";
import { checkResponsesRequest } from "../../../src/testing/protocol/openai-responses.js";
import { serveAnswer } from "./fake-api.js";
import { promptOf } from "./prompts.js";
import {
  anthropicAnswer,
  chatAnswer,
  googleAnswer,
  interactionsAnswer,
  responsesAnswer,
} from "./recorded-answers.js";

const pixel =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const tools: readonly ToolDeclaration[] = [
  { kind: "function", name: "shell", description: "runs", parameters: { type: "object" } },
  { kind: "custom", name: "apply_patch", description: "patches" },
];

/** A thread with a picture, parallel calls, a failed one, and a picture in a tool's output. */
const prompt = promptOf(
  [
    [{ type: "message", role: "developer", content: [{ type: "input_text", text: "Be brief." }] }],
    [
      {
        type: "message",
        role: "user",
        content: [
          { type: "input_text", text: "Why is the clock late?" },
          { type: "input_image", image_url: `data:image/png;base64,${pixel}`, detail: "high" },
        ],
      },
    ],
    [{ type: "function_call", call_id: "call_a", name: "shell", arguments: '{"command":["ls"]}' }],
    [{ type: "custom_tool_call", call_id: "call_b", name: "apply_patch", input: "*** Begin" }],
    [
      { type: "custom_tool_call_output", call_id: "call_b", output: "no such file" },
      { failed: true },
    ],
    [
      {
        type: "function_call_output",
        call_id: "call_a",
        output: [
          { type: "input_text", text: "clock.png" },
          { type: "input_image", image_url: `data:image/png;base64,${pixel}` },
        ],
      },
    ],
    [{ type: "message", role: "assistant", content: [{ type: "output_text", text: "A tide." }] }],
    [{ type: "message", role: "user", content: [{ type: "input_text", text: "Go on." }] }],
  ],
  { instructions: "You repair clocks.", tools, outputSchema: { type: "object", properties: {} } },
);

async function foldAll<State>(
  provider: Provider<unknown, State>,
  chunks: AsyncIterable<unknown>,
): Promise<ProviderResponse> {
  let state = provider.initialStream({ tools });
  for await (const chunk of chunks) {
    const next = provider.foldStream(state, chunk);
    provider.streamResult(state); // readable at every moment
    state = next;
  }
  return provider.streamResult(state);
}

/** What all answers say, each in its own shape. */
function expectAnswer(response: ProviderResponse): void {
  expect(response.finish).toBe("tool-calls");
  expect(response.unread).toEqual([]);
  expect(response.items.every(({ origin }) => origin === "model")).toBe(true);
  const items = response.items.map(({ item }) => item).filter(({ type }) => type !== "reasoning");
  expect(items.map(said)).toEqual([
    "I shall look.",
    'shell {"command":["date"]}',
    "apply_patch *** Begin",
  ]);
  expect(response.usage).toMatchObject({
    input: 1112,
    cachedInput: 1000,
    output: 80,
    reasoning: 30,
  });
  expect(response.usage?.total).toBe(1192);
}

function said(item: Item): string {
  if (item.type === "message") {
    return item.content.map((part) => (part.type === "output_text" ? part.text : "")).join("");
  }
  if (item.type === "function_call") return `${item.name} ${item.arguments}`;
  return item.type === "custom_tool_call" ? `${item.name} ${item.input}` : item.type;
}

describe("the official clients take the bodies, and what comes back folds into the same items", () => {
  test("anthropic", async () => {
    const api = await serveAnswer(anthropicAnswer);
    const client = new Anthropic({ apiKey: "none", baseURL: api.url, maxRetries: 0 });
    const model = "claude-opus-4-8";
    const { body } = anthropic.toRequest(prompt, {
      model,
      maxTokens: 4000, // the client refuses to wait for more than it could stream in ten minutes
      cache: { marks: "1h" },
    });
    const whole = anthropic.fromResponse(await client.messages.create(body), { tools });
    const stream = await client.messages.create({ ...body, stream: true });
    expect(await foldAll(anthropic, stream)).toEqual(whole);
    expectAnswer(whole);
    expect(whole.items.slice(0, 2).map(({ item }) => item)).toMatchObject([
      { type: "reasoning", provider: "anthropic", signature: "EqQBsig" },
      { type: "reasoning", provider: "anthropic", redacted: "EmwKAhgB" },
    ]);
    expect(whole.usage?.cacheWrite).toBe(100);
    expect(api.seen.map(({ path }) => path)).toEqual(["/v1/messages", "/v1/messages"]);
    expect(api.seen[0]?.body).toEqual(body);
    expect(checkAnthropicRequest(api.seen[0]?.body)).toEqual([]);
    expect(body.messages[2]?.content).toMatchObject([
      {
        type: "tool_result",
        tool_use_id: "call_a",
        content: [{ type: "text" }, { type: "image" }],
      },
      { type: "tool_result", tool_use_id: "call_b", is_error: true },
    ]);
  });

  test("google", async () => {
    const api = await serveAnswer(googleAnswer);
    const client = new GoogleGenAI({ apiKey: "none", httpOptions: { baseUrl: api.url } });
    const model = "gemini-3.6-flash";
    const { body } = google.toRequest(prompt, {
      model,
      reasoning: { effort: "low" },
      toolChoice: "auto",
    });
    const whole = google.fromResponse(await client.models.generateContent(body), { tools });
    const stream = await client.models.generateContentStream(body);
    expect(await foldAll(google, stream)).toEqual(whole);
    expectAnswer(whole);
    expect(whole.items[0]?.item).toMatchObject({ type: "reasoning", provider: "google" });
    expect(whole.items[2]?.item).toMatchObject({ call_id: "fc-1", thoughtSignature: "CpcB" });
    expect(api.seen[0]?.path).toBe(`/v1beta/models/${model}:generateContent`);
    expect(api.seen[0]?.body).toEqual(JSON.parse(JSON.stringify(toGoogleRestBody(body))));
    expect(checkGoogleRequest(api.seen[0]?.body, model)).toEqual([]);
    expect(body.contents[2]?.parts).toMatchObject([
      { functionResponse: { id: "call_a", name: "shell", parts: [{ inlineData: {} }] } },
      { functionResponse: { id: "call_b", response: { error: "no such file" } } },
    ]);
  });

  test("google-interactions", async () => {
    const api = await serveAnswer(interactionsAnswer);
    const client = new GoogleGenAI({ apiKey: "none", httpOptions: { baseUrl: api.url } });
    const model = "gemini-3.6-flash";
    const { body } = googleInteractions.toRequest(prompt, {
      model,
      reasoning: { effort: "low", summary: true },
      toolChoice: { tool: "shell" },
    });
    const answer: unknown = await client.interactions.create(body);
    const whole = googleInteractions.fromResponse(answer, { tools });
    const stream = await client.interactions.create({ ...body, stream: true });
    expect(await foldAll(googleInteractions, stream)).toEqual(whole);
    expectAnswer(whole);
    expect(whole.items[0]?.item).toMatchObject({
      type: "reasoning",
      provider: "google-interactions",
      signature: "EvEFCu4F",
    });
    expect(api.seen.map(({ path }) => path)).toEqual([
      "/v1beta/interactions",
      "/v1beta/interactions",
    ]);
    expect(api.seen.map((request) => request.body)).toEqual([body, { ...body, stream: true }]);
    expect(checkInteractionsRequest(api.seen[0]?.body)).toEqual([]);
    expect(body.input.map(({ type }) => type).join(" ")).toBe(
      "user_input thought function_call function_call function_result function_result model_output user_input",
    );
    expect(body.input.slice(4, 6)).toMatchObject([
      { call_id: "call_a", name: "shell", result: [{ type: "text" }, { type: "image" }] },
      { call_id: "call_b", is_error: true, result: "no such file" },
    ]);
  });

  test("openai-chat", async () => {
    const api = await serveAnswer(chatAnswer);
    const client = new OpenAI({ apiKey: "none", baseURL: `${api.url}/v1`, maxRetries: 0 });
    const { body } = openaiChat.toRequest(prompt, { model: "gpt-5.2", maxTokens: 4000 });
    const whole = openaiChat.fromResponse(await client.chat.completions.create(body), { tools });
    const stream = await client.chat.completions.create({
      ...body,
      stream: true,
      stream_options: { include_usage: true },
    });
    expect(await foldAll(openaiChat, stream)).toEqual(whole);
    expectAnswer(whole);
    expect(whole.usage?.cacheWrite).toBe(100);
    expect(api.seen[0]).toEqual({ path: "/v1/chat/completions", body });
    expect(checkChatRequest(api.seen[0]?.body)).toEqual([]);
    expect(body.messages.map(({ role }) => role).join(" ")).toBe(
      "developer developer user assistant tool tool user assistant user",
    );
  });

  test("openai-responses", async () => {
    const api = await serveAnswer(responsesAnswer);
    const client = new OpenAI({ apiKey: "none", baseURL: `${api.url}/v1`, maxRetries: 0 });
    const { body } = openaiResponses.toRequest(prompt, { model: "gpt-5.2", cache: { key: "k" } });
    const whole = openaiResponses.fromResponse(await client.responses.create(body), { tools });
    const stream = await client.responses.create({ ...body, stream: true });
    expect(await foldAll(openaiResponses, stream)).toEqual(whole);
    expectAnswer(whole);
    expect(whole.items[0]?.item).toMatchObject({ type: "reasoning", encrypted_content: "gAAAAA" });
    expect(api.seen[0]).toEqual({ path: "/v1/responses", body });
    expect(checkResponsesRequest(api.seen[0]?.body)).toEqual([]);
    expect(body.input.map(({ type }) => type).slice(2, 6)).toEqual([
      "function_call",
      "custom_tool_call",
      "custom_tool_call_output",
      "function_call_output",
    ]);
  });
});
