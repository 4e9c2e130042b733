import { z } from "zod";
import { factSchema } from "./fact-schema.js";

/** The thread's own settings changed; a member that is absent stays as it was. */
export const ThreadConfigured = factSchema("thread.configured", {
  budget: z.unknown().optional(),
  strategy: z.unknown().optional(),
  limits: z.unknown().optional(),
  /** Of a conversation: provider and model that it speaks to. */
  conversation: z.unknown().optional(),
});
export type ThreadConfigured = z.infer<typeof ThreadConfigured>;
