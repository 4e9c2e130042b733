/** A table of one type per code: what its errors carry beside `message`, `remedy` and `cause`. */
export interface ErrorDetails {
  // stores
  "offset-conflict": {
    readonly threadId: string;
    readonly expected: number;
    readonly actual: number;
  };
  /** `head` is the offset that the next event gets; 0: the log is empty. */
  "offset-out-of-range": {
    readonly threadId?: string;
    readonly offset: number;
    readonly head: number;
  };
  fenced: { readonly file: string };
  /** `what` is a thread's id, or `garbage collection`; `path` is the lease's file. */
  "lease-held": { readonly what: string; readonly holder: Holder; readonly path: string };
  /** `nearest` are ids that exist and are spelled most alike, nearest first. */
  "thread-not-found": { readonly threadId: string; readonly nearest: readonly string[] };
  "thread-exists": { readonly threadId: string };
  "thread-deleted": { readonly threadId: string };
  "thread-has-forks": { readonly threadId: string; readonly forkIds: readonly string[] };
  /** Of a thread, the heads; of a foreign file, the first event that is no longer there. */
  "head-regressed":
    | { readonly threadId: string; readonly seen: number; readonly actual: number }
    | { readonly file: string; readonly offset: number };
  /** Of a checkpoint that points to a missing event: that event's offset and type. */
  "damaged-log": LogDamage | { readonly offset: number; readonly type: string };
  "archive-damaged": ArchiveDamage;
  "read-failed": SystemFailure;
  "write-failed": SystemFailure;
  /** Of a vault also how many bytes are free (null: unknown), and how many the next batch needs. */
  "disk-full": SystemFailure & Partial<DiskRoom>;
  "store-closed": NoDetails;
  // databases
  "database-unreachable": DatabaseFailure;
  "database-refused": DatabaseFailure;
  "connection-lost": DatabaseFailure;
  "database-read-only": DatabaseFailure;
  "statement-timeout": DatabaseFailure;
  "database-failed": DatabaseFailure;
  /** `right` is what the role lacks, as `GRANT` names it. */
  "missing-right": { readonly database: string; readonly right: string };
  /** Versions of the tables; `found` is 0 where there are none. */
  "schema-mismatch": { readonly schema: string; readonly found: number; readonly expected: number };
  "thread-closed": { readonly threadId: string };
  "fork-parent-missing": ForkPlace;
  "fork-parent-changed": ForkPlace;
  /** `offset` is that of the first line that differs. */
  "copy-diverged": { readonly threadId: string; readonly offset: number };
  /** `file` is where the blob was looked for; absent: in memory. */
  "blob-missing": { readonly hash: string; readonly file?: string | undefined };
  "blob-corrupt": { readonly hash: string; readonly file: string };
  "needs-folder": NoDetails;
  // databases
  "database-driver-missing": NoDetails;
  // vaults
  /** `path` is where its catalog would be. */
  "vault-missing": { readonly path: string };
  "vault-damaged": VaultPlace;
  /** `name` is what a person named. */
  "not-kept": { readonly name: string };
  "ambiguous-name": { readonly name: string; readonly places: readonly string[] };
  "vault-busy": { readonly folder: string; readonly holder: Holder };
  // events
  /** `offset` and `type` are null where the value names none. */
  "invalid-event": {
    readonly offset: number | null;
    readonly type: string | null;
    readonly issues: readonly EventIssue[];
  };
  "needs-newer-version":
    | { readonly offset: number; readonly type: string; readonly version: number }
    | { readonly file: string; readonly version: number };
  // input files and dialects
  "file-not-found": { readonly path: string };
  /** `target` is where the link points, as an absolute path. */
  "dangling-link": { readonly path: string; readonly target: string };
  /** `tool` is what the folder was named as the home of; null: the path is no folder. */
  "not-a-home": { readonly path: string; readonly tool: string | null };
  /** `target` is where the link leads, as an absolute path. */
  "outside-home": { readonly path: string; readonly target: string };
  "not-a-file": { readonly path: string; readonly kind: "folder" | "pipe" | "device" };
  "file-exists": { readonly path: string };
  "no-permission": { readonly path: string };
  "empty-file": { readonly path: string };
  /** `looksLike` is a phrase: `an HTML page`. */
  "not-a-rollout": { readonly file: string; readonly looksLike: string };
  /** `line` is the first line of the second dialect, from 1. */
  "mixed-dialects": {
    readonly file: string;
    readonly line: number;
    readonly dialects: readonly [before: string, after: string];
  };
  "truncated-archive": { readonly file: string; readonly compression: string };
  "damaged-lineage": LineagePlace;
  /** `byte` is where the unpacked content differs from what was imported. */
  "import-diverged": { readonly file: string; readonly threadId: string; readonly byte: number };
  /** `offset` is the thread's first own event, `byte` the first unpacked byte that was not imported. */
  "thread-went-on": {
    readonly file: string;
    readonly threadId: string;
    readonly offset: number;
    readonly byte: number;
  };
  "slim-refused": { readonly path: string; readonly reason: string };
  /** `offset` is that of the state whose prompt differs; null: something else does. */
  "slim-not-equal": { readonly path: string; readonly offset: number | null };
  "session-open": { readonly path: string; readonly pids: readonly number[] };
  "session-changed": { readonly path: string };
  "damaged-bundle": BundlePlace;
  "export-unsupported": { readonly type: string; readonly offset: number };
  // threads and time travel
  "invalid-id": { readonly id: string };
  "ambiguous-id": { readonly prefix: string; readonly threadIds: readonly string[] };
  "turn-running": { readonly turn: string; readonly startedAt: number };
  /** `turn` is null where none was named. */
  "no-turn-running": { readonly turn: string | null };
  /** `failure` is why the turn failed; `cause` is why its end could not be recorded. */
  "turn-left-open": { readonly turn: string; readonly failure: unknown };
  /** `turns` is the number of surviving user turns. */
  "no-such-turn": { readonly number: number; readonly turns: number };
  "nothing-to-undo": { readonly threadId?: string };
  /** `changedAt` is the offset of the newest change; null: nothing was rolled back. */
  "nothing-to-redo": { readonly changedAt: number | null };
  /** Null for a thread that was not started. */
  "not-comparable": { readonly threads: readonly [a: string | null, b: string | null] };
  // compaction
  "calls-pending": { readonly turn: string; readonly calls: number };
  "history-changed": { readonly threadId: string; readonly from: number; readonly to: number };
  "compaction-failed": NoDetails;
  // conversations
  /** In tokens; `system` is the reservation, or what system prompt and tools take where that is more. */
  "budget-too-small": {
    readonly window: number;
    readonly reservedForResponse: number;
    readonly system: number;
  };
  /** In tokens; `needed` counts the message, its call, and calls that wait for their output. */
  "message-too-large": { readonly needed: number; readonly available: number };
  /** `waiting` are ids of calls without output, the one spelled most alike first. */
  "no-such-call": { readonly callId: string; readonly waiting: readonly string[] };
  // experiments
  "invalid-plan": { readonly problems: readonly PlanProblem[] };
  "experiment-begun": {
    readonly experiment: string;
    readonly begun: number;
    readonly done: number;
    readonly all: number;
  };
  /** `change` says what differs, for people. */
  "base-changed": {
    readonly threadId: string;
    readonly experiment: string;
    readonly change: string;
  };
  "no-model-client": { readonly variant: string };
  "budget-exhausted": {
    readonly budget: "tokens" | "requests";
    readonly allowed: number;
    readonly used: number;
    readonly needed: number;
  };
  "metric-failed": { readonly metric: string };
  // work trees
  /** No service manager serves the user. */
  "no-service-manager": NoDetails;
  /** `command` is what the service manager refused. */
  "service-failed": { readonly command: string };
  "not-a-repository": { readonly folder: string };
  "git-failed": { readonly step: string; readonly detail: string };
  // projections and models
  /** The prompt's repairs, with the item concerned and the reason. */
  "prompt-needs-repair": {
    readonly repairs: readonly { readonly kind: string; readonly reason: string }[];
  };
  "invalid-response": { readonly provider: string | null };
  /** `nearest` are models of that provider that are spelled most alike, nearest first. */
  "unknown-model": {
    readonly model: string;
    readonly provider: string;
    readonly nearest: readonly string[];
  };
  /** `line` from 1; `field` is a path (`prices.gpt-5.2.input`); null: the file as a whole. */
  "price-file-invalid": {
    readonly file: string;
    readonly line: number | null;
    readonly field: string | null;
  };
  "unknown-provider": { readonly provider: string; readonly nearest: readonly string[] };
  "unsupported-content": NoDetails;
  "tokenizer-unavailable": NoDetails;
  // model clients
  "context-window-exceeded": RequestFailure;
  "rate-limited": RequestFailure;
  overloaded: RequestFailure;
  "stream-interrupted": RequestFailure;
  unauthorized: RequestFailure;
  "image-refused": RequestFailure;
  "invalid-request": RequestFailure;
  aborted: RequestFailure;
  // tests
  /** `opened` is the command that opens the rollout; null: there is none yet. */
  "model-disagrees": {
    readonly command: string;
    readonly what: string;
    readonly opened: string | null;
  };
  // everywhere
  "invalid-argument": NoDetails;
  unreachable: NoDetails;
}

