import { z } from "zod";
import { factSchema } from "./fact-schema.js";
import { LINE_SUM_PATTERN } from "./patterns.js";
import { Offset, Ulid } from "./primitives.js";

/** Where a fork left its parent: `id` and `sum` prove that the parent's event there is unchanged. */
export const ForkPoint = z.looseObject({
  threadId: Ulid,
  offset: Offset,
  id: Ulid,
  sum: z.string().regex(LINE_SUM_PATTERN),
});
export type ForkPoint = z.infer<typeof ForkPoint>;

/** A fork's first own event, at `from.offset + 1`: the prefix is referred to, not copied. */
export const ThreadForked = factSchema("thread.forked", {
  threadId: Ulid,
  from: ForkPoint,
  title: z.string().nullish(),
});
export type ThreadForked = z.infer<typeof ThreadForked>;
