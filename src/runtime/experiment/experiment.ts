import type { EventSource } from "../../events/event-source.js";
import type { ThreadState } from "../../reducers/thread-state.js";
import type { EventStore } from "../../store/event-store.js";
import type { FragmentRegistry } from "../fragments/registry.js";
import type { ModelClient } from "../models/model-client.js";
import type { RetryPolicy } from "../models/retries.js";
import type { Clock } from "../thread-log.js";
import type { Tool } from "../tools/tool.js";
import type { PlanSource } from "./invalid-plan.js";
import type { ExperimentPlan } from "./plan.js";

/** What a client is made for: a turn of a variant. */
export interface ClientWish {
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
  readonly client?: (wish: ClientWish) => ExperimentClient | Promise<ExperimentClient>;
  readonly metrics?: Readonly<Record<string, Metric>>;
  readonly registry?: FragmentRegistry;
  readonly clock?: Clock;
  readonly retries?: RetryPolicy;
  /** Where the plan was read from, for messages. */
  readonly planSource?: PlanSource;
}
