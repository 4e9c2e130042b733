import Anthropic from "@anthropic-ai/sdk";
import { GoogleGenAI } from "@google/genai";
import OpenAI from "openai";
import { anthropicBetaModel, anthropicModel } from "../../../src/runtime/models/anthropic-model.js";
import { googleInteractionsModel, googleModel } from "../../../src/runtime/models/google-models.js";
import type { ModelClient } from "../../../src/runtime/models/model-client.js";
import {
  openaiChatModel,
  openaiResponsesModel,
} from "../../../src/runtime/models/openai-models.js";
import {
  anthropicAnswer,
  chatAnswer,
  googleAnswer,
  interactionsAnswer,
  responsesAnswer,
} from "../../projections/providers/recorded-answers.js";

/** An answer that is no stream. */
export interface Refusal {
  readonly status: number;
  readonly headers?: Record<string, string>;
  readonly body: unknown;
}

/** How one provider speaks, and the adapter that hears it. */
export interface Wire {
  readonly name: string;
  /** Over the official client. */
  readonly model: (url: string, settings?: { readonly idleTimeoutMs: number }) => ModelClient;
  /** The events of a whole answer: "I shall look." and two calls. */
  readonly answer: readonly unknown[];
  readonly showsReasoning: boolean;
  readonly rateLimit: Refusal;
  readonly retryAfterMs: number;
  readonly windowExceeded: readonly Refusal[];
  readonly unauthorized: readonly Refusal[];
  readonly invalid: Refusal;
  readonly imageRefused: Refusal;
  readonly overloads: readonly Refusal[];
  /** Failures inside a stream that began well: the code that each becomes. */
  readonly inStream: readonly (readonly [event: unknown, code: string])[];
}

const openAiError = (code: string | null, type: string, message: string) => ({
  error: { message, type, param: null, code },
});
const openAiWindow =
  "This model's maximum context length is 400000 tokens. However, your messages resulted in 500000 tokens.";
const openAi = {
  rateLimit: {
    status: 429,
    headers: { "retry-after": "2" },
    body: openAiError("rate_limit_exceeded", "tokens", "Rate limit reached for gpt-5.2"),
  },
  retryAfterMs: 2000,
  windowExceeded: [
    {
      status: 400,
      body: openAiError("context_length_exceeded", "invalid_request_error", openAiWindow),
    },
    { status: 400, body: openAiError(null, "invalid_request_error", openAiWindow) },
  ],
  unauthorized: [
    { status: 401, body: openAiError("invalid_api_key", "invalid_request_error", "Bad key") },
    {
      status: 429,
      body: openAiError("insufficient_quota", "insufficient_quota", "You exceeded your quota"),
    },
  ],
  invalid: {
    status: 404,
    body: openAiError("model_not_found", "invalid_request_error", "No such model"),
  },
  imageRefused: {
    status: 400,
    body: openAiError(
      "invalid_value",
      "invalid_request_error",
      "The image data you provided does not represent a valid image. Please check your input.",
    ),
  },
  overloads: [
    { status: 500, body: openAiError(null, "server_error", "The server had an error") },
    { status: 503, body: openAiError(null, "server_error", "Overloaded") },
  ],
};

const failedResponse = (code: string) => ({
  type: "response.failed",
  sequence_number: 9,
  response: {
    id: "resp_1",
    object: "response",
    status: "failed",
    error: { code, message: "It failed." },
    output: [],
  },
});

const responses: Wire = {
  name: "openai-responses",
  ...openAi,
  model: (url, settings) =>
    openaiResponsesModel({
      client: new OpenAI({ apiKey: "none", logLevel: "off", baseURL: `${url}/v1` }),
      model: "gpt-5.2",
      ...settings,
    }),
  answer: responsesAnswer.events,
  showsReasoning: true,
  inStream: [
    [failedResponse("rate_limit_exceeded"), "rate-limited"],
    [failedResponse("context_length_exceeded"), "context-window-exceeded"],
    [failedResponse("server_error"), "overloaded"],
    [{ type: "error", code: "server_is_overloaded", message: "Busy", param: null }, "overloaded"],
  ],
};

const chat: Wire = {
  name: "openai-chat",
  ...openAi,
  model: (url, settings) =>
    openaiChatModel({
      client: new OpenAI({ apiKey: "none", logLevel: "off", baseURL: `${url}/v1` }),
      model: "gpt-5.2",
      ...settings,
    }),
  answer: chatAnswer.events,
  showsReasoning: false,
  inStream: [
    [openAiError(null, "server_error", "The server had an error"), "overloaded"],
    [
      openAiError("context_length_exceeded", "invalid_request_error", openAiWindow),
      "context-window-exceeded",
    ],
  ],
};

