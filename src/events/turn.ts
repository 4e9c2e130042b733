import { z } from "zod";
import { factSchema } from "./primitives.js";
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
