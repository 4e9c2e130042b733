import { RefoldError } from "../errors.js";
/** What is wrong at one place of an event. */
export interface EventIssue {
    /** `data.item.content.0.text`; empty for the event itself. */
    readonly path: string;
    readonly reason: string;
}
/** A value is no event of its type's form. Says where and why, never what stood there. */
export declare class InvalidEvent extends RefoldError {
    /** Null: the value does not name one. */
    readonly event: Readonly<{
        offset: number | null;
        type: string | null;
    }>;
    readonly issues: readonly EventIssue[];
    readonly code = "invalid-event";
    readonly name = "InvalidEvent";
    constructor(
    /** Null: the value does not name one. */
    event: Readonly<{
        offset: number | null;
        type: string | null;
    }>, issues: readonly EventIssue[]);
}
/** An event that only a newer version of this library understands, and that state depends on. */
export declare class NeedsNewerVersion extends RefoldError {
    readonly event: Readonly<{
        offset: number;
        type: string;
        version: number;
    }>;
    readonly code = "needs-newer-version";
    readonly name = "NeedsNewerVersion";
    readonly remedy = "update refold; or ask to ignore such events, to read what this version knows";
    constructor(event: Readonly<{
        offset: number;
        type: string;
        version: number;
    }>);
}
