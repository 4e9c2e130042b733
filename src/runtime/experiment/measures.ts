import { z } from "zod";

const Count = z.number().nonnegative();

/** The first request in which a variant asked something else than the base. */
export const FirstDifference = z.looseObject({
  /** Of the base's request; for `project` the offset that was forked at. */
  offset: z.int(),
  /** Of the variant's requests, from 1. */
  request: z.int().positive(),
  /** How, in one line; never any content. */
  words: z.string(),
});
export type FirstDifference = z.infer<typeof FirstDifference>;

/** How one request body differs from another, member by member. */
export const BodyDiff = z.looseObject({
  provider: z.string(),
  /** Of the variant's body less the base's, as JSON. */
  bytes: z.int(),
  members: z.array(
    z.looseObject({
      name: z.string(),
      change: z.enum(["added", "removed", "changed"]),
      /** For lists: elements that both begin and end with, and what lies between in each. */
      list: z
        .looseObject({ prefix: Count, suffix: Count, removed: Count, added: Count })
        .optional(),
    }),
  ),
});
export type BodyDiff = z.infer<typeof BodyDiff>;

/** What a variant came to. Tokens of `project` and `replay` are estimates where nothing was reported. */
export const VariantMeasures = z.looseObject({
  inputTokens: Count,
  cachedTokens: Count,
  outputTokens: Count,
  requests: Count,
  compactions: Count,
  /** Bytes of items that the model does not see any more. */
  forgottenBytes: Count,
  toolCalls: z.record(z.string(), Count),
  /** Of all turns; null: no turn says. */
  timeMs: Count.nullable(),
  firstDifference: FirstDifference.nullable(),
  /** Of the next prompt, estimated: by part, outputs by tool. */
  parts: z.record(z.string(), Count),
  /** What the next prompt had to be mended in, by kind. */
  repairs: z.record(z.string(), Count),
  /** Share of the base's prompt at the fork that this one still begins with, 0 to 1. */
  keptCache: z.number(),
  body: BodyDiff.nullable(),
  /** The caller's own; null: no figure. */
  own: z.record(z.string(), z.number().nullable()),
});
export type VariantMeasures = z.infer<typeof VariantMeasures>;