const anthropicError = (type: string, message = "It failed.") => ({
  type: "error",
  error: { type, message },
  request_id: "req_1",
});
const anthropic: Wire = {
  name: "anthropic",
  model: (url, settings) =>
    anthropicModel({
      client: new Anthropic({ apiKey: "none", logLevel: "off", baseURL: url }),
      model: "claude-opus-4-8",
      ...settings,
    }),
  answer: anthropicAnswer.events,
  showsReasoning: true,
  rateLimit: {
    status: 429,
    headers: { "retry-after": "2" },
    body: anthropicError("rate_limit_error"),
  },
  retryAfterMs: 2000,
  windowExceeded: [
    {
      status: 400,
      body: anthropicError(
        "invalid_request_error",
        "prompt is too long: 207791 tokens > 200000 maximum",
      ),
    },
    {
      status: 400,
      body: anthropicError(
        "invalid_request_error",
        "input length and `max_tokens` exceed context limit: 178959 + 64000 > 200000, decrease input length or `max_tokens` and try again",
      ),
    },
    { status: 413, body: anthropicError("request_too_large") },
  ],
  unauthorized: [
    { status: 401, body: anthropicError("authentication_error") },
    { status: 402, body: anthropicError("billing_error") },
    { status: 403, body: anthropicError("permission_error") },
  ],
  invalid: { status: 400, body: anthropicError("invalid_request_error", "messages: too few") },
  imageRefused: {
    status: 400,
    body: anthropicError("invalid_request_error", "Could not process image"),
  },
  overloads: [
    { status: 500, body: anthropicError("api_error") },
    { status: 529, body: anthropicError("overloaded_error") },
  ],
  inStream: [
    [anthropicError("overloaded_error"), "overloaded"],
    [anthropicError("api_error"), "overloaded"],
    [anthropicError("rate_limit_error"), "rate-limited"],
    [
      anthropicError("invalid_request_error", "prompt is too long: 9 tokens > 8 maximum"),
      "context-window-exceeded",
    ],
  ],
};

const googleError = (code: number, status: string, details: readonly unknown[] = []) => ({
  error: { code, message: "It failed.", status, details },
});
const googleWindow = {
  error: {
    code: 400,
    message:
      "The input token count (1200293) exceeds the maximum number of tokens allowed (1048576).",
    status: "INVALID_ARGUMENT",
  },
};
const google: Wire = {
  name: "google",
  model: (url, settings) =>
    googleModel({
      client: new GoogleGenAI({ apiKey: "none", httpOptions: { baseUrl: url } }),
      model: "gemini-3.6-flash",
      ...settings,
    }),
  answer: googleAnswer.events,
  showsReasoning: true,
  rateLimit: {
    status: 429,
    body: googleError(429, "RESOURCE_EXHAUSTED", [
      { "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: "2.5s" },
    ]),
  },
  retryAfterMs: 2500,
  windowExceeded: [{ status: 400, body: googleWindow }],
  unauthorized: [
    {
      status: 400,
      body: googleError(400, "INVALID_ARGUMENT", [
        { "@type": "type.googleapis.com/google.rpc.ErrorInfo", reason: "API_KEY_INVALID" },
      ]),
    },
    { status: 403, body: googleError(403, "PERMISSION_DENIED") },
  ],
  invalid: { status: 400, body: googleError(400, "INVALID_ARGUMENT") },
  imageRefused: {
    status: 400,
    body: {
      error: { code: 400, message: "Unable to process input image.", status: "INVALID_ARGUMENT" },
    },
  },
  overloads: [
    { status: 500, body: googleError(500, "INTERNAL") },
    { status: 503, body: googleError(503, "UNAVAILABLE") },
  ],
  inStream: [
    [googleError(503, "UNAVAILABLE"), "overloaded"],
    [googleWindow, "context-window-exceeded"],
  ],
};

const anthropicBeta: Wire = {
  ...anthropic,
  name: "anthropic-beta",
  model: (url, settings) =>
    anthropicBetaModel({
      client: new Anthropic({ apiKey: "none", logLevel: "off", baseURL: url }),
      model: "claude-opus-4-8",
      ...settings,
    }),
};

/** The Interactions API words its failures in its own way: seen in reports of its users. */
const interactionsError = (code: string, message = "It failed.") => ({ error: { code, message } });
const interactions: Wire = {
  ...google,
  name: "google-interactions",
  model: (url, settings) =>
    googleInteractionsModel({
      client: new GoogleGenAI({ apiKey: "none", httpOptions: { baseUrl: url } }),
      model: "gemini-3.6-flash",
      ...settings,
    }),
  answer: interactionsAnswer.events,
  rateLimit: {
    status: 429,
    headers: { "retry-after": "2" },
    body: interactionsError("too_many_requests"),
  },
  retryAfterMs: 2000,
  windowExceeded: [
    { status: 400, body: interactionsError("invalid_request", googleWindow.error.message) },
  ],
  unauthorized: [
    ...google.unauthorized,
    { status: 401, body: interactionsError("authentication_error") },
  ],
  invalid: { status: 400, body: interactionsError("invalid_request") },
  overloads: [
    { status: 500, body: interactionsError("api_error") },
    { status: 503, body: interactionsError("service_unavailable") },
  ],
  inStream: [
    [{ event_type: "error", ...interactionsError("unavailable") }, "overloaded"],
    [{ event_type: "error", ...interactionsError("prohibited_content") }, "invalid-request"],
    [
      { event_type: "error", ...interactionsError("invalid_request", googleWindow.error.message) },
      "context-window-exceeded",
    ],
  ],
};

export const WIRES: readonly Wire[] = [
  responses,
  chat,
  anthropic,
  anthropicBeta,
  google,
  interactions,
];
