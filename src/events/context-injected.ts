import { z } from "zod";
import { Envelope } from "./envelope.js";
import { factSchema } from "./fact-schema.js";
import { ItemRef, TokenCount } from "./primitives.js";
import { RecordedItem } from "./recorded-item.js";
import { TurnSettings } from "./slices.js";

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
