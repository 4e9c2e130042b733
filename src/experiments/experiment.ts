import { z } from "zod";
import type { EventSource } from "../events/event-source.js";
import type { PriceTable } from "../models/prices.js";
import type { ThreadState } from "../reducers/thread-state.js";
import type { FragmentRegistry } from "../runtime/fragments/registry.js";
import type { ModelClient } from "../runtime/models/model-client.js";
import type { RetryPolicy } from "../runtime/models/retries.js";
import type { Clock } from "../runtime/thread-log.js";
import type { Tool } from "../runtime/tools/tool.js";
import type { EventStore } from "../store/event-store.js";
import type { PlanSource } from "./errors.js";
import type { ExperimentPlan } from "./plan.js";

/** What a client is made for: a turn of a variant. */
export interface ClientTurn {
  readonly variant: string;
  /** From 1. */
  readonly repetition: number;
  readonly seed: number;
  /** From 1: the variant's own turns. */
  readonly turn: number;
  /** As the variant or the base names it; null: neither does. */
  readonly model: string | null;
  readonly provider: string | null;
}

/** Who answers in a `run`. */
export interface ExperimentClient {
  readonly model: ModelClient;
  /** Absent: the declared tools stay declared, and their calls fail. */
  readonly tools?: readonly Tool[];
}

/** A figure of the caller's own. */
export interface Metric {
  /** Asked once, when a variant is done; null: there is none. */
  readonly measure: (measured: MeasuredThread) => number | null | Promise<number | null>;
  /** Which end is the good one. Default: more. */
  readonly better?: "more" | "less";
}

/** What a metric looks at. */
export interface MeasuredThread {
  readonly threadId: string;
  readonly state: ThreadState;
  readonly source: EventSource;
}

/** An experiment: a plan, and what it is run with. */
export interface Experiment extends ExperimentPlan {
  /** Holds the base, and gets the forks; it stays the caller's to close. */
  readonly store: EventStore;
  /**
   * Who answers in a `run`: asked for each turn, so that an experiment that was interrupted goes on at
   * a turn. Before anything is forked it is asked for each variant's first turn; what it throws then
   * ends the experiment.
   */
  readonly client?: (turn: ClientTurn) => ExperimentClient | Promise<ExperimentClient>;
  readonly metrics?: Readonly<Record<string, Metric>>;
  /** What requests cost, from the run on; absent: the known prices. */
  readonly prices?: PriceTable;
  readonly registry?: FragmentRegistry;
  readonly clock?: Clock;
  readonly retries?: RetryPolicy;
  /** Where the plan was read from, for messages. */
  readonly planSource?: PlanSource;
}

/** What became of one variant, once. */
export interface VariantResult {
  readonly variant: string;
  /** From 1. */
  readonly repetition: number;
  readonly seed: number;
  /** The fork. */
  readonly threadId: string;
  /** `unfinished`: it was never begun, or was interrupted. */
  readonly outcome: "done" | "failed" | "unfinished";
  /** Of a failed one: a `RefoldError`'s code, or `error`. Null: it did not fail. */
  readonly failure: { readonly code: string; readonly message: string } | null;
  /** Of a variant that is done. */
  readonly measures: VariantMeasures | null;
}

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
      /** For lists: elements that both begin and end with, and what is in between in each. */
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
  /** US dollars; null: unknown; absent: measured by a version that knew no prices. */
  cost: Count.nullable().optional(),
  /** Models of requests whose cost is unknown; null: nobody named it. */
  unpricedModels: z.array(z.string().nullable()).optional(),
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