/**
 * Every error code that a caller can meet. The union only ever grows: a code, once published, keeps
 * its meaning.
 */
export type RefoldErrorCode = keyof ErrorDetails;

type NoDetails = Readonly<Record<string, never>>;

/** Who holds a lease, as the lease file says it. */
export interface Holder {
  readonly host: string;
  /** Differs after every boot. */
  readonly boot: string;
  /** The space in which the pid means this process; null where the system has none. */
  readonly pidNamespace: string | null;
  readonly pid: number;
  /** When the process began, in a form that only equality is asked of; null: unknown. */
  readonly startTime: string | null;
  /** RFC 3339: when the lease was taken. */
  readonly since: string;
  /** Random; also the lease file's name. */
  readonly token: string;
}

/** Where and why bytes of a log could not be read as events. */
export interface LogDamage {
  readonly file: string;
  /** 1-based line number. */
  readonly line: number;
  /** Byte offset of the line's start. */
  readonly byte: number;
  /** The offset that the damaged line should have held; null: unknown. */
  readonly offset: number | null;
  readonly reason:
    | "sum"
    | "json"
    | "schema"
    | "chain"
    | "offset-gap"
    | "offset-repeat"
    | "batch"
    | "too-long"
    | "archive";
  /** Bytes that are set aside because of it. */
  readonly bytes: number;
}

