import type { LogEvent } from "../../events/event.js";
import type { Output } from "../output/output.js";
import type { SessionOutline, TurnOutline } from "./outline.js";
/** How a session is shown: what happened, or each item on a line of its own. */
export type Detail = "happenings" | "items";
/** Shows a session turn by turn while its events are read once more. */
export declare function showTurns(events: AsyncIterable<LogEvent>, outline: SessionOutline, { output, detail }: {
    readonly output: Output;
    readonly detail: Detail;
}): Promise<void>;
/** The head of the list that `turnLine` makes the lines of. */
export declare function turnListHead(output: Output): string;
/** A turn on one line. */
export declare function turnLine(turn: TurnOutline, output: Output): string;
