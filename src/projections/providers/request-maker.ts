import type { Prompt } from "../prompt/prompt.js";
import { anthropic } from "./anthropic/anthropic.js";
import { anthropicBeta } from "./anthropic/anthropic-beta.js";
import { google } from "./google/google.js";
import { googleInteractions } from "./google-interactions/google-interactions.js";
import { openaiChat } from "./openai-chat/openai-chat.js";
import { openaiResponses } from "./openai-responses/openai-responses.js";
import type { ProviderRequest, RequestOptions } from "./provider.js";

/** As much of a provider as is needed where a body is only JSON, whatever its type. */
export interface RequestMaker {
  readonly name: string;
  blobsNeeded(prompt: Prompt): readonly string[];
  toRequest(prompt: Prompt, options?: RequestOptions): ProviderRequest<unknown>;
}

const MAKERS: readonly RequestMaker[] = [
  openaiResponses,
  openaiChat,
  anthropic,
  anthropicBeta,
  google,
  googleInteractions,
];

export const PROVIDER_NAMES: readonly string[] = MAKERS.map(({ name }) => name);

/**
 * The maker of a provider's requests.
 * @param name one of `PROVIDER_NAMES`; undefined: the one whose model the prompt is for
 */
export function requestMaker(name: string | undefined, prompt: Prompt): RequestMaker {
  const wanted = name ?? prompt.target.provider;
  return MAKERS.find((maker) => maker.name === wanted) ?? openaiResponses;
}
