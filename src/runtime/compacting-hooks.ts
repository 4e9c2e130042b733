import type { Compaction, NoCompaction } from "./compaction/compaction.js";
import type { DueOptions, NextTurn } from "./compaction/compact-if-due.js";
import type { TurnHooks } from "./run-turn.js";

/** What the checks need: a `Thread`. */
export interface CompactingThread {
  compactIfDue(next: NextTurn, options: DueOptions): Promise<Compaction | NoCompaction | null>;
}

/**
 * The checks for compaction before a turn and, in it, before each further sampling; the caller's own
 * hooks see what they left.
 */
export function compactingHooks(
  thread: CompactingThread,
  options: DueOptions,
  hooks: TurnHooks = {},
): TurnHooks {
  return {
    beforeTurn: async (next) => {
      const { context, input } = next;
      await thread.compactIfDue({ context, input }, { ...options, ...signalOf(next) });
      await hooks.beforeTurn?.(next);
    },
    beforeSampling: async (next) => {
      await thread.compactIfDue({}, { ...options, ...signalOf(next) });
      await hooks.beforeSampling?.(next);
    },
  };
}

function signalOf({ signal }: { readonly signal?: AbortSignal }): Pick<DueOptions, "signal"> {
  return signal === undefined ? {} : { signal };
}
