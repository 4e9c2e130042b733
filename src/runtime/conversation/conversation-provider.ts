import type { AnthropicBody } from "../../projections/providers/anthropic/body.js";
import { anthropic } from "../../projections/providers/anthropic/anthropic.js";
import type { GoogleBody } from "../../projections/providers/google/body.js";
import { google } from "../../projections/providers/google/google.js";
import type { ChatBody } from "../../projections/providers/openai-chat/body.js";
import { openaiChat } from "../../projections/providers/openai-chat/openai-chat.js";
import type { ResponsesBody } from "../../projections/providers/openai-responses/body.js";
import { openaiResponses } from "../../projections/providers/openai-responses/openai-responses.js";
import type { RequestSerializer } from "../sent-request.js";
import { unknownProvider } from "./unknown-provider.js";

/** The body that each provider takes. */
export interface ConversationBodies {
  /** The Responses API. */
  openai: ResponsesBody;
  "openai-responses": ResponsesBody;
  "openai-chat": ChatBody;
  anthropic: AnthropicBody;
  google: GoogleBody;
}

/** Whom a conversation speaks to; `openai` is short for `openai-responses`. */
export type ConversationProvider = keyof ConversationBodies;

type Serializers = {
  readonly [Name in ConversationProvider]: RequestSerializer<ConversationBodies[Name]>;
};

const SERIALIZERS: Serializers = {
  openai: openaiResponses,
  "openai-responses": openaiResponses,
  "openai-chat": openaiChat,
  anthropic,
  google,
};

/** What makes a provider's bodies. */
export function serializerOf<Name extends ConversationProvider>(name: Name): Serializers[Name] {
  return SERIALIZERS[name];
}

/**
 * Whose models a provider serves, as the table of models names it; null: anybody's, since many
 * gateways speak this API.
 */
export function vendorOf(name: ConversationProvider): string | null {
  if (name === "openai-chat") return null;
  return name === "openai-responses" ? "openai" : name;
}

/** @throws {UnknownProvider} with the nearest names */
export function checkProvider(name: unknown): ConversationProvider {
  if (isProvider(name)) return name;
  throw unknownProvider(String(name), Object.keys(SERIALIZERS));
}

function isProvider(name: unknown): name is ConversationProvider {
  return typeof name === "string" && Object.hasOwn(SERIALIZERS, name);
}
