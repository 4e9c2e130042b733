import type Anthropic from "@anthropic-ai/sdk";
import type { GenerateContentParameters } from "@google/genai";
import type OpenAI from "openai";
import type { AnthropicBody } from "../../../src/projections/providers/anthropic/body.js";
import type { GoogleBody } from "../../../src/projections/providers/google/body.js";
import type { ChatBody } from "../../../src/projections/providers/openai-chat/body.js";
import type { ResponsesBody } from "../../../src/projections/providers/openai-responses/body.js";

/**
 * Every body is what the official client takes: the compiler reads this file (`npm run typecheck`),
 * nobody runs it. The assignments are to the parameters' own types, without a step between.
 */
export const accepted = {
  anthropic: (body: AnthropicBody): Anthropic.MessageCreateParamsNonStreaming => body,
  anthropicStream: (body: AnthropicBody): Anthropic.MessageCreateParamsStreaming => ({
    ...body,
    stream: true,
  }),
  google: (body: GoogleBody): GenerateContentParameters => body,
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
export const refused = {
  // @ts-expect-error a body without its limit
  anthropic: (body: Omit<AnthropicBody, "max_tokens">): Anthropic.MessageCreateParams => body,
  // @ts-expect-error a body without contents
  google: (body: Omit<GoogleBody, "contents">): GenerateContentParameters => body,
  // @ts-expect-error a body without messages
  chat: (body: Omit<ChatBody, "messages">): OpenAI.ChatCompletionCreateParams => body,
  responses: (body: Omit<ResponsesBody, "input"> & { input: { type: "message" }[] }) =>
    // @ts-expect-error a message without role and content
    body satisfies OpenAI.Responses.ResponseCreateParams,
};
