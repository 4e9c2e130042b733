import { z } from "zod";
import { RecordedItem } from "./item.js";
import { factSchema, ItemRef, JsonObject, Offset, TokenCount } from "./primitives.js";
import { Envelope, TurnSettings } from "./slices.js";

/** How long a piece of context lives (docs/semantics.md §14.2). */
export const Lifetime = z.enum(["session", "turn", "checkpoint", "prompt", "client"]);
export type Lifetime = z.infer<typeof Lifetime>;

/** A piece of context inside an item of the same event. */
export const InjectedFragment = z.looseObject({
  kind: z.string(),
  lifetime: Lifetime,
  /** The envelope's fact that it tells; null: none. */
  fact: z.string().nullable(),
  tokens: TokenCount,
  /** Index into `items`. */
  item: z.int().nonnegative(),
});
export type InjectedFragment = z.infer<typeof InjectedFragment>;

/**
 * The model was told the running turn's facts: all (`full`), or those that changed (`diff`); the
 * running turn's envelope becomes the baseline, also when no item was needed. `observed`: a foreign
 * session settled which of its recorded contexts count; then `envelope` is the new baseline (null:
 * none from here on; absent: unchanged) and `previousTurn` the settings (null: none; absent:
 * unchanged).
 */
export const ContextInjected = factSchema("context.injected", {
  mode: z.enum(["full", "diff", "observed"]),
  items: z.array(RecordedItem),
  fragments: z.array(InjectedFragment),
  /** `observed` only. */
  envelope: Envelope.nullish(),
  /** `observed` only: the turn's id as the session spelled it. */
  foreignId: z.string().nullish(),
  /** `observed` only. */
  previousTurn: TurnSettings.nullish(),
  /** `observed` only: where the context that counts was recorded. */
  contextAt: ItemRef.nullish(),
});
export type ContextInjected = z.infer<typeof ContextInjected>;

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
