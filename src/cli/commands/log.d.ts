import type { LogEvent } from "../../events/event.js";
import type { Output } from "../output/output.js";
import type { DeclareCommand } from "../shell.js";
/** `refold log`: the events themselves. */
export declare const declareLog: DeclareCommand;
/** An event on one line: offset, time of day, type, and what it says. */
export declare function eventLine(event: LogEvent, output: Output): string;
