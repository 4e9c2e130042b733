/** A figure that a measurement may not exceed: so many times its floor, or so much in its own unit. */
export interface Budget {
  readonly ratio?: number;
  readonly most?: number;
}

/**
 * The budgets, in the order of docs/performance.md. A row that measures one names it; the
 * table shows them first, and says of those that no row measured that they were left out.
 */
export const DESIGN_BUDGETS = {
  "full replay": { ratio: 1.4 },
  "full replay, memory": { ratio: 1.5 },
  "resume with checkpoints": { ratio: 3 },
  "resume with checkpoints, memory": { most: 80 },
  "resume, long against short": { ratio: 1.5 },
  "resume, long against short, memory": { ratio: 1.2 },
  "resume of 2 GB": { most: 100 },
  "resume of 2 GB, memory": { most: 120 },
  "append, durability none": { ratio: 1.25 },
  "append, long against short": { ratio: 1.25 },
  "append, durability turn": { ratio: 1.2 },
  "driven turn, durability none": { ratio: 2 },
  "driven turn, durability turn": { ratio: 1.3 },
  "replay of a Codex rollout": { ratio: 1.5 },
  "next prompt": { most: 30 },
  "fork at any offset": { most: 5 },
  "fork at any offset, written": { most: 2_048 },
  "rollback by one turn": { ratio: 2 },
  "command start, --version": { ratio: 1.3 },
  "command start": { ratio: 2 },
  import: { most: 150 },
  "bytes on disk": { ratio: 1.15 },
  "PostgreSQL, append a turn": { ratio: 2 },
  "PostgreSQL, 8 writers": { most: 667 },
  "PostgreSQL, 8 writers, followers": { most: 100 },
  "PostgreSQL, resume with checkpoints": { most: 10 },
  "PostgreSQL, resume, long against short": { ratio: 1.5 },
  "PostgreSQL, fork, rows": { most: 2 },
  "PostgreSQL, bytes on disk": { ratio: 1.3 },
  "vault, first pass": { most: 6_667 },
  "vault, first pass, memory": { most: 200 },
  "vault, bytes on disk": { ratio: 0.03 },
  "vault, next pass": { most: 1_000 },
  "vault, watching": { most: 1 },
  "slim, bytes": { ratio: 0.05 },
  "slim, memory": { most: 250 },
} as const satisfies Readonly<Record<string, Budget>>;

export type DesignBudget = keyof typeof DESIGN_BUDGETS;

/** What a result says about the budget that it measures. */
export function designed(name: DesignBudget): {
  readonly design: DesignBudget;
  readonly budget: Budget;
} {
  return { design: name, budget: DESIGN_BUDGETS[name] };
}
