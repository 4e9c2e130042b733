import { z } from "zod";
import {
  ItemRef,
  JsonObject,
  Modality,
  Offset,
  TokenCount,
  TruncationPolicy,
  Ulid,
} from "./primitives.js";

/**
 * The turn-local facts. A fact that is absent is unknown: the model has not been told it and it is
 * not diffed. Tools and base instructions are named by hash; their texts are in `tools.declared`
 * and `instructions.set`. Facts of the caller's own are kept next to the known ones.
 */
export const Envelope = z.looseObject({
  model: z.string().optional(),
  provider: z.string().optional(),
  cwd: z.string().optional(),
  approvalPolicy: z.unknown().optional(),
  /** In the wire shape of Codex: `{mode: "workspace-write", writable_roots, network_access, …}`. */
  sandboxPolicy: z.unknown().optional(),
  network: z.unknown().optional(),
  personality: z.string().nullish(),
  collaborationMode: z.unknown().optional(),
  effort: z.string().nullish(),
  realtimeActive: z.boolean().nullish(),
  outputSchema: z.unknown().optional(),
  modalities: z.array(Modality).optional(),
  /** In tokens. */
  contextWindow: z.int().positive().nullish(),
  truncationPolicy: TruncationPolicy.optional(),
  memoryMode: z.string().nullish(),
  /** `2026-04-01`, in `timezone`. */
  date: z.string().optional(),
  /** IANA name. */
  timezone: z.string().optional(),
  toolsHash: z.string().optional(),
  instructionsHash: z.string().optional(),
});
export type Envelope = z.infer<typeof Envelope>;

/**
 * The parts of `ThreadState` that a `history.compacted` event carries, so that a reader that comes
 * from the end needs nothing older (law 8). The reducers' types are inferred from here.
 */

/** Counts in tokens. `input` is everything that went in; the cache counts are parts of it. */
export const Usage = z.looseObject({
  input: TokenCount,
  cachedInput: TokenCount,
  cacheWrite: TokenCount,
  /** Part of `cacheWrite`, kept for the provider's longer lifetime (Anthropic: 1 hour); absent: not reported. */
  longCacheWrite: TokenCount.optional(),
  output: TokenCount,
  /** The output was counted while the answer streamed: the whole had more, and nobody recorded it. */
  partial: z.literal(true).optional(),
  reasoning: TokenCount,
  total: TokenCount,
});
export type Usage = z.infer<typeof Usage>;

export const UsageState = z.looseObject({
  /** Of the last request that reported; null before the first and after the ledger was rewritten without an estimate. */
  last: Usage.nullable(),
  /** Sum of all reports that survive. */
  total: Usage,
  /** In tokens; null while nobody has named it. */
  contextWindow: TokenCount.nullable(),
  /** Offset of the event that set `last`: `usage.reported`, or the compaction that re-estimated it. */
  lastAt: Offset.nullable(),
  /** True when `last.total` is our own estimate and not a provider's report. */
  lastIsEstimate: z.boolean(),
});
export type UsageState = z.infer<typeof UsageState>;

/** Model and realtime flag of a turn: what the next turn's model switch is told against. */
export const TurnSettings = z.looseObject({
  model: z.string().nullable(),
  realtimeActive: z.boolean().nullable(),
});
export type TurnSettings = z.infer<typeof TurnSettings>;

export const RunningTurn = z.looseObject({
  turn: Ulid,
  /** The turn's id as a foreign session spelled it. */
  foreignId: z.string().nullable(),
  startedAt: Offset,
  envelope: Envelope,
  /** True once the turn holds a boundary: it then counts as a user turn. */
  hasBoundary: z.boolean(),
});
export type RunningTurn = z.infer<typeof RunningTurn>;

export const TurnsState = z.looseObject({
  running: RunningTurn.nullable(),
  /** Surviving user turns, the running one included. */
  userTurns: z.int().nonnegative(),
  completed: z.int().nonnegative(),
  aborted: z.int().nonnegative(),
  /** Settings of the newest surviving user turn; null: none. */
  previous: TurnSettings.nullable(),
  /**
   * Whether what is in between the newest `turn.started` and now is counted as a user turn already:
   * a turn lasts to the next `turn.started`, beyond its end. Absent: no turn was ever started, and
   * every boundary begins a turn (docs/semantics.md §4.2).
   */
  newestCounted: z.boolean().optional(),
});
export type TurnsState = z.infer<typeof TurnsState>;

export const Baseline = z.looseObject({
  /** `observed`: a foreign session's, whose items do not say which facts they tell. */
  mode: z.enum(["told", "observed"]),
  turn: Ulid.nullable(),
  /** The turn's id as a foreign session spelled it. */
  foreignId: z.string().nullable(),
  envelope: Envelope,
  /** For each fact the item that last told it. Empty when `observed`. */
  toldBy: z.record(z.string(), ItemRef),
});
export type Baseline = z.infer<typeof Baseline>;

/** Where a text is that is too large to repeat: the offset of its event, and its hash. */
export const TextPointer = z.looseObject({ offset: Offset, hash: z.string() });

export const ThreadConfiguration = z.looseObject({
  budget: z.unknown().optional(),
  strategy: z.unknown().optional(),
  limits: z.unknown().optional(),
  /** Of a conversation: provider and model that it speaks to. */
  conversation: z.unknown().optional(),
});
export type ThreadConfiguration = z.infer<typeof ThreadConfiguration>;

/** The bounded remainder of a state: everything but the ledger, the checkpoint and the log. */
export const CheckpointRest = z.looseObject({
  baseline: Baseline.nullable(),
  usage: UsageState,
  turns: TurnsState,
  thread: z.looseObject({
    title: z.string().nullable(),
    configuration: ThreadConfiguration,
    memoryMode: z.string().nullable(),
    instructions: TextPointer.nullable(),
    tools: TextPointer.nullable(),
    /** Offset of the `thread.forked` that last changed whose thread this is; null: none. */
    forkedAt: Offset.nullable(),
  }),
  /** The surviving checkpoint before this one, for views that walk back; null: none. */
  previousCheckpoint: Offset.nullable(),
  /** Facts of the caller's own event types. */
  extra: JsonObject.optional(),
});
export type CheckpointRest = z.infer<typeof CheckpointRest>;
