import { z } from "zod";

/** Whose official clients can be used: `openai-chat` is for all that speak Chat Completions. */
export const CLIENT_NAMES = ["openai", "openai-chat", "anthropic", "google"] as const;
export type ClientName = (typeof CLIENT_NAMES)[number];

/** How a provider is asked. */
export const ClientWishes = z.strictObject({
  /** The variable of the environment that holds the key. Default: the provider's usual one. */
  apiKeyEnv: z.string().min(1).exactOptional(),
  baseURL: z.url().exactOptional(),
  /** The longest answer, in tokens. */
  maxTokens: z.int().positive().exactOptional(),
});
export type ClientWishes = z.infer<typeof ClientWishes>;
