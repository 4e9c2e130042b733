import { z } from "zod";
import { Item } from "../events/item.js";
import { ItemRef, Modality, Offset, TokenCount } from "../events/primitives.js";
import { ToolDeclaration } from "../events/thread.js";
import { STRATEGIES } from "../runtime/compaction/settings.js";

const Name = z.string().regex(/^[\p{L}\p{N}][\p{L}\p{N}_. -]{0,63}$/u, {
  error:
    "a name begins with a letter or a digit; then letters, digits, . _ - and spaces, 64 at most",
});
const Capability = z.strictObject({ name: z.string(), description: z.string().exactOptional() });

/** The envelope's facts, as `TurnContext` names them; model and provider are beside them. */
const VariantFacts = z.strictObject({
  cwd: z.string().exactOptional(),
  approvalPolicy: z.string().exactOptional(),
  sandboxPolicy: z
    .strictObject({ mode: z.string(), writableRoots: z.array(z.string()).exactOptional() })
    .exactOptional(),
  network: z.string().exactOptional(),
  shell: z.string().exactOptional(),
  timezone: z.string().exactOptional(),
  date: z.string().exactOptional(),
  subAgents: z.array(z.string()).exactOptional(),
  personality: z.string().exactOptional(),
  collaborationMode: z.strictObject({ mode: z.string(), instructions: z.string() }).exactOptional(),
  realtimeActive: z.boolean().exactOptional(),
  developerInstructions: z.string().exactOptional(),
  memory: z.string().exactOptional(),
  apps: z.array(Capability).exactOptional(),
  plugins: z.array(Capability).exactOptional(),
  skills: z
    .array(z.strictObject({ name: z.string(), description: z.string(), path: z.string() }))
    .exactOptional(),
  agentsFiles: z
    .array(z.strictObject({ path: z.string(), directory: z.string(), text: z.string() }))
    .exactOptional(),
  effort: z.string().exactOptional(),
  outputSchema: z.unknown().exactOptional(),
  modalities: z.array(Modality).exactOptional(),
  contextWindow: z.int().positive().exactOptional(),
  memoryMode: z.string().exactOptional(),
  /** Facts of the caller's own, for fragments of the caller's own. */
  own: z.record(z.string(), z.unknown()).exactOptional(),
});

/** One item of the history, changed, removed or added. Exactly one of the three. */
export const ItemEdit = z
  .strictObject({
    /** Another text or item replaces it. */
    change: ItemRef.exactOptional(),
    remove: ItemRef.exactOptional(),
    /** After this item one is added. */
    addAfter: ItemRef.exactOptional(),
    /** For `change`: of a message, or of a tool's output. For `addAfter`: what a user says. */
    text: z.string().exactOptional(),
    /** The whole item, in the shape of the Responses API. */
    item: Item.exactOptional(),
  })
  .superRefine(({ change, remove, addAfter, text, item }, context) => {
    const places = [change, remove, addAfter].filter((place) => place !== undefined);
    const contents = [text, item].filter((content) => content !== undefined);
    const wanted = remove === undefined ? 1 : 0;
    if (places.length === 1 && contents.length === wanted) return;
    const message =
      "wants one of {change, remove, addAfter}; with change and addAfter one of {text, item}";
    context.addIssue({ code: "custom", message });
  });
export type ItemEdit = z.infer<typeof ItemEdit>;

/** What one variant changes. */
export const Variant = z.strictObject({
  facts: VariantFacts.exactOptional(),
  model: z.string().min(1).exactOptional(),
  provider: z.string().min(1).exactOptional(),
  /** Base instructions. */
  instructions: z.string().exactOptional(),
  tools: z
    .strictObject({
      /** All of them. */
      set: z.array(ToolDeclaration).exactOptional(),
      /** Those of a name that is there take its place. */
      add: z.array(ToolDeclaration).exactOptional(),
      remove: z.array(z.string()).exactOptional(),
    })
    .exactOptional(),
  /** Outputs of the history are bounded anew, from their originals; those that come likewise. */
  truncation: z
    .strictObject({ mode: z.enum(["bytes", "tokens"]), limit: z.int().nonnegative() })
    .exactOptional(),
  compaction: z
    .strictObject({
      strategy: z.enum(STRATEGIES).exactOptional(),
      /** Due at this total, in tokens. Absent: the history is compacted at the fork. */
      compactAt: TokenCount.exactOptional(),
      keepOutputs: z.int().nonnegative().exactOptional(),
      /** In tokens. */
      keptMessages: TokenCount.exactOptional(),
      /** What is enough, in tokens. */
      target: z.int().positive().exactOptional(),
    })
    .exactOptional(),
  items: z.array(ItemEdit).min(1).exactOptional(),
  /** Context that every request sees and the ledger never does. */
  fragments: z
    .array(
      z.strictObject({ kind: z.string(), role: z.enum(["developer", "user"]), text: z.string() }),
    )
    .min(1)
    .exactOptional(),
});
export type Variant = z.infer<typeof Variant>;

export const MODES = ["project", "replay", "run"] as const;

/** What an experiment varies, and what is done with each variant. */
export const ExperimentPlan = z.strictObject({
  /** Tells its forks from those of others. */
  name: Name,
  /** A thread of the store, or a recorded session's file, which is imported into the store. */
  base: z.string().min(1),
  /** The last offset that all share, inclusive. */
  at: Offset.exactOptional(),
  /** Before this surviving user turn, counted from 1. */
  beforeTurn: z.int().positive().exactOptional(),
  mode: z.enum(MODES),
  /**
   * How many turns a variant goes on, as `refold replay` counts them: `rest` is what is left of the
   * turn that the offset is in.
   * Default: with `replay` all that were recorded after, with `run` one for each input.
   */
  turns: z
    .union([z.int().positive(), z.literal("rest")], {
      error: "has to be a number of turns, or `rest`",
    })
    .exactOptional(),
  /** What the user says in each turn of a `run`. Default: what was recorded. */
  inputs: z.array(z.string()).min(1).exactOptional(),
  /** Each variant so often, with the seeds 1, 2, … */
  repetitions: z.int().positive().max(1000).exactOptional(),
  seeds: z.array(z.int()).min(1).max(1000).exactOptional(),
  /** What a `run` may use at most, all variants together. */
  budget: z
    .strictObject({
      tokens: z.int().positive().exactOptional(),
      requests: z.int().positive().exactOptional(),
    })
    .exactOptional(),
  variants: z.record(Name, Variant),
});
export type ExperimentPlan = z.infer<typeof ExperimentPlan>;
