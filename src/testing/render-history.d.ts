import type { LogEvent } from "../events/event.js";
import { type History, HistoryBuilder } from "./history-builder.js";
import type { HistoryCommand, OwnEventCommand } from "./history-command.js";
/** The log of a thread that does these things one after the other; what has no meaning is left out. */
export declare function renderHistory(commands: readonly HistoryCommand[]): History;
export declare function renderHistory(commands: readonly (HistoryCommand | OwnEventCommand)[]): History<LogEvent>;
/** Adds what a command means at this place. */
export declare function renderCommand(builder: HistoryBuilder, command: HistoryCommand): HistoryBuilder;
