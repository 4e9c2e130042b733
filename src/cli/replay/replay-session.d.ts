import type { LogEvent } from "../../events/event.js";
import type { Session } from "../../sessions/session.js";
import type { Output } from "../output/output.js";
import type { ReadingOptions } from "../session.js";
import type { Shell } from "../shell.js";
import type { SessionOutline, TurnOutline } from "./outline.js";
export interface ReplayOptions extends ReadingOptions {
    readonly at?: number;
    readonly turns?: true;
    readonly items?: true;
    readonly json?: true;
    readonly verify?: true;
}
/** Shows a session as people, or programs, read it: a survey first, then what happened. */
export declare function replaySession(session: Session, options: ReplayOptions, shell: Shell): Promise<void>;
/** The first line of `replay --json`: who and when. */
export declare function headerJson(outline: SessionOutline): object;
/** A turn, before what happened in it. */
export declare function turnJson(turn: TurnOutline): object;
/** The last line: what it came to. */
export declare function summaryJson(outline: SessionOutline): object;
/** Writes a line for each turn and each thing that happened, while the events are read once more. */
export declare function showJson(events: AsyncIterable<LogEvent>, outline: SessionOutline, output: Output): Promise<void>;
