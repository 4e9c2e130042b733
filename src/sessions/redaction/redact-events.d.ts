import type { LogEvent } from "../../events/event.js";
import { type RedactionFinding, type RedactionOptions, Redactor } from "../../projections/redaction/redactor.js";
export interface RedactedEvents {
    /** An event without secrets is the one that was given. */
    readonly events: readonly LogEvent[];
    readonly findings: readonly RedactionFinding[];
}
/**
 * Replaces the secrets in all texts of events, keys included; sizes and hashes that the texts decide
 * are made again. Ids stay, and blobs are not looked at (`redactThread` does).
 *
 * @param events of one thread, oldest first
 * @see docs/redaction.md
 * @throws {InvalidArgument} a pattern is none
 * @throws {InvalidEvent} a pattern matched what an event cannot do without
 */
export declare function redactEvents(events: readonly LogEvent[], options?: RedactionOptions): RedactedEvents;
/** What goes with an event's texts when they change. */
interface EventRedactorOptions {
    readonly redactor: Redactor;
    /** Ids that are other ones now, in each of their spellings. */
    readonly renamed: ReadonlyMap<string, string>;
}
/**
 * Redacts events one by one, oldest first, and counts and hashes again what their texts decide. An
 * event without secrets comes back as it was.
 */
export declare class EventRedactor {
    #private;
    private readonly options;
    /** Blobs, instructions and tools whose content changed: their hash before, and now. */
    readonly hashes: Map<string, {
        readonly hash: string;
        readonly bytes: number;
    }>;
    /** Base 64 that was left as it is. */
    payloads: number;
    constructor(options: EventRedactorOptions);
    /** Shows all texts of an event, keys included, to the redactor. */
    survey(event: LogEvent): void;
    /** @throws {InvalidEvent} a pattern of the caller's own matched what the event cannot do without */
    redact(event: LogEvent): LogEvent;
    /** A text in which the ids are those that the threads have now. */
    withRenamedIds(text: string): string;
}
export {};
