import { beginning } from "../../../projections/display-text.js";
import type { LogEvent } from "../../../events/event.js";
import { isKnownEvent } from "../../../events/known-event.js";
import { unknownWords } from "../../../projections/item-words.js";
import { factHappenings, type Happening } from "../../../projections/views/happenings.js";
import type { PlacedFact } from "../../../reducers/reduce.js";
import type { EventDetail, HappeningRow } from "../../api.js";
import { notFound } from "../failures.js";
import type { OpenedSession } from "../opened-session.js";
import { factsIn } from "./items.js";

const JSON_CHARS = 100_000;

/**
 * One event, in the words of `refold replay` and as it is recorded.
 * @throws {Refusal} `not-found`: there is none at that offset, or it is lost to damage
 */
export async function eventDetail(opened: OpenedSession, offset: number): Promise<EventDetail> {
  const event = await opened.eventAt(offset);
  if (event === null) throw notFound(`event at offset ${offset}`);
  const { at, type } = event;
  const json = JSON.stringify(event, null, 2);
  const turn = opened.index.outline.turns.findLast(
    (one) => one.offset <= offset && offset <= one.endOffset,
  );
  return {
    ...{ at, type, rolledBackAt: opened.index.discardedBy(offset) },
    turn: turn === undefined ? null : { number: turn.number, words: turn.words },
    ...{ json: beginning(json, JSON_CHARS), jsonChars: json.length },
    rows: happeningsOf(event, await factsIn(opened, event)),
  };
}

const TEXT_CHARS = 2_000;

function happeningsOf(event: LogEvent, facts: readonly PlacedFact[]): readonly HappeningRow[] {
  if (!isKnownEvent(event)) {
    const text = `${event.type}  ${unknownWords(event)}`;
    return [happeningRow({ label: "event", text })];
  }
  return facts.flatMap((fact) => factHappenings(fact, event.offset)).map(happeningRow);
}

function happeningRow({ label, text, alert }: Omit<Happening, "at">): HappeningRow {
  return { label, text: beginning(text, TEXT_CHARS), failed: alert !== undefined };
}
