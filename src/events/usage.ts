import { z } from "zod";
import { factSchema, Offset, TokenCount } from "./primitives.js";
import { Usage } from "./slices.js";

/** A provider said what one sampling request cost. Every count is in tokens, as reported. */
export const UsageReported = factSchema("usage.reported", {
  usage: Usage,
  /** Null: the provider did not say; what was known before stays. */
  contextWindow: TokenCount.nullable(),
  /** Offset of the `request.sent` that it answers; null: unknown. */
  request: Offset.nullable(),
  /** The session's own running totals, where a foreign session records them. */
  totals: Usage.nullish(),
  /**
   * What an earlier report said of the same request, where a foreign session reports while an answer
   * streams: this one replaces it, so that a request is counted once.
   */
  revised: Usage.nullish(),
  /** US dollars, where a foreign session records them; 0 is never recorded for tokens. */
  cost: z.number().positive().nullish(),
  /**
   * The request stood beside the conversation: a sub-agent's, a tool's own, that of a summary. It was paid
   * for, and says nothing of how full the context window is. `model` null: the one at work then.
   */
  aside: z.looseObject({ model: z.string().nullable() }).nullish(),
  /** Why the provider did not find the prefix in its cache, in its own word, and the tokens of it. */
  cacheMiss: z.looseObject({ reason: z.string(), tokens: TokenCount.nullable() }).nullish(),
});
export type UsageReported = z.infer<typeof UsageReported>;
