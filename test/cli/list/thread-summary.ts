import type { ThreadSummary } from "../../../src/sessions/listing/thread-summary.js";

/** A thread as a list knows it. */
export function summary(facts: Partial<ThreadSummary> = {}): ThreadSummary {
  return {
    ...{ threadId: "01KN6MM6TRFAHVDH0DBT7K39Y9", collection: "refold", path: "/threads/x.jsonl" },
    ...{ title: "tides", cwd: "/srv/tide", model: "gpt-5.2", turns: 3, tokens: 1200 },
    ...{ createdAt: "2026-04-01T10:00:00.000Z", updatedAt: "2026-04-01T11:00:00.000Z" },
    ...{ sizeBytes: 2048, isArchived: false, forkedFrom: null, forks: 0, problem: null },
    ...{ tool: "refold", parent: null, experiment: null, cost: 1.25, unpricedModels: [] },
    ...facts,
  };
}