/** Where in an archive bytes are gone, and what they were. */
export interface ArchiveDamage {
  readonly file: string;
  /** Position in the archive at which the first frame that cannot be read begins. */
  readonly byte: number;
  /** Position in the log of what stood there. */
  readonly logByte: number;
  readonly why: string;
}

/** The operating system refused; `errno` is its name for why (`EIO`, `ENOSPC`). */
export interface SystemFailure {
  readonly file: string;
  readonly errno: string;
}

/** In bytes. */
export interface DiskRoom {
  readonly freeBytes: number | null;
  readonly neededBytes: number;
}

/** A place in a vault; `byte` is null for a file that is missing, or a content that no file has. */
export interface VaultPlace {
  readonly file: string;
  readonly byte: number | null;
}

/** A database refused, or could not be asked. */
export interface DatabaseFailure {
  /** Its name for people, without a password. */
  readonly database: string;
  /** The SQLSTATE, or what the client or the system says in its place; empty: nothing. */
  readonly sqlState: string;
}

/** A fork, and where it left its parent. */
export interface ForkPlace {
  readonly threadId: string;
  readonly parentId: string;
  readonly offset: number;
}

/** What is wrong at one place of an event. */
export interface EventIssue {
  /** `data.item.content.0.text`; empty for the event itself. */
  readonly path: string;
  readonly reason: string;
}

