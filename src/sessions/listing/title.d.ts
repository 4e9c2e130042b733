import type { LogEvent } from "../../events/event.js";
/** What a user said in an event, as a title; null: no user said anything. */
export declare function firstWordsOf(event: LogEvent): string | null;
/** A text on one line, cut to what a list shows; null: there is nothing in it. */
export declare function toTitle(text: string): string | null;
