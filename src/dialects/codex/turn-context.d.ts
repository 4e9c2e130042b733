import type { JsonObject, TruncationPolicy } from "../../events/primitives.js";
import type { Envelope } from "../../events/slices.js";
/** A `turn_context` payload that Codex would accept. */
interface TurnContext {
    /** As the session spelled it. */
    readonly turnId: string | null;
    readonly model: string;
    readonly realtimeActive: boolean | null;
    /** Null: it records none. */
    readonly policy: TruncationPolicy | null;
}
/** @returns null when the payload is none: Codex skips such a line */
export declare function readTurnContext(payload: unknown): TurnContext | null;
/** The facts of a context by our names; what has no name here keeps its own. */
export declare function envelopeOf(payload: JsonObject): Envelope;
/**
 * Under which policy each line's output is bounded (docs/semantics.md §6.6): the reader's own; else
 * the one that the newest context so far records; else that of the newest model so far; else 10,000
 * bytes.
 */
export declare class PolicyRecord {
    #private;
    private readonly own;
    constructor(own: TruncationPolicy | null);
    /** A context stands at `line`: it counts for the lines behind it. */
    note(line: number, { model, policy }: Pick<TurnContext, "model" | "policy">): void;
    get newest(): TruncationPolicy;
    at(line: number): TruncationPolicy;
}
/**
 * A `turn_context` of an envelope. Two facts that Codex needs to read the line at all, or to bound
 * outputs as they were bounded here, are said by default: `summary` and `truncation_policy`.
 * @returns null when the envelope names no model: Codex skips such a line
 */
export declare function contextPayload(envelope: Envelope, turnId: string | null): JsonObject | null;
/** The same for envelopes that a rollout spells alike. */
export declare function contextKey(envelope: Envelope): string | null;
export {};
