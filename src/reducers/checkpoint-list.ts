import { noSuchOffset } from "./errors.js";
import type { EventSource } from "../events/event-source.js";
import type { Fact, LogEvent } from "../events/event.js";
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
  const { rows, head } = await surveyLog(source, to, (event) =>
    isKnownEvent(event) ? countedFacts(event).flatMap((fact) => entryOf(fact, event)) : [],
  );
  if (to !== undefined && head !== to + 1) throw noSuchOffset(to, head);
  return rows;
}

function entryOf(
  fact: Fact,
  { offset, at }: { readonly offset: number; readonly at: string },
): readonly Omit<CheckpointEntry, "survives">[] {
  if (fact.type !== "history.compacted") return [];
  const { windowNumber, trigger, reason, summary, replaced, tokensBefore, tokensAfter } = fact.data;
  const told = { windowNumber, trigger, reason, summary, replaced, tokensBefore, tokensAfter };
  return [{ offset, at, ...told }];
}

/**
 * Reads a whole log, rolled-back events included, for a view with rows for its events.
 * @returns the rows, each with whether its event survives; and the offset that the next event gets
 */
export async function surveyLog<Row extends { readonly offset: number }>(
  source: EventSource,
  to: number | undefined,
  rowsOf: (event: LogEvent) => readonly Row[],
): Promise<{ rows: readonly (Row & { survives: boolean })[]; head: number }> {
  const found: Row[] = [];
  const rollbacks: Rollback[] = [];
  let head = 0;
  for await (const event of source.read(to === undefined ? {} : { to })) {
    head = event.offset + 1;
    const rollback = rollbackIn(event);
    if (rollback !== null) rollbacks.push(rollback);
    found.push(...rowsOf(event));
  }
  const ranges = survivingRanges(rollbacks, head - 1);
  const rows = found.map((row) => ({ ...row, survives: survives(ranges, row.offset) }));
  return { rows, head };
}
