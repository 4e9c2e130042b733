import fc from "fast-check";
import type { LogEvent } from "../../events/event.js";
import type { History } from "../history-builder.js";
import { keepRollout } from "./keep-rollout.js";
import { historyRollout } from "./rollout-text.js";

/**
 * A history that prints itself, when a property fails, as the command that opens it and a line an
 * event. Only printing writes the file.
 */
export function printableHistory<Event extends LogEvent>(history: History<Event>): History<Event> {
  const print = (): string => {
    const opened = keepRollout(historyRollout(history));
    return [`a history of ${history.events.length} events: ${opened}`]
      .concat(history.events.map(({ offset, type }) => `  ${offset} ${type}`))
      .concat(history.damage.map(({ offset, form }) => `  damage: ${form} at ${offset}`))
      .join("\n");
  };
  // Not enumerable: a history is compared and copied as the plain data that it is.
  return Object.defineProperty({ ...history }, fc.toStringMethod, { value: print });
}
