/**
 * Every error code that a caller can meet. The union only ever grows: a code, once published, keeps
 * its meaning.
 */
export type RefoldErrorCode =
  // storage
  | "offset-conflict"
  | "offset-out-of-range"
  | "fenced"
  | "lease-held"
  | "thread-not-found"
  | "thread-exists"
  | "thread-deleted"
  | "thread-has-forks"
  | "head-regressed"
  | "damaged-log"
  | "archive-damaged"
  | "read-failed"
  | "write-failed"
  | "disk-full"
  | "store-closed"
  | "thread-closed"
  | "fork-parent-missing"
  | "fork-parent-changed"
  | "blob-missing"
  | "blob-corrupt"
  // events
  | "invalid-event"
  | "needs-newer-version"
  // input files and dialects
  | "file-not-found"
  | "dangling-link"
  | "not-a-file"
  | "file-exists"
  | "no-permission"
  | "empty-file"
  | "not-a-rollout"
  | "mixed-dialects"
  | "truncated-archive"
  | "import-diverged"
  | "damaged-bundle"
  | "thread-went-on"
  | "export-unsupported"
  // threads and time travel
  | "invalid-id"
  | "ambiguous-id"
  | "turn-running"
  | "no-turn-running"
  | "turn-left-open"
  | "no-such-turn"
  | "nothing-to-undo"
  | "nothing-to-redo"
  | "not-comparable"
  // compaction
  | "calls-pending"
  | "history-changed"
  | "compaction-failed"
  // conversations
  | "budget-too-small"
  | "message-too-large"
  | "no-such-call"
  // experiments
  | "invalid-plan"
  | "experiment-begun"
  | "base-changed"
  | "no-model-client"
  | "budget-exhausted"
  | "metric-failed"
  // work trees
  | "not-a-repository"
  | "git-failed"
  // projections and models
  | "prompt-needs-repair"
  | "invalid-response"
  | "unknown-model"
  | "unknown-provider"
  | "unsupported-content"
  | "tokenizer-unavailable"
  // model clients
  | "context-window-exceeded"
  | "rate-limited"
  | "overloaded"
  | "stream-interrupted"
  | "unauthorized"
  | "image-refused"
  | "invalid-request"
  | "aborted"
  // tests
  | "model-disagrees"
  // everything a caller asked for in a form that cannot be served
  | "invalid-argument"
  | "unreachable";

/**
 * The base of all errors of this library. Callers switch on `code`; `message` is for people and may
 * change. Messages name ids, offsets, files and types, never a conversation's content.
 */
export abstract class RefoldError extends Error {
  abstract readonly code: RefoldErrorCode;
  /** What the caller can do about it; printed by the command line below the message. */
  readonly remedy: string | undefined = undefined;
}

/** A caller asked for something in a form that cannot be served: wrong type, range or combination. */
export class InvalidArgument extends RefoldError {
  readonly code = "invalid-argument";
  override readonly name = "InvalidArgument";
  override readonly remedy: string | undefined;
  constructor(message: string, remedy?: string) {
    super(message);
    this.remedy = remedy;
  }
}

/** A branch that the types exclude was taken: always a defect of this library. */
export class Unreachable extends RefoldError {
  readonly code = "unreachable";
  override readonly name = "Unreachable";
}

/**
 * Closes an exhaustive `switch`: a new member of the union stops the build here.
 * @throws {Unreachable} when the types were circumvented
 */
export function assertNever(value: never): never {
  throw new Unreachable(`unexpected variant: ${describeVariant(value)}`);
}

function describeVariant(value: unknown): string {
  if (typeof value === "object" && value !== null && "type" in value) return String(value.type);
  return typeof value;
}
