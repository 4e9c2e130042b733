import type { Prompt } from "../../projections/prompt/prompt.js";
import { anthropic } from "../../projections/providers/anthropic/anthropic.js";
import { toGoogleRestBody } from "../../projections/providers/google/body.js";
import { google } from "../../projections/providers/google/google.js";
import { googleInteractions } from "../../projections/providers/google-interactions/google-interactions.js";
import { openaiChat } from "../../projections/providers/openai-chat/openai-chat.js";
import { openaiResponses } from "../../projections/providers/openai-responses/openai-responses.js";
import type { RequestOptions } from "../../projections/providers/provider.js";
import { ANTHROPIC_RULES } from "../protocol/anthropic-rules.js";
import { checkAnthropicRequest } from "../protocol/anthropic.js";
import { checkGoogleRequest, GOOGLE_RULES } from "../protocol/google.js";
import { checkInteractionsRequest, INTERACTIONS_RULES } from "../protocol/google-interactions.js";
import { checkChatRequest, OPENAI_CHAT_RULES } from "../protocol/openai-chat.js";
import { checkResponsesRequest, OPENAI_RESPONSES_RULES } from "../protocol/openai-responses.js";
import type { ProtocolRule, Violation } from "../protocol/violation.js";
import type { BodyInvariant, Finding, ProviderName } from "./invariant.js";

/** One API: how its bodies are made, and what they are held to. */
export interface ProviderChecks {
  readonly name: ProviderName;
  /** Whose models it serves. */
  readonly publisher: string;
  /** For threads that ran under a model of somebody else's. */
  readonly model: string;
  readonly rules: readonly ProtocolRule[];
  /** What goes over the wire. */
  bodyOf(prompt: Prompt, options: RequestOptions): unknown;
  check(body: unknown, model: string): readonly Violation[];
}

export const PROVIDER_CHECKS: readonly ProviderChecks[] = [
  {
    name: "openai-responses",
    publisher: "openai",
    model: "gpt-5.2-codex",
    rules: OPENAI_RESPONSES_RULES.list,
    bodyOf: (prompt, options) => openaiResponses.toRequest(prompt, options).body,
    check: checkResponsesRequest,
  },
  {
    name: "openai-chat",
    publisher: "openai",
    model: "gpt-5.2",
    rules: OPENAI_CHAT_RULES.list,
    bodyOf: (prompt, options) => openaiChat.toRequest(prompt, options).body,
    check: checkChatRequest,
  },
  {
    name: "anthropic",
    publisher: "anthropic",
    model: "claude-opus-4-8",
    rules: ANTHROPIC_RULES.list,
    bodyOf: (prompt, options) => anthropic.toRequest(prompt, options).body,
    check: checkAnthropicRequest,
  },
  {
    name: "google",
    publisher: "google",
    model: "gemini-3.6-flash",
    rules: GOOGLE_RULES.list,
    bodyOf: (prompt, options) => toGoogleRestBody(google.toRequest(prompt, options).body),
    check: checkGoogleRequest,
  },
  {
    name: "google-interactions",
    publisher: "google",
    model: "gemini-3.6-flash",
    rules: INTERACTIONS_RULES.list,
    bodyOf: (prompt, options) => googleInteractions.toRequest(prompt, options).body,
    check: checkInteractionsRequest,
  },
];

/** Every rule of the APIs, each as an invariant of its own. */
export const PROTOCOL_INVARIANTS: readonly BodyInvariant[] = PROVIDER_CHECKS.flatMap(invariantsOf);

function invariantsOf(api: ProviderChecks): readonly BodyInvariant[] {
  return api.rules.map(({ name, sentence, source }) => ({
    over: "body",
    provider: api.name,
    ...{ name, sentence, source },
    remedy: `look at the body with: refold prompt … --provider ${api.name} --at OFFSET`,
    check: (body, model) => findingsOf(name, api.check(body, model)),
  }));
}

/** What of the violations of a body is one rule's. */
export function findingsOf(name: string, violations: readonly Violation[]): readonly Finding[] {
  return violations
    .filter(({ invariant }) => invariant === name)
    .map(({ path, rule }) => ({ place: path, message: rule }));
}