/**
 * Where a session's history cannot be followed into another file. `missing`: no such file is found;
 * `bytes`: it is shorter than what is referred to; `cut`: its part would end within a line; `ordinal`:
 * its last line, or the first after it, has another ordinal; `thread`: it is another thread's; `cycle`:
 * it begins in itself; `unknown`: the reference, or the mode of the history, is not understood.
 */
export interface LineagePlace {
  readonly file: string;
  readonly byte: number;
  /** Id of the file that is referred to; null: none is named. */
  readonly base: string | null;
  readonly reason: "missing" | "bytes" | "cut" | "ordinal" | "thread" | "cycle" | "unknown";
}

/** A place in a bundle. */
export interface BundlePlace {
  readonly file: string;
  /** `threads/<id>.jsonl`, `blobs/<hash>`, `bundle.json`; null: between two parts. */
  readonly part: string | null;
  /** Byte in the unpacked bundle at which the part begins, or reading ended. */
  readonly byte: number;
}

/** One thing that is wrong with an experiment's plan. */
export interface PlanProblem {
  /** Names of members and indices of lists, from the outside in. */
  readonly path: readonly (string | number)[];
  readonly message: string;
  /** Names that exist and are spelled most alike, nearest first. */
  readonly nearest?: readonly string[];
}

/** What is known of a request that failed. Never its content, nor the provider's sentence. */
export interface RequestFailure {
  /** `openai`, `anthropic`, … */
  readonly provider: string;
  /** HTTP status; null: there was no answer, or it had begun already. */
  readonly status: number | null;
  /** The provider's own word: an error code, type or status. */
  readonly reason: string | null;
  /** How long the provider asks to wait, in milliseconds; null: it did not say. */
  readonly retryAfterMs: number | null;
}

/** What an error says to people. */
export interface ErrorText {
  /** Names ids, offsets, files and types, never a conversation's content; it may change. */
  readonly message: string;
  /** What the caller can do about it; printed by the command line below the message. */
  readonly remedy?: string | undefined;
}

/** Every error that this library throws: a code for machines, a sentence for people, details for both. */
export class RefoldError<Code extends RefoldErrorCode = RefoldErrorCode> extends Error {
  override readonly name = "RefoldError";
  readonly remedy: string | undefined;
  constructor(
    readonly code: Code,
    readonly details: ErrorDetails[Code],
    { message, remedy }: ErrorText,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.remedy = remedy;
  }
}

/** Whether a value is an error of this library, with one of these codes; without codes, with any. */
export function isRefoldError<Code extends RefoldErrorCode = RefoldErrorCode>(
  error: unknown,
  ...codes: readonly Code[]
): error is RefoldError<Code> {
  if (!(error instanceof RefoldError)) return false;
  return codes.length === 0 || codes.some((code) => code === error.code);
}

/** Where closing (`using`) failed after a failure, often of the same cause, that failure is what went wrong. */
export function firstFailure(error: unknown): unknown {
  // Node.js 20 has no `SuppressedError`, and what stands in for it is named in more than one way.
  const isBehind = error instanceof Error && "error" in error && "suppressed" in error;
  return isBehind ? firstFailure(error.suppressed) : error;
}

/** A caller asked for something in a form that cannot be served: wrong type, range or combination. */
export function invalidArgument(message: string, remedy?: string): RefoldError<"invalid-argument"> {
  return new RefoldError("invalid-argument", {}, { message, remedy });
}

/**
 * Refuses a limit that is no number; `undefined` is none.
 * @throws {RefoldError} `invalid-argument`
 */
export function checkLimit(name: string, limit: unknown, least = 0): void {
  if (limit === undefined || (typeof limit === "number" && limit >= least)) return;
  throw invalidArgument(`\`${name}\` is no number from ${least}`, "`Infinity` is no limit.");
}

/** A branch that the types exclude was taken: always a defect of this library. */
export function unreachable(message: string): RefoldError<"unreachable"> {
  return new RefoldError("unreachable", {}, { message });
}
