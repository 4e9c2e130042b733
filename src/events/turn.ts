import { z } from "zod";
import { factSchema, Offset, TokenCount } from "./primitives.js";
import { Envelope, Usage } from "./slices.js";

/** A turn began, under this envelope. The event's `turn` is the turn's id. */
export const TurnStarted = factSchema("turn.started", {
  envelope: Envelope,
  /** The turn's id as a foreign session spelled it. */
  foreignId: z.string().nullish(),
});
export type TurnStarted = z.infer<typeof TurnStarted>;

const TurnEnd = {
  reason: z.string().nullable(),
  /** In milliseconds; null: unknown. */
  durationMs: z.number().nonnegative().nullable(),
  /** Running totals of the thread, so that a list of threads reads only the tail. */
  totals: z
    .looseObject({
      turns: z.int().nonnegative(),
      items: z.int().nonnegative(),
      usage: Usage,
      /** Of a conversation: the messages that the model still sees. */
      messages: z.int().nonnegative().nullish(),
      /** Given to the thread; null: none was. Absent in logs that do not say. */
      title: z.string().nullish(),
    })
    .nullish(),
  foreignId: z.string().nullish(),
};

/** The running turn ended as it should. */
export const TurnCompleted = factSchema("turn.completed", TurnEnd);
/** The running turn was cut short; `reason` says by what. */
export const TurnAborted = factSchema("turn.aborted", TurnEnd);
export type TurnCompleted = z.infer<typeof TurnCompleted>;
export type TurnAborted = z.infer<typeof TurnAborted>;

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
  /** Why the provider did not find the prefix in its cache, in its own word, and the tokens of it. */
  cacheMiss: z.looseObject({ reason: z.string(), tokens: TokenCount.nullable() }).nullish(),
});
export type UsageReported = z.infer<typeof UsageReported>;
