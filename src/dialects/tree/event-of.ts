import type { RefoldEvent } from "../../events/event.js";
import type { JsonObject } from "../../events/primitives.js";
import { composeEvent } from "../keeping/compose-event.js";
import { foreignForm } from "../keeping/foreign-form.js";
import type { EventFacts } from "./line-facts.js";

/** A line with its place in the thread. */
export interface PlacedLine {
  readonly ordinal: number;
  readonly id: string;
  readonly at: string;
  readonly value: JsonObject;
}

/** The event of a line, with the line's own form. */
export function eventOf(
  { ordinal, id, at, value }: PlacedLine,
  { own, derived, holes }: EventFacts,
): RefoldEvent {
  const foreign = foreignForm(value, holes);
  return composeEvent({ offset: ordinal, id, at }, own, { derived, foreign });
}
