import type { ExperimentPart } from "../experiment-mark.js";
import { addUsd } from "../../models/model-price.js";
import { sum } from "../../projections/figures.js";

/** What a list says of a thread. */
export interface ThreadSummary {
  /** A ULID; that of a UUID has the same 128 bits. */
  readonly threadId: string;
  /** Where it was found: the store, the home of another tool, or among paths that were named. */
  readonly collection: "refold" | "codex" | "claude-code" | "pi" | "paths";
  /** By which it was recorded first: `codex`, `claude-code`, `pi`, or `refold`. */
  readonly tool: string;
  /** The file that holds it. */
  readonly path: string;
  /** Given to it, else how the first user's words begin; null: nobody said anything yet. */
  readonly title: string | null;
  /** Where the work began. */
  readonly cwd: string | null;
  /** Of the newest turn. */
  readonly model: string | null;
  /** RFC 3339 of the first own event. */
  readonly createdAt: string;
  /** RFC 3339 of the newest event. */
  readonly updatedAt: string;
  /** User turns that survive. */
  readonly turns: number;
  /**
   * Input and output of every request that the session made itself, each once, as `stats` counts them.
   * Of a thread that Refold drove and that is no fork: of the history that survives, which its tail says.
   */
  readonly tokens: number;
  /**
   * What those requests cost, in US dollars; null: unknown, or none was reported. It is not counted for a
   * thread that Refold drove and that is no fork.
   */
  readonly cost: number | null;
  /** Models of requests whose price is unknown, which `cost` is without; null: nobody named it. */
  readonly unpricedModels: readonly (string | null)[];
  /** On disk, in bytes; what its blobs take is not counted. */
  readonly sizeBytes: number;
  readonly isArchived: boolean;
  /** The thread and offset that a fork left; null: no fork, or the offset is not known. */
  readonly forkedFrom: { readonly threadId: string; readonly offset: number | null } | null;
  /** How many threads of the same collection were forked from it. */
  readonly forks: number;
  /** For a sub-agent: the thread that spawned it, as a ULID. */
  readonly parent: string | null;
  /** For a fork that an experiment made: what it is for. */
  readonly experiment: ExperimentPart | null;
  /** Files of the same thread that were left after when it was reverted, oldest first; absent: none. */
  readonly olderFiles?: readonly string[];
  /** Why it could not be read as it should, in one sentence; null: it could. */
  readonly problem: string | null;
}

/** A thread that nothing is known of yet; a list gives its members in this order (docs/cli.md, "list"). */
export const BLANK_SUMMARY: ThreadSummary = {
  threadId: "",
  collection: "refold",
  path: "",
  tool: "refold",
  title: null,
  cwd: null,
  model: null,
  createdAt: "",
  updatedAt: "",
  turns: 0,
  tokens: 0,
  cost: null,
  unpricedModels: [],
  sizeBytes: 0,
  isArchived: false,
  forkedFrom: null,
  forks: 0, // counted over all threads
  parent: null,
  experiment: null,
  problem: null,
};

/** The same with its members in one order, wherever it was read from. */
export function orderedSummary(thread: ThreadSummary): ThreadSummary {
  return { ...BLANK_SUMMARY, ...thread };
}

type SpentByThread = Pick<ThreadSummary, "tokens" | "cost" | "unpricedModels">;

/** What a session cost that is no fork: nobody knows, where no tokens were reported. */
export function costOfReported({ tokens, cost }: Pick<ThreadSummary, "tokens" | "cost">) {
  return tokens === 0 ? null : cost;
}

/** What threads spent together; the cost is that of those whose cost is known. */
export function spentTogether(threads: readonly SpentByThread[]): SpentByThread {
  const costs = threads.flatMap(({ cost }) => (cost === null ? [] : [cost]));
  return {
    tokens: sum(threads.map(({ tokens }) => tokens)),
    cost: costs.length === 0 ? null : costs.reduce(addUsd),
    unpricedModels: [...new Set(threads.flatMap((one) => one.unpricedModels))],
  };
}
