import type { LogEvent } from "../../../events/event.js";
import { isKnownEvent } from "../../../events/known-event.js";
import { entriesOf, type ReadEntry } from "../../../projections/transcript/project-transcript.js";
import { describeItem } from "../../../projections/transcript/transcript.js";
import { refKey } from "../../../reducers/item-refs.js";
import { itemsOf } from "../../../reducers/reduce.js";
import { type SurvivingRange, survives, survivingRanges } from "../../../reducers/spine.js";
import type { TurnOutline } from "../../../sessions/survey.js";
import type { TranscriptRow, TranscriptWindow } from "../../api-views.js";
import type { OpenedSession } from "../opened-session.js";
import { firstRow, type RowRange } from "../query.js";
import { factsIn, picturesOf } from "./items.js";
import { transcriptRow } from "./transcript-row.js";

/**
 * A part of what survives, as `refold transcript` shows it, as far as the session was read.
 * @param at the offset whose row is asked for
 */
export async function transcriptWindow(
  opened: OpenedSession,
  at: number,
  range: RowRange,
): Promise<TranscriptWindow> {
  const { index } = opened;
  const ranges = survivingRanges(index.outline.rollbacks, index.head - 1);
  const { count } = range;
  const total = countEntries(ranges, index.entryCounts);
  const from = firstRow(range, total);
  const { offset, skipped } = findEntry(ranges, index.entryCounts, from);
  const rows: TranscriptRow[] = [];
  if (offset !== null) {
    const turns = new TurnStarts(index.outline.turns);
    let toSkip = skipped;
    for await (const event of survivingEvents(opened, ranges, offset)) {
      const made = await rowsOf(opened, event, turns);
      rows.push(...made.slice(toSkip));
      toSkip = 0;
      if (rows.length >= count) break;
    }
  }
  const atRow = Math.max(0, countEntries(ranges, index.entryCounts, at) - 1);
  return { total, from, rows: rows.slice(0, count), atRow };
}

/** Number of entries up to an offset. */
function countEntries(
  ranges: readonly SurvivingRange[],
  counts: readonly number[],
  upTo = Infinity,
): number {
  let total = 0;
  for (const { from, to } of ranges) {
    const last = Math.min(to, upTo);
    for (let offset = from; offset <= last; offset += 1) total += counts[offset] ?? 0;
  }
  return total;
}

/** The event that makes an entry, by the entry's number; null: there are fewer. */
function findEntry(
  ranges: readonly SurvivingRange[],
  counts: readonly number[],
  entry: number,
): { readonly offset: number | null; readonly skipped: number } {
  let before = 0;
  for (const { from, to } of ranges) {
    for (let offset = from; offset <= to; offset += 1) {
      const count = counts[offset] ?? 0;
      if (before + count > entry) return { offset, skipped: entry - before };
      before += count;
    }
  }
  return { offset: null, skipped: 0 };
}

const EVENTS_A_READ = 128;

async function* survivingEvents(
  opened: OpenedSession,
  ranges: readonly SurvivingRange[],
  from: number,
): AsyncGenerator<LogEvent> {
  for (let next = from; next < opened.index.head; next += EVENTS_A_READ) {
    for (const event of await opened.eventsIn(next, EVENTS_A_READ)) {
      if (survives(ranges, event.offset)) yield event;
    }
  }
}

/** Where a turn begins, once for each. */
class TurnStarts {
  readonly #turns: readonly TurnOutline[];
  #named: TurnOutline | null = null;

  constructor(turns: readonly TurnOutline[]) {
    this.#turns = turns.filter(({ rolledBackAt }) => rolledBackAt === null);
  }

  at(offset: number): TranscriptRow["turn"] {
    const turn = this.#turns.findLast((one) => one.offset <= offset);
    if (turn === undefined || turn === this.#named) return null;
    const isFirst = this.#named === null;
    this.#named = turn;
    const { number, startedAt, model, end } = turn;
    const words = end === null ? null : [end.kind, end.reason].filter(Boolean).join(": ");
    return isFirst && turn.offset < offset ? null : { number, startedAt, model, end: words };
  }
}

async function rowsOf(
  opened: OpenedSession,
  event: LogEvent,
  turns: TurnStarts,
): Promise<readonly TranscriptRow[]> {
  if (!isKnownEvent(event)) return [];
  const entries = entriesOf(event, opened.index.toolNames);
  if (entries.length === 0) return [];
  const items = (await readableItems(opened, event)).values();
  return entries.map((read) => {
    const item = read.entry.speaker === "note" || isSummary(read) ? null : items.next().value;
    return rowOf(opened, read, { item: item ?? null, turn: turns.at(event.offset) });
  });
}

type PlacedItem = Awaited<ReturnType<typeof readableItems>>[number];

/** The items of an event that are for reading, with their refs. */
async function readableItems(opened: OpenedSession, event: LogEvent) {
  return (await factsIn(opened, event)).flatMap(({ fact, refAt }) => {
    if (fact.type === "history.compacted") return [];
    const items = itemsOf(fact).map((recorded, index) => ({ recorded, ref: refKey(refAt(index)) }));
    return items.filter(({ recorded: { item, origin } }) => describeItem(item, origin) !== null);
  });
}

/** What a compaction says is a fact's, and no item's. */
function isSummary({ entry }: ReadEntry): boolean {
  return entry.speaker === "summary";
}

const TEXT_CHARS = 20_000;

function rowOf(
  { key }: OpenedSession,
  { entry }: ReadEntry,
  { item, turn }: { readonly item: PlacedItem | null; readonly turn: TranscriptRow["turn"] },
): TranscriptRow {
  return transcriptRow(entry, {
    ...{ turn, mostChars: TEXT_CHARS, ref: item?.ref ?? null },
    pictures: item === null ? [] : picturesOf(key, item.recorded, item.ref),
  });
}
