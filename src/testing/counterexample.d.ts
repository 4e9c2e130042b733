import type { LogEvent } from "../events/event.js";
import type { History } from "./history-builder.js";
/**
 * A history that prints itself, when a property fails, as the command that opens it and a line an
 * event. Only printing writes the file.
 */
export declare function printableHistory<Event extends LogEvent>(history: History<Event>): History<Event>;
/**
 * A history as the bytes of a rollout, as the store writes it, with the history's damage in it.
 * `refold replay` opens it; a fork's holds its ancestors' events too.
 */
export declare function historyRollout(history: Pick<History<LogEvent>, "events" | "damage">): Buffer;
/** Events as they were read or drawn, batch by batch: `left` says where one ends. */
export declare function rolloutOf(events: readonly LogEvent[]): Buffer;
/**
 * Writes the rollout of a failing case where people can open it: a file of mode 0600, named by its
 * content, in the system's folder for what is temporary.
 * @returns the command that opens it; where it cannot be written, why: a failure has to be told
 */
export declare function keepRollout(bytes: Uint8Array): string;
