import { z } from "zod";
import { Lifetime } from "./context-injected.js";
import { factSchema } from "./fact-schema.js";
import { JsonObject, Offset, TokenCount } from "./primitives.js";

/** A piece of context that stood in one request only. */
export const PromptFragment = z.looseObject({
  kind: z.string(),
  lifetime: Lifetime,
  role: z.enum(["developer", "user"]),
  text: z.string(),
});
export type PromptFragment = z.infer<typeof PromptFragment>;

/**
 * A prompt went to a model. Never in the ledger: the evidence for why a prompt looked as it did. With
 * the state at `upTo` and `fragments` the body can be rebuilt, and has the hash `body`.
 */
export const RequestSent = factSchema("request.sent", {
  /** The last offset that the prompt was projected from. */
  upTo: Offset,
  /** Provider, model and settings that the prompt was projected for. */
  target: JsonObject,
  fragments: z.array(PromptFragment),
  /** `sha256-<hex>` of the request body's JSON. */
  body: z.string(),
  estimatedTokens: TokenCount,
});
export type RequestSent = z.infer<typeof RequestSent>;
