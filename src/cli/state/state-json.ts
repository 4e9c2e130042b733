import type { Baseline } from "../../events/slices.js";
import type { ThreadState } from "../../reducers/thread-state.js";
import type { BlobReader } from "../../runtime/discovery/session.js";
import { toWireItem } from "./wire-item.js";

/**
 * A state as `refold state --json` prints it: stable, described in docs/cli.md.
 * @throws {BlobMissing} @throws {BlobCorrupt} an image's bytes cannot be had
 */
export async function stateJson(state: ThreadState, blobs: BlobReader): Promise<object> {
  const { ledger, baseline, checkpoint, usage, turns, thread, log } = state;
  const items: object[] = [];
  for (const { item } of ledger.entries) items.push(await toWireItem(item, blobs));
  return {
    threadId: thread?.threadId ?? null,
    foreignId: thread?.source.foreignId ?? null,
    offset: log.head - 1,
    historyVersion: log.historyVersion,
    items,
    baseline: baseline === null ? null : baselineJson(baseline),
    previousTurn: turns.previous,
    checkpoint,
    usage,
    turns: {
      running: turns.running,
      userTurns: turns.userTurns,
      completed: turns.completed,
      aborted: turns.aborted,
    },
  };
}

/** The envelope, with its turn's id as the session spelled it. */
function baselineJson({ mode, envelope, foreignId, turn }: Baseline): object {
  const turnId = mode === "observed" ? foreignId : turn;
  return { turnId, model: envelope.model ?? null, ...envelope };
}
