import { ForkParentChanged } from "../../fork-parent-changed.js";
import { ForkParentMissing } from "../../fork-parent-missing.js";
import { ThreadNotFound } from "../../thread-not-found.js";
import type { EventStore } from "../../event-store.js";
import { readToEnd } from "./read-to-end.js";
import type { Finding } from "./finding.js";

/** A fork: its own file, and the thread that it left. */
export interface CheckedFork {
  readonly path: string;
  readonly threadId: string;
  readonly parentId: string;
}

/**
 * Whether a fork can be read through its ancestors: each is there, and its event at the fork is the
 * one that the fork recorded.
 * @param parents of every fork, by thread
 */
export async function checkAncestry(
  store: EventStore,
  { path, threadId, parentId }: CheckedFork,
  parents: ReadonlyMap<string, string>,
): Promise<Finding | null> {
  const severity = "error";
  if (isInCircle(threadId, parents)) {
    const message = `its ancestors lead back to it, by way of thread ${parentId}`;
    return { kind: "fork-cycle", severity, path, message, remedy: RESTORE };
  }
  try {
    const head = await store.head(threadId);
    await readToEnd(store.read(threadId, { from: head, newer: "ignore" }));
    return null;
  } catch (error) {
    if (error instanceof ThreadNotFound) return null; // no whole batch: told of already
    if (error instanceof ForkParentMissing) {
      return {
        kind: "fork-parent-missing",
        severity,
        path,
        message: error.message,
        remedy: RESTORE,
      };
    }
    if (!(error instanceof ForkParentChanged)) throw error;
    return { kind: "fork-parent-changed", severity, path, message: error.message, remedy: RESTORE };
  }
}

const RESTORE = "put the parent's rollout back from a backup; the fork's own events are whole";

function isInCircle(threadId: string, parents: ReadonlyMap<string, string>): boolean {
  const seen = new Set<string>();
  let at = parents.get(threadId);
  while (at !== undefined && !seen.has(at)) {
    if (at === threadId) return true;
    seen.add(at);
    at = parents.get(at);
  }
  return false;
}
