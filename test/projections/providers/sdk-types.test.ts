import type Anthropic from "@anthropic-ai/sdk";
import type { GenerateContentParameters, Interactions } from "@google/genai";
import type OpenAI from "openai";
import { expect, test } from "vitest";
import { anthropic } from "../../../src/projections/providers/anthropic/anthropic.js";
import type { AnthropicCompactedBody } from "../../../src/projections/providers/anthropic/anthropic-beta.js";
import type { AnthropicBody } from "../../../src/projections/providers/anthropic/body.js";
import type { GoogleBody } from "../../../src/projections/providers/google/body.js";
import type { InteractionsBody } from "../../../src/projections/providers/google-interactions/body.js";
import type { ChatBody } from "../../../src/projections/providers/openai-chat/body.js";
import type { ResponsesBody } from "../../../src/projections/providers/openai-responses/body.js";
import { promptOf } from "./prompts.js";

/**
 * Every body is what the official client takes: the compiler proves it (`npm run typecheck`), by
 * assignments to the parameters' own types, without a step between.
 */
const accepted = {
  anthropic: (body: AnthropicBody): Anthropic.MessageCreateParamsNonStreaming => body,
  anthropicStream: (body: AnthropicBody): Anthropic.MessageCreateParamsStreaming => ({
    ...body,
    stream: true,
  }),
  beta: (
    body: AnthropicBody | AnthropicCompactedBody,
  ): Anthropic.Beta.Messages.MessageCreateParamsNonStreaming => body,
  google: (body: GoogleBody): GenerateContentParameters => body,
  interactions: (body: InteractionsBody): Interactions.CreateModelInteractionParamsNonStreaming =>
    body,
  interactionsStream: (
    body: InteractionsBody,
  ): Interactions.CreateModelInteractionParamsStreaming => ({ ...body, stream: true }),
  chat: (body: ChatBody): OpenAI.ChatCompletionCreateParamsNonStreaming => body,
  chatStream: (body: ChatBody): OpenAI.ChatCompletionCreateParamsStreaming => ({
    ...body,
    stream: true,
  }),
  responses: (body: ResponsesBody): OpenAI.Responses.ResponseCreateParamsNonStreaming => body,
  responsesStream: (body: ResponsesBody): OpenAI.Responses.ResponseCreateParamsStreaming => ({
    ...body,
    stream: true,
  }),
};

/** That the parameters' types are real: each of these must not compile. */
const refused = {
  // @ts-expect-error a body without its limit
  anthropic: (body: Omit<AnthropicBody, "max_tokens">): Anthropic.MessageCreateParams => body,
  beta: (body: AnthropicCompactedBody): Anthropic.MessageCreateParams =>
    // @ts-expect-error a compaction block without its beta
    body,
  // @ts-expect-error a body without contents
  google: (body: Omit<GoogleBody, "contents">): GenerateContentParameters => body,
  interactions: (body: Omit<InteractionsBody, "input"> & { input: { type: "turn" }[] }) =>
    // @ts-expect-error a step of a kind that is none
    body satisfies Interactions.CreateModelInteractionParamsNonStreaming,
  // @ts-expect-error a body without messages
  chat: (body: Omit<ChatBody, "messages">): OpenAI.ChatCompletionCreateParams => body,
  responses: (body: Omit<ResponsesBody, "input"> & { input: { type: "message" }[] }) =>
    // @ts-expect-error a message without role and content
    body satisfies OpenAI.Responses.ResponseCreateParams,
};

test("a body reaches the official clients as it is", () => {
  const { body } = anthropic.toRequest(promptOf([]), { model: "claude-opus-4-8" });
  expect(accepted.anthropic(body)).toBe(body);
  expect(accepted.anthropicStream(body)).toEqual({ ...body, stream: true });
  expect(Object.keys(refused)).toEqual([
    "anthropic",
    "beta",
    "google",
    "interactions",
    "chat",
    "responses",
  ]);
});
