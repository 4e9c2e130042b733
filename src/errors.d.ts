/**
 * Every error code that a caller can meet. The union only ever grows: a code, once published, keeps
 * its meaning.
 */
export type RefoldErrorCode = "offset-conflict" | "offset-out-of-range" | "fenced" | "lease-held" | "thread-not-found" | "thread-exists" | "thread-deleted" | "thread-has-forks" | "head-regressed" | "damaged-log" | "archive-damaged" | "read-failed" | "write-failed" | "disk-full" | "store-closed" | "thread-closed" | "fork-parent-missing" | "fork-parent-changed" | "blob-missing" | "blob-corrupt" | "invalid-event" | "needs-newer-version" | "file-not-found" | "dangling-link" | "not-a-file" | "file-exists" | "no-permission" | "empty-file" | "not-a-rollout" | "mixed-dialects" | "truncated-archive" | "import-diverged" | "damaged-bundle" | "thread-went-on" | "export-unsupported" | "invalid-id" | "ambiguous-id" | "turn-running" | "no-turn-running" | "turn-left-open" | "no-such-turn" | "nothing-to-undo" | "nothing-to-redo" | "not-comparable" | "calls-pending" | "history-changed" | "compaction-failed" | "budget-too-small" | "message-too-large" | "no-such-call" | "invalid-plan" | "experiment-begun" | "base-changed" | "no-model-client" | "budget-exhausted" | "metric-failed" | "not-a-repository" | "git-failed" | "prompt-needs-repair" | "invalid-response" | "unknown-model" | "unknown-provider" | "unsupported-content" | "tokenizer-unavailable" | "context-window-exceeded" | "rate-limited" | "overloaded" | "stream-interrupted" | "unauthorized" | "image-refused" | "invalid-request" | "aborted" | "model-disagrees" | "invalid-argument" | "unreachable";
/**
 * The base of all errors of this library. Callers switch on `code`; `message` is for people and may
 * change. Messages name ids, offsets, files and types, never a conversation's content.
 */
export declare abstract class RefoldError extends Error {
    abstract readonly code: RefoldErrorCode;
    /** What the caller can do about it; printed by the command line below the message. */
    readonly remedy: string | undefined;
}
/** A caller asked for something in a form that cannot be served: wrong type, range or combination. */
export declare class InvalidArgument extends RefoldError {
    readonly code = "invalid-argument";
    readonly name = "InvalidArgument";
    readonly remedy: string | undefined;
    constructor(message: string, remedy?: string);
}
/** A branch that the types exclude was taken: always a defect of this library. */
export declare class Unreachable extends RefoldError {
    readonly code = "unreachable";
    readonly name = "Unreachable";
}
/**
 * Closes an exhaustive `switch`: a new member of the union stops the build here.
 * @throws {Unreachable} when the types were circumvented
 */
export declare function assertNever(value: never): never;
