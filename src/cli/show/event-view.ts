import { type ErrorDetails, RefoldError } from "../../errors.js";
import type { LogEvent } from "../../events/event.js";
import type { RecordedItem } from "../../events/item.js";
import { isKnownEvent } from "../../events/known-event.js";
import type { ItemRef } from "../../events/primitives.js";
import { type ItemFate, projectFates } from "../../projections/views/fate.js";
import { noSuchOffset } from "../../reducers/errors.js";
import { refKey } from "../../reducers/item-refs.js";
import { itemsOf, type PlacedFact } from "../../reducers/reduce.js";
import { placedFactsIn } from "../../reducers/resume.js";
import { survivorsOf } from "../../reducers/spine.js";
import type { EventOrigin } from "../../sessions/event-origin.js";
import type { Session } from "../../sessions/session.js";
import type { Progress } from "../output/progress.js";
import type { TurnOutline } from "../../sessions/survey.js";
import { surveyUpTo } from "../session-reading.js";
import { type Payload, payloadsOf } from "./payloads.js";

/** An item as an event holds it, and what became of it. */
export interface ShownItem {
  readonly ref: ItemRef;
  readonly recorded: RecordedItem;
  readonly fate: ItemFate;
}

/** An event, with what is known of it beside what it says. */
export interface EventView {
  readonly event: LogEvent;
  /** The offset that the session's next event gets. */
  readonly head: number;
  readonly origin: EventOrigin | null;
  readonly turn: TurnOutline | null;
  /** Offset of the rollback that discards it; null: it survives. */
  readonly rolledBackAt: number | null;
  /** The facts that count; none where one item was asked for, or the event's type is unknown. */
  readonly facts: readonly PlacedFact[];
  readonly items: readonly ShownItem[];
  /** What became of instructions or tools that the event set; null: it set none. */
  readonly setting: ItemFate | null;
  readonly payloads: readonly Payload[];
}

/** An event, or one of its items: `12`, `#12`, `12.1`. */
export interface EventAddress {
  readonly offset: number;
  readonly index: number | null;
}

/**
 * Gathers what is known of an event: goes over the session several times, and keeps none of it.
 * @returns null: the event is lost to damage
 * @throws {RefoldError} `offset-out-of-range`: there is no such event, or it has no such item
 */
export async function viewEvent(
  session: Session,
  address: EventAddress,
  progress: Progress,
): Promise<EventView | null> {
  const { offset } = address;
  const { source } = session;
  const outline = await surveyUpTo(session, undefined, { progress });
  const head = (outline.lastOffset ?? -1) + 1;
  const event = await eventAt(session, offset);
  if (event === null && offset < head) return null;
  if (event === null) throw noSuchOffset(offset, head);
  const facts = isKnownEvent(event) ? await placedFactsIn(source, event) : [];
  const placed = placedItems(facts).filter((item) => isAddressed(item.ref, address));
  if (placed.length === 0 && address.index !== null) throw noSuchItem(address, { facts, head });
  const setting = facts.some(({ fact }) => SETTINGS.has(fact.type)) ? [{ ref: offset }] : [];
  const fates = await projectFates(source, offset, [...placed, ...setting]);
  const items = placed.flatMap(({ ref, recorded }, index) => {
    const fate = fates[index];
    return fate === undefined ? [] : [{ ref, recorded, fate }];
  });
  const origin = await session.origin(offset);
  const line = event.type === "foreign.kept" ? (origin?.recorded?.object ?? null) : null;
  return {
    ...{ event, head, origin, items, facts: address.index === null ? facts : [] },
    setting: setting.length === 0 ? null : (fates.at(-1) ?? null),
    turn:
      outline.turns.findLast((turn) => turn.offset <= offset && offset <= turn.endOffset) ?? null,
    rolledBackAt: survivorsOf(outline.rollbacks)(offset),
    payloads: payloadsOf(event, line),
  };
}

/** What is in every prompt, outside of the items. */
const SETTINGS: ReadonlySet<string> = new Set(["instructions.set", "tools.declared"]);

async function eventAt({ source }: Session, offset: number): Promise<LogEvent | null> {
  for await (const event of source.read({ from: offset, to: offset })) return event;
  return null;
}

function placedItems(facts: readonly PlacedFact[]) {
  return facts.flatMap(({ fact, refAt }) => {
    const replacement = fact.type === "history.compacted" ? (fact.data.replacement ?? []) : [];
    return itemsOf(fact).map((recorded, index) => ({
      ...{ ref: refAt(index), recorded, source: replacement[index]?.source },
    }));
  });
}

function isAddressed(ref: ItemRef, { index }: EventAddress): boolean {
  return index === null || (typeof ref !== "number" && ref[1] === index);
}

function noSuchItem(
  { offset, index }: EventAddress,
  { facts, head }: { readonly facts: readonly PlacedFact[]; readonly head: number },
) {
  const refs = placedItems(facts).map(({ ref }) => refKey(ref));
  const [first, last] = [refs[0], refs.at(-1)];
  const held = refs.length > 1 ? `items ${first ?? ""} to ${last ?? ""}` : `item ${first ?? ""}`;
  const message = `there is no item ${offset}.${index}`;
  const remedy =
    refs.length === 0 ? `The event at ${offset} holds no items.` : `The event holds ${held}.`;
  return notInEvent({ offset, head }, { message, remedy });
}

/** As an offset that is not there: the command line may be right, of another session. */
export function notInEvent(
  place: ErrorDetails["offset-out-of-range"],
  text: { readonly message: string; readonly remedy: string },
): RefoldError<"offset-out-of-range"> {
  return new RefoldError("offset-out-of-range", place, text);
}
