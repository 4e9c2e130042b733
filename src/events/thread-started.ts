import { z } from "zod";
import { factSchema } from "./fact-schema.js";
import { Ulid } from "./primitives.js";

/** Who recorded a thread first, and the thread that a sub-agent's thread belongs to. */
export const ThreadSource = z.looseObject({
  /** `refold`, `codex`, … */
  dialect: z.string(),
  /** Version of the tool that recorded it; null: it did not say. */
  version: z.string().nullable(),
  /** The thread's id as its own tool spells it. */
  foreignId: z.string().nullish(),
  /** For a sub-agent: the thread that spawned it, as spelled there. */
  parent: z.looseObject({ threadId: z.string() }).nullish(),
});
export type ThreadSource = z.infer<typeof ThreadSource>;

/** A thread began. Always the event at offset 0 of a thread that is not a fork. */
export const ThreadStarted = factSchema("thread.started", {
  threadId: Ulid,
  cwd: z.string().nullable(),
  source: ThreadSource,
  memoryMode: z.string().nullable(),
  title: z.string().nullable(),
});
export type ThreadStarted = z.infer<typeof ThreadStarted>;
