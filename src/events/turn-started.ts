import { z } from "zod";
import { Envelope } from "./envelope.js";
import { factSchema } from "./fact-schema.js";

/** A turn began, under this envelope. The event's `turn` is the turn's id. */
export const TurnStarted = factSchema("turn.started", {
  envelope: Envelope,
  /** The turn's id as a foreign session spelled it. */
  foreignId: z.string().nullish(),
});
export type TurnStarted = z.infer<typeof TurnStarted>;
