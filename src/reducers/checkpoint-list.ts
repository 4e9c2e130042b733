import { noSuchOffset } from "./errors.js";
import type { EventSource } from "../events/event-source.js";
import type { HistoryCompacted } from "../events/history.js";
import { isKnownEvent } from "../events/known-event.js";
import { countedFacts } from "./reduce.js";
import { rollbackIn } from "./replay-events.js";
import { type Rollback, survives, survivingRanges } from "./spine.js";

/** One compaction of a thread, discarded ones included. */
export interface CheckpointEntry {
  readonly offset: number;
  /** RFC 3339. */
  readonly at: string;
  readonly windowNumber: number;
  readonly trigger: HistoryCompacted["data"]["trigger"];
  readonly reason: string | null;
  readonly summary: string | null;
  readonly replaced: { readonly from: number; readonly to: number } | null;
  readonly tokensBefore: number | null;
  readonly tokensAfter: number | null;
  readonly survives: boolean;
}

/**
 * Every compaction that a log tells of, oldest first. A view that walks the whole log: it grows with
 * the thread and is no state.
 * @param options.to the last offset that counts; absent: the newest
 * @throws {RefoldError} `offset-out-of-range`: `to` is no offset of the log
 */
export async function checkpointList(
  source: EventSource,
  { to }: { readonly to?: number } = {},
): Promise<readonly CheckpointEntry[]> {
  const found: Omit<CheckpointEntry, "survives">[] = [];
  const rollbacks: Rollback[] = [];
  let head = 0;
  for await (const event of source.read(to === undefined ? {} : { from: 0, to })) {
    head = event.offset + 1;
    const rollback = rollbackIn(event);
    if (rollback !== null) rollbacks.push(rollback);
    if (!isKnownEvent(event)) continue;
    for (const fact of countedFacts(event)) {
      if (fact.type === "history.compacted") found.push(entryOf(fact, event));
    }
  }
  if (to !== undefined && head !== to + 1) throw noSuchOffset(to, head);
  const ranges = survivingRanges(rollbacks, head - 1);
  return found.map((entry) => ({ ...entry, survives: survives(ranges, entry.offset) }));
}

function entryOf(
  { data }: HistoryCompacted,
  { offset, at }: { readonly offset: number; readonly at: string },
): Omit<CheckpointEntry, "survives"> {
  const { windowNumber, trigger, reason, summary, replaced, tokensBefore, tokensAfter } = data;
  return {
    offset,
    at,
    windowNumber,
    trigger,
    reason,
    summary,
    replaced,
    tokensBefore,
    tokensAfter,
  };
}
