import { z } from "zod";
import type { ClientWish } from "../../experiments/experiment.js";
import type { ModelClient } from "../../runtime/models/model-client.js";
type Clients = Partial<Readonly<Record<ClientName, ClientWishes>>>;
/**
 * A client over the official SDK of the model's provider, with the key from the environment.
 * @throws {NoModelClient} no model or provider is named, the key or the SDK is missing
 */
export declare function clientOfPlan(wish: ClientWish, clients: Clients): Promise<ModelClient>;
/** Whose official clients can be used: `openai-chat` is for all that speak Chat Completions. */
export declare const CLIENT_NAMES: readonly ["openai", "openai-chat", "anthropic", "google"];
type ClientName = (typeof CLIENT_NAMES)[number];
/** How a provider is asked. */
export declare const ClientWishes: z.ZodObject<{
    apiKeyEnv: z.ZodExactOptional<z.ZodString>;
    baseURL: z.ZodExactOptional<z.ZodURL>;
    maxTokens: z.ZodExactOptional<z.ZodInt>;
}, z.core.$strict>;
export type ClientWishes = z.infer<typeof ClientWishes>;
export {};
