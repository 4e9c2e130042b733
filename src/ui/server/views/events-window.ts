import { tokensOfBytes } from "../../../events/bytes.js";
import type { LogEvent } from "../../../events/event.js";
import { isKnownEvent } from "../../../events/known-event.js";
import { unknownWords } from "../../../projections/item-words.js";
import { factHappenings, type Happening } from "../../../projections/views/happenings.js";
import { refKey } from "../../../reducers/item-refs.js";
import { itemsOf, type PlacedFact } from "../../../reducers/reduce.js";
import type { EventDetail, EventRow, EventsWindow, HappeningRow } from "../../api.js";
import { notFound } from "../failures.js";
import type { OpenedSession } from "../opened-session.js";
import { firstRow, type RowRange, cut } from "../query.js";
import { factsIn, picturesOf } from "./items.js";
import { turnRow } from "./timeline.js";

/** Events from an offset on, in the words of `refold replay`. */
export async function eventsWindow(opened: OpenedSession, range: RowRange): Promise<EventsWindow> {
  const rows: EventRow[] = [];
  const total = await opened.head();
  const from = firstRow(range, total);
  for (const event of await opened.eventsIn(from, range.count)) {
    rows.push(await eventRow(opened, event));
  }
  return { total, from, rows };
}

export async function eventRow(opened: OpenedSession, event: LogEvent): Promise<EventRow> {
  const { offset, at, type } = event;
  const facts = await factsIn(opened, event);
  return {
    ...{ offset, at, type, tokens: tokensIn(facts) },
    rolledBackAt: opened.index.discardedBy(offset),
    rows: happeningsOf(event, facts),
  };
}

/** Of what it brings into the ledger; a compaction brings what is there already. */
function tokensIn(facts: readonly PlacedFact[]): number {
  const items = facts.flatMap(({ fact }) =>
    fact.type === "history.compacted" ? [] : itemsOf(fact),
  );
  return items.reduce((sum, { countedBytes }) => sum + tokensOfBytes(countedBytes), 0);
}

const TEXT_CHARS = 2_000;

function happeningsOf(event: LogEvent, facts: readonly PlacedFact[]): readonly HappeningRow[] {
  if (!isKnownEvent(event)) {
    const text = `${event.type}  ${unknownWords(event)}`;
    return [happeningRow({ at: String(event.offset), label: "event", text })];
  }
  return facts.flatMap((fact) => factHappenings(fact, event.offset)).map(happeningRow);
}

function happeningRow({ at, label, text, alert, isDim }: Happening): HappeningRow {
  return {
    at,
    label,
    text: cut(text, TEXT_CHARS),
    failed: alert !== undefined,
    isDim: isDim === true,
  };
}

const JSON_CHARS = 100_000;

/**
 * One event in full.
 * @throws {Refusal} `not-found`: there is none at that offset, or it is lost to damage
 */
export async function eventDetail(opened: OpenedSession, at: number): Promise<EventDetail> {
  const event = await opened.eventAt(at);
  if (event === null) throw notFound(`event at offset ${at}`);
  const json = JSON.stringify(event, null, 2);
  const facts = await factsIn(opened, event);
  const turn = opened.index.outline.turns.findLast(
    ({ offset, endOffset }) => offset <= at && at <= endOffset,
  );
  return {
    ...(await eventRow(opened, event)),
    turn: turn === undefined ? null : turnRow(turn),
    json: cut(json, JSON_CHARS),
    jsonChars: json.length,
    pictures: facts.flatMap(({ fact, refAt }) =>
      itemsOf(fact).flatMap((item, index) => picturesOf(opened.key, item, refKey(refAt(index)))),
    ),
  };
}
