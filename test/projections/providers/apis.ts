import type { Prompt } from "../../../src/projections/prompt/prompt.js";
import { anthropic } from "../../../src/projections/providers/anthropic/anthropic.js";
import { anthropicBeta } from "../../../src/projections/providers/anthropic/anthropic-beta.js";
import { toGoogleRestBody } from "../../../src/projections/providers/google/body.js";
import { google } from "../../../src/projections/providers/google/google.js";
import { googleInteractions } from "../../../src/projections/providers/google-interactions/google-interactions.js";
import { openaiChat } from "../../../src/projections/providers/openai-chat/openai-chat.js";
import { openaiResponses } from "../../../src/projections/providers/openai-responses/openai-responses.js";
import type {
  ProviderRequest,
  ProviderResponse,
  RequestOptions,
  ResponseOptions,
} from "../../../src/projections/providers/provider.js";
import { checkAnthropicRequest } from "../../../src/testing/protocol/anthropic.js";
import { checkGoogleRequest } from "../../../src/testing/protocol/google.js";
import { checkInteractionsRequest } from "../../../src/testing/protocol/google-interactions.js";
import { checkChatRequest } from "../../../src/testing/protocol/openai-chat.js";
import { checkResponsesRequest } from "../../../src/testing/protocol/openai-responses.js";
import type { Violation } from "../../../src/testing/protocol/violation.js";

/** A request with what goes over the wire for it. */
export interface WiredRequest extends ProviderRequest<unknown> {
  readonly wire: unknown;
}

function wired(request: ProviderRequest<unknown>): WiredRequest {
  return { ...request, wire: request.body };
}

/** One provider as a table row: what the tests need of all, whatever their bodies. */
export interface Api {
  readonly name: string;
  readonly models: readonly string[];
  request(prompt: Prompt, options?: RequestOptions): WiredRequest;
  response(body: unknown, options?: ResponseOptions): ProviderResponse;
  check(body: unknown, model: string): readonly Violation[];
  /** The body's messages, to be counted against `origins`. */
  messages(body: unknown): readonly unknown[];
}

export const apis: readonly Api[] = [
  {
    name: "anthropic",
    models: ["claude-opus-4-8", "claude-sonnet-4-5", "claude-fable-5-1", "claude-opus-9"],
    request: (prompt, options) => wired(anthropic.toRequest(prompt, options)),
    response: (body, options) => anthropic.fromResponse(body, options),
    check: (body) => checkAnthropicRequest(body),
    messages: (body) => listOf(body, "messages"),
  },
  {
    name: "google",
    models: ["gemini-2.5-pro", "gemini-3.6-flash", "gemini-4-argon", "gemini-9"],
    request: (prompt, options) => {
      const request = google.toRequest(prompt, options);
      return { ...request, wire: toGoogleRestBody(request.body) };
    },
    response: (body, options) => google.fromResponse(body, options),
    check: (body, model) => checkGoogleRequest(body, model),
    messages: (body) => listOf(body, "contents"),
  },
  {
    name: "google-interactions",
    models: ["gemini-2.5-pro", "gemini-3.6-flash", "gemini-4-argon", "gemini-9"],
    request: (prompt, options) => wired(googleInteractions.toRequest(prompt, options)),
    response: (body, options) => googleInteractions.fromResponse(body, options),
    check: (body) => checkInteractionsRequest(body),
    messages: (body) => listOf(body, "input"),
  },
  {
    name: "openai-chat",
    models: ["gpt-5.2", "gpt-4o", "some-other-model"],
    request: (prompt, options) => wired(openaiChat.toRequest(prompt, options)),
    response: (body, options) => openaiChat.fromResponse(body, options),
    check: (body) => checkChatRequest(body),
    messages: (body) => listOf(body, "messages"),
  },
  {
    name: "openai-responses",
    models: ["gpt-5.2-codex", "gpt-4o", "gpt-6-astra"],
    request: (prompt, options) => wired(openaiResponses.toRequest(prompt, options)),
    response: (body, options) => openaiResponses.fromResponse(body, options),
    check: (body) => checkResponsesRequest(body),
    messages: (body) => listOf(body, "input"),
  },
];

/** The same as `anthropic`, but for compaction blocks: the tests that know the APIs by name leave it out. */
export const anthropicBetaApi: Api = {
  name: "anthropic-beta",
  models: ["claude-opus-4-8", "claude-opus-5-5"],
  request: (prompt, options) => wired(anthropicBeta.toRequest(prompt, options)),
  response: (body, options) => anthropicBeta.fromResponse(body, options),
  check: (body) => checkAnthropicRequest(body),
  messages: (body) => listOf(body, "messages"),
};

function listOf(body: unknown, member: string): readonly unknown[] {
  if (typeof body !== "object" || body === null) return [];
  const value: unknown = Object.entries(body).find(([key]) => key === member)?.[1];
  return Array.isArray(value) ? (value as readonly unknown[]) : [];
}
