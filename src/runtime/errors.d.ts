import { RefoldError } from "../errors.js";
/** What is known of a request that failed. Never its content, nor the provider's sentence. */
interface ModelFailure {
    /** `openai`, `anthropic`, … */
    readonly provider: string;
    /** HTTP status; null: there was no answer, or it had begun already. */
    readonly status?: number | null;
    /** The provider's own word: an error code, type or status. */
    readonly reason?: string | null;
    /** What the client threw. */
    readonly cause?: unknown;
}
/** A model did not answer. The provider's own words stand in `cause`. */
export declare abstract class ModelError extends RefoldError {
    readonly provider: string;
    readonly status: number | null;
    readonly reason: string | null;
    /** True when the same request may well succeed a little later. */
    abstract readonly isTransient: boolean;
    constructor(problem: string, failure: ModelFailure);
}
/** The caller gave the request up. */
export declare class Aborted extends ModelError {
    readonly code = "aborted";
    readonly name = "Aborted";
    readonly isTransient = false;
    constructor(failure: ModelFailure);
}
/** The prompt does not fit: something has to go before it is sent again. */
export declare class ContextWindowExceeded extends ModelError {
    readonly code = "context-window-exceeded";
    readonly name = "ContextWindowExceeded";
    readonly isTransient = false;
    readonly remedy = "Compact the thread, or trim it.";
    constructor(failure: ModelFailure);
}
/** The provider cannot read an image of the request: it has to go before it is sent again. */
export declare class ImageRefused extends ModelError {
    readonly code = "image-refused";
    readonly name = "ImageRefused";
    readonly isTransient = false;
    constructor(failure: ModelFailure);
}
/** The provider refuses the request as it is: sending it again does not help. */
export declare class InvalidRequest extends ModelError {
    readonly code = "invalid-request";
    readonly name = "InvalidRequest";
    readonly isTransient = false;
    constructor(failure: ModelFailure);
}
/** The provider failed or has no room (5xx, 529, timeouts of its own). */
export declare class Overloaded extends ModelError {
    readonly code = "overloaded";
    readonly name = "Overloaded";
    readonly isTransient = true;
    constructor(failure: ModelFailure);
}
/** Too many requests or tokens in too short a time. */
export declare class RateLimited extends ModelError {
    readonly code = "rate-limited";
    readonly name = "RateLimited";
    readonly isTransient = true;
    /** How long the provider asks to wait, in milliseconds; null: it did not say. */
    readonly retryAfterMs: number | null;
    constructor(failure: ModelFailure & {
        readonly retryAfterMs?: number | null;
    });
}
/** There was no connection, or the answer ended before it was whole. */
export declare class StreamInterrupted extends ModelError {
    readonly code = "stream-interrupted";
    readonly name = "StreamInterrupted";
    readonly isTransient = true;
    constructor(failure: ModelFailure);
}
/** The key is refused, or the account may not use the model (or has no credit left). */
export declare class Unauthorized extends ModelError {
    readonly code = "unauthorized";
    readonly name = "Unauthorized";
    readonly isTransient = false;
    readonly remedy = "Check the key, the account's credit and its access to the model.";
    constructor(failure: ModelFailure);
}
/** Something was to be recorded in a turn that has ended, or that was never started. */
export declare class NoTurnRunning extends RefoldError {
    readonly turn: string | null;
    readonly code = "no-turn-running";
    readonly name = "NoTurnRunning";
    readonly remedy = "Start a turn first: `thread.startTurn(context)`.";
    constructor(turn: string | null);
}
/** A turn failed, and that it ended could not be recorded either. `resumeThread` marks it later. */
export declare class TurnLeftOpen extends RefoldError {
    readonly turn: string;
    /** Why the turn failed. */
    readonly failure: unknown;
    readonly code = "turn-left-open";
    readonly name = "TurnLeftOpen";
    readonly remedy = "Resume the thread: the turn is then marked as interrupted.";
    constructor(turn: string, 
    /** Why the turn failed. */
    failure: unknown, 
    /** Why its end could not be recorded. */
    cause: unknown);
}
/** A thread was written to behind its `close`: its streams have ended, nobody would hear of it. */
export declare class ThreadClosed extends RefoldError {
    readonly threadId: string;
    readonly code = "thread-closed";
    readonly name = "ThreadClosed";
    readonly remedy = "resume the thread: `resumeThread(threadId, options)`";
    constructor(threadId: string);
}
/** A call of the running turn still waits for its output: compacted now, the output would be orphaned. */
export declare class CallsPending extends RefoldError {
    readonly pending: Readonly<{
        turn: string;
        calls: number;
    }>;
    readonly code = "calls-pending";
    readonly name = "CallsPending";
    readonly remedy = "Record the outputs first, or end the turn.";
    constructor(pending: Readonly<{
        turn: string;
        calls: number;
    }>);
}
/** The summary could not be made. Nothing was changed; `cause` is what the model failed with last. */
export declare class CompactionFailed extends RefoldError {
    readonly code = "compaction-failed";
    readonly name = "CompactionFailed";
    constructor(why: string, cause?: unknown);
}
/** The history went on while it was summarised: the summary would not tell all. Nothing was changed. */
export declare class HistoryChanged extends RefoldError {
    readonly moved: Readonly<{
        threadId: string;
        from: number;
        to: number;
    }>;
    readonly code = "history-changed";
    readonly name = "HistoryChanged";
    readonly remedy = "Compact again.";
    constructor(moved: Readonly<{
        threadId: string;
        from: number;
        to: number;
    }>);
}
/** Files were to be put back, and no snapshot is there to put them back to. */
export declare class NoSnapshot extends RefoldError {
    readonly threadId: string;
    readonly code = "nothing-to-undo";
    readonly name = "NoSnapshot";
    constructor(threadId: string);
}
/** A conversation's budget leaves no room for a message. Nothing was written. */
export declare class BudgetTooSmall extends RefoldError {
    /** In tokens. */
    readonly budget: Readonly<{
        window: number;
        reservedForResponse: number;
        /** The reservation, or what system prompt and tools take where that is more. */
        system: number;
    }>;
    readonly code = "budget-too-small";
    readonly name = "BudgetTooSmall";
    readonly remedy = "Give a larger window, reserve less, shorten the system prompt, or take a model with a larger window.";
    constructor(
    /** In tokens. */
    budget: Readonly<{
        window: number;
        reservedForResponse: number;
        /** The reservation, or what system prompt and tools take where that is more. */
        system: number;
    }>);
}
/** A message is larger than all that a conversation's messages may take. Nothing was written. */
export declare class MessageTooLarge extends RefoldError {
    /** In tokens. `needed` counts the message, its call, and calls that wait for their output. */
    readonly size: Readonly<{
        needed: number;
        available: number;
    }>;
    readonly code = "message-too-large";
    readonly name = "MessageTooLarge";
    readonly remedy = "Shorten it, or give the conversation a larger window.";
    constructor(
    /** In tokens. `needed` counts the message, its call, and calls that wait for their output. */
    size: Readonly<{
        needed: number;
        available: number;
    }>);
}
/** A tool's result names no call that waits for one. Nothing was written. */
declare class NoSuchCall extends RefoldError {
    readonly callId: string;
    /** Ids of the calls that wait, the one spelled most alike first. */
    readonly waiting: readonly string[];
    readonly code = "no-such-call";
    readonly name = "NoSuchCall";
    readonly remedy: string;
    constructor(callId: string, 
    /** Ids of the calls that wait, the one spelled most alike first. */
    waiting: readonly string[]);
}
/** The error for a result without a call, with the calls that wait. */
export declare function noSuchCall(callId: string, waiting: readonly string[]): NoSuchCall;
/** Nothing is known of a model, so that nobody can say what it takes. */
export declare class UnknownModel extends RefoldError {
    /** Models of that provider that are spelled most alike, nearest first. */
    readonly nearest: readonly string[];
    readonly code = "unknown-model";
    readonly name = "UnknownModel";
    readonly remedy: string;
    readonly model: string;
    readonly provider: string;
    constructor(asked: {
        readonly model: string;
        readonly provider: string;
        /** Whose model it is, where that is known. */
        readonly owner: string | null;
    }, 
    /** Models of that provider that are spelled most alike, nearest first. */
    nearest: readonly string[]);
}
/** There is no provider of that name. */
declare class UnknownProvider extends RefoldError {
    readonly provider: string;
    /** Every name that there is, the one spelled most alike first. */
    readonly nearest: readonly string[];
    readonly code = "unknown-provider";
    readonly name = "UnknownProvider";
    readonly remedy: string;
    constructor(provider: string, 
    /** Every name that there is, the one spelled most alike first. */
    nearest: readonly string[]);
}
/** The error for an unknown provider, with the names that there are. */
export declare function unknownProvider(provider: string, known: readonly string[]): UnknownProvider;
/** A message that no provider can carry. Nothing was written. */
export declare class UnsupportedContent extends RefoldError {
    readonly code = "unsupported-content";
    readonly name = "UnsupportedContent";
    readonly remedy: string | undefined;
    constructor(why: string, remedy?: string);
}
export {};
