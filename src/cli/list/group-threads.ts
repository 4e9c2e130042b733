import { sum } from "../../projections/figures.js";
import { spentTogether, type ThreadSummary } from "../../sessions/listing/thread-summary.js";

/** A row of a list: a thread, with those that are shown as part of it. */
export interface ThreadRow {
  readonly thread: ThreadSummary;
  /** Sub-agents of the thread, and theirs. */
  readonly subAgents: number;
  /** Forks of the experiment that the thread is one of; 0: it is shown by itself. */
  readonly variants: number;
  /** When the newest of them changed. */
  readonly updatedAt: string;
  /** Of all of them. */
  readonly tokens: number;
  readonly cost: number | null;
  readonly unpricedModels: readonly (string | null)[];
  readonly sizeBytes: number;
}

/** Each thread in a row of its own. */
export function plainRows(threads: readonly ThreadSummary[]): readonly ThreadRow[] {
  return threads.map((thread) => rowOf(thread, [thread], 0));
}

/**
 * Sub-agents in the row of the thread that spawned them, if that is listed, and all forks of an
 * experiment in one row. A row stands where the newest of its threads does.
 * @param threads the last changed first
 */
export function groupedRows(threads: readonly ThreadSummary[]): readonly ThreadRow[] {
  const byId = new Map(threads.map((thread) => [thread.threadId, thread]));
  const groups = new Map<string, { readonly root: ThreadSummary; readonly all: ThreadSummary[] }>();
  for (const thread of threads) {
    const root = rootOf(thread, byId);
    const key = groupOf(root);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { root, all: [thread] });
    else group.all.push(thread);
  }
  return [...groups.values()].map(({ root, all }) => {
    const isExperiment = root.experiment !== null && all.length > 1;
    return rowOf(root, all, isExperiment ? all.length : 0);
  });
}

/** The thread that spawned it, or that one's, as far as they are listed. */
function rootOf(thread: ThreadSummary, byId: ReadonlyMap<string, ThreadSummary>): ThreadSummary {
  const seen = new Set([thread]);
  let root = thread;
  for (let parent = parentOf(root, byId); parent !== undefined; parent = parentOf(root, byId)) {
    if (seen.has(parent)) break; // files may say anything
    seen.add(parent);
    root = parent;
  }
  return root;
}

function parentOf(
  { parent }: ThreadSummary,
  byId: ReadonlyMap<string, ThreadSummary>,
): ThreadSummary | undefined {
  return parent === null ? undefined : byId.get(parent);
}

function groupOf({ experiment, path }: ThreadSummary): string {
  return experiment === null ? path : JSON.stringify([experiment.base, experiment.name]);
}

function rowOf(thread: ThreadSummary, all: readonly ThreadSummary[], variants: number): ThreadRow {
  return {
    thread,
    subAgents: variants > 0 ? 0 : all.length - 1,
    variants,
    updatedAt: all[0]?.updatedAt ?? thread.updatedAt,
    ...spentTogether(all),
    sizeBytes: sum(all.map(({ sizeBytes }) => sizeBytes)),
  };
}
