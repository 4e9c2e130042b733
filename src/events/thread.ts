import { z } from "zod";
import { factSchema, LineSum, Offset, Ulid } from "./primitives.js";
import { ThreadConfiguration } from "./slices.js";

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

/** Where a fork left its parent: `id` and `sum` prove that the parent's event there is unchanged. */
export const ForkPoint = z.looseObject({
  threadId: Ulid,
  offset: Offset,
  id: Ulid,
  sum: LineSum,
});
export type ForkPoint = z.infer<typeof ForkPoint>;

/** A fork's first own event, at `from.offset + 1`: the prefix is referred to, not copied. */
export const ThreadForked = factSchema("thread.forked", {
  threadId: Ulid,
  from: ForkPoint,
  title: z.string().nullish(),
});
export type ThreadForked = z.infer<typeof ThreadForked>;

/** The thread got another title; null takes it away. */
export const ThreadRenamed = factSchema("thread.renamed", { title: z.string().nullable() });
export type ThreadRenamed = z.infer<typeof ThreadRenamed>;

/** The thread's own settings changed; a member that is absent stays as it was. */
export const ThreadConfigured = factSchema("thread.configured", ThreadConfiguration.shape);
export type ThreadConfigured = z.infer<typeof ThreadConfigured>;

/** The base instructions changed. `hash` is `sha256-<hex>` of the text's UTF-8 bytes. */
export const InstructionsSet = factSchema("instructions.set", {
  text: z.string(),
  hash: z.string(),
});
export type InstructionsSet = z.infer<typeof InstructionsSet>;

/** A tool as the model is told of it: a function with a JSON schema, or a free-form (custom) one. */
export const ToolDeclaration = z.looseObject({
  kind: z.enum(["function", "custom", "foreign"]),
  name: z.string(),
  description: z.string().nullish(),
  /** JSON schema of the arguments, for `function`. */
  parameters: z.unknown().optional(),
  strict: z.boolean().nullish(),
  /** Of a `function` in a namespace: `name` has the namespace's before its own (`harbour__ships`). */
  namespace: z.looseObject({ name: z.string(), description: z.string() }).optional(),
  /** Grammar of a `custom` tool's input, in the Responses API's shape. */
  format: z.unknown().optional(),
});
export type ToolDeclaration = z.infer<typeof ToolDeclaration>;

/** The declared tools changed; the list is complete. `hash` is of its JSON. */
export const ToolsDeclared = factSchema("tools.declared", {
  tools: z.array(ToolDeclaration),
  hash: z.string(),
});
export type ToolsDeclared = z.infer<typeof ToolsDeclared>;
