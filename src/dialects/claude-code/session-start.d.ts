import type { FactOf } from "../../events/event.js";
import type { JsonObject } from "../../events/primitives.js";
import type { LineForm } from "../shared/damage.js";
import { type EventTime } from "../shared/times.js";
/** What the first lines say about their thread. */
export interface SessionStart {
    readonly data: FactOf<"thread.started">["data"];
    /** As the lines name it: a sub-agent's own file names its parent's. */
    readonly sessionId: string | null;
    /** Of the first line that has one: lines before it have none. */
    readonly time: EventTime;
}
/**
 * Whose session a file is. The first object is often a snapshot of files that says nothing; the first
 * one that names its session says it. A sub-agent's own file names its session, its parent's, on every
 * line, and itself by `agentId`.
 * @param first object of the file @param opening its first bytes
 */
export declare function readSessionStart(first: {
    readonly value: JsonObject;
    readonly text: string;
}, opening: Uint8Array): SessionStart;
/** A name that a line gives, and to which session. */
export interface SessionName {
    readonly by: "user" | "model" | "summary";
    readonly title: string;
    /** The line's member that holds it. */
    readonly member: string;
    /** Null: it does not say, and means the session of its file. */
    readonly sessionId: string | null;
    /** A summary names the conversation that ends at this message; null: it is none. */
    readonly leafUuid: string | null;
}
/** @returns null for lines of other types, and names without a text */
export declare function readSessionName(type: string, object: JsonObject): SessionName | null;
/** A session's name: the user's newest one before the model's, and that before a summary. */
export declare class SessionTitle {
    #private;
    get title(): string | null;
    take({ by, title }: SessionName): void;
}
/**
 * How the lines of a transcript look. A file that lost its final line feed before Claude Code went on
 * in it has two objects in one line: both are read, and nothing is wrong.
 */
export declare const CLAUDE_CODE_LINES: LineForm;
