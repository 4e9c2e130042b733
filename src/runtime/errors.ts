import { RefoldError } from "../errors.js";
import { rankNames } from "../nearest-names.js";

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
export abstract class ModelError extends RefoldError {
  readonly provider: string;
  readonly status: number | null;
  readonly reason: string | null;
  /** True when the same request may well succeed a little later. */
  abstract readonly isTransient: boolean;

  constructor(problem: string, failure: ModelFailure) {
    const { provider, status = null, reason = null, cause } = failure;
    const details = [status === null ? [] : `status ${status}`, reason ?? []].flat().join(", ");
    super(`${provider}: ${problem}${details === "" ? "" : ` (${details})`}`, { cause });
    this.provider = provider;
    this.status = status;
    this.reason = reason;
  }
}

/** The caller gave the request up. */
export class Aborted extends ModelError {
  readonly code = "aborted";
  override readonly name = "Aborted";
  override readonly isTransient = false;
  constructor(failure: ModelFailure) {
    super("the request was given up", failure);
  }
}

/** The prompt does not fit: something has to go before it is sent again. */
export class ContextWindowExceeded extends ModelError {
  readonly code = "context-window-exceeded";
  override readonly name = "ContextWindowExceeded";
  override readonly isTransient = false;
  override readonly remedy = "Compact the thread, or trim it.";
  constructor(failure: ModelFailure) {
    super("the request is larger than the context window", failure);
  }
}

/** The provider cannot read an image of the request: it has to go before it is sent again. */
export class ImageRefused extends ModelError {
  readonly code = "image-refused";
  override readonly name = "ImageRefused";
  override readonly isTransient = false;
  constructor(failure: ModelFailure) {
    super("an image of the request cannot be read", failure);
  }
}

/** The provider refuses the request as it is: sending it again does not help. */
export class InvalidRequest extends ModelError {
  readonly code = "invalid-request";
  override readonly name = "InvalidRequest";
  override readonly isTransient = false;
  constructor(failure: ModelFailure) {
    super("the request was refused", failure);
  }
}

/** The provider failed or has no room (5xx, 529, timeouts of its own). */
export class Overloaded extends ModelError {
  readonly code = "overloaded";
  override readonly name = "Overloaded";
  override readonly isTransient = true;
  constructor(failure: ModelFailure) {
    super("the provider cannot serve the request now", failure);
  }
}

/** Too many requests or tokens in too short a time. */
export class RateLimited extends ModelError {
  readonly code = "rate-limited";
  override readonly name = "RateLimited";
  override readonly isTransient = true;
  /** How long the provider asks to wait, in milliseconds; null: it did not say. */
  readonly retryAfterMs: number | null;
  constructor(failure: ModelFailure & { readonly retryAfterMs?: number | null }) {
    super("too many requests", failure);
    this.retryAfterMs = failure.retryAfterMs ?? null;
  }
}

/** There was no connection, or the answer ended before it was whole. */
export class StreamInterrupted extends ModelError {
  readonly code = "stream-interrupted";
  override readonly name = "StreamInterrupted";
  override readonly isTransient = true;
  constructor(failure: ModelFailure) {
    super("the answer broke off", failure);
  }
}

/** The key is refused, or the account may not use the model (or has no credit left). */
export class Unauthorized extends ModelError {
  readonly code = "unauthorized";
  override readonly name = "Unauthorized";
  override readonly isTransient = false;
  override readonly remedy = "Check the key, the account's credit and its access to the model.";
  constructor(failure: ModelFailure) {
    super("the key or the account may not do this", failure);
  }
}

/** Something was to be recorded in a turn that has ended, or that was never started. */
export class NoTurnRunning extends RefoldError {
  readonly code = "no-turn-running";
  override readonly name = "NoTurnRunning";
  override readonly remedy = "Start a turn first: `thread.startTurn(context)`.";
  constructor(readonly turn: string | null) {
    super(turn === null ? "no turn is running" : `turn ${turn} is not running any more`);
  }
}

/** A turn failed, and that it ended could not be recorded either. `resumeThread` marks it later. */
export class TurnLeftOpen extends RefoldError {
  readonly code = "turn-left-open";
  override readonly name = "TurnLeftOpen";
  override readonly remedy = "Resume the thread: the turn is then marked as interrupted.";
  constructor(
    readonly turn: string,
    /** Why the turn failed. */
    readonly failure: unknown,
    /** Why its end could not be recorded. */
    cause: unknown,
  ) {
    super(`turn ${turn} failed, and its end could not be recorded`, { cause });
  }
}

/** A thread was written to behind its `close`: its streams have ended, nobody would hear of it. */
export class ThreadClosed extends RefoldError {
  readonly code = "thread-closed";
  override readonly name = "ThreadClosed";
  override readonly remedy = "resume the thread: `resumeThread(threadId, options)`";
  constructor(readonly threadId: string) {
    super(`thread ${threadId} is closed`);
  }
}

/** A call of the running turn still waits for its output: compacted now, the output would be orphaned. */
export class CallsPending extends RefoldError {
  readonly code = "calls-pending";
  override readonly name = "CallsPending";
  override readonly remedy = "Record the outputs first, or end the turn.";
  constructor(readonly pending: Readonly<{ turn: string; calls: number }>) {
    const calls =
      pending.calls === 1 ? "1 call waits for its" : `${pending.calls} calls wait for their`;
    super(`turn ${pending.turn}: ${calls} output`);
  }
}

/** The summary could not be made. Nothing was changed; `cause` is what the model failed with last. */
export class CompactionFailed extends RefoldError {
  readonly code = "compaction-failed";
  override readonly name = "CompactionFailed";
  constructor(why: string, cause?: unknown) {
    super(`the history could not be summarised: ${why}`, { cause });
  }
}

/** The history went on while it was summarised: the summary would not tell all. Nothing was changed. */
export class HistoryChanged extends RefoldError {
  readonly code = "history-changed";
  override readonly name = "HistoryChanged";
  override readonly remedy = "Compact again.";
  constructor(readonly moved: Readonly<{ threadId: string; from: number; to: number }>) {
    const { threadId, from, to } = moved;
    super(`thread ${threadId}: its history changed between head ${from} and head ${to}`);
  }
}

/** Files were to be put back, and no snapshot is there to put them back to. */
export class NoSnapshot extends RefoldError {
  readonly code = "nothing-to-undo";
  override readonly name = "NoSnapshot";
  constructor(readonly threadId: string) {
    super(`thread ${threadId} has no snapshot left to restore`);
  }
}

/** A conversation's budget leaves no room for a message. Nothing was written. */
export class BudgetTooSmall extends RefoldError {
  readonly code = "budget-too-small";
  override readonly name = "BudgetTooSmall";
  override readonly remedy =
    "Give a larger window, reserve less, shorten the system prompt, or take a model with a larger window.";
  constructor(
    /** In tokens. */
    readonly budget: Readonly<{
      window: number;
      reservedForResponse: number;
      /** The reservation, or what system prompt and tools take where that is more. */
      system: number;
    }>,
  ) {
    const { window, reservedForResponse, system } = budget;
    super(
      `a window of ${window} tokens leaves no room for messages: system prompt and tools take ` +
        `${system}, the answer ${reservedForResponse}`,
    );
  }
}

/** A message is larger than all that a conversation's messages may take. Nothing was written. */
export class MessageTooLarge extends RefoldError {
  readonly code = "message-too-large";
  override readonly name = "MessageTooLarge";
  override readonly remedy = "Shorten it, or give the conversation a larger window.";
  constructor(
    /** In tokens. `needed` counts the message, its call, and calls that wait for their output. */
    readonly size: Readonly<{ needed: number; available: number }>,
  ) {
    super(
      `the newest message takes ${size.needed} tokens, and there is room for ${size.available}`,
    );
  }
}

/** A tool's result names no call that waits for one. Nothing was written. */
class NoSuchCall extends RefoldError {
  readonly code = "no-such-call";
  override readonly name = "NoSuchCall";
  override readonly remedy: string;
  constructor(
    readonly callId: string,
    /** Ids of the calls that wait, the one spelled most alike first. */
    readonly waiting: readonly string[],
  ) {
    super(`no call ${JSON.stringify(callId)} waits for a result`);
    this.remedy =
      waiting.length === 0
        ? "No call waits: add the model's answer with its calls first."
        : `Waiting: ${waiting.join(", ")}.`;
  }
}

/** The error for a result without a call, with the calls that wait. */
export function noSuchCall(callId: string, waiting: readonly string[]): NoSuchCall {
  return new NoSuchCall(callId, rankNames(callId, waiting));
}

/** Nothing is known of a model, so that nobody can say what it takes. */
export class UnknownModel extends RefoldError {
  readonly code = "unknown-model";
  override readonly name = "UnknownModel";
  override readonly remedy: string;
  readonly model: string;
  readonly provider: string;
  constructor(
    asked: {
      readonly model: string;
      readonly provider: string;
      /** Whose model it is, where that is known. */
      readonly owner: string | null;
    },
    /** Models of that provider that are spelled most alike, nearest first. */
    readonly nearest: readonly string[],
  ) {
    const { model, provider, owner } = asked;
    super(`provider ${provider} has no model ${JSON.stringify(model)} that is known here`);
    this.model = model;
    this.provider = provider;
    const whose = owner === null ? "" : `It is a model of ${owner}. `;
    const guess = nearest.length === 0 ? "" : `did you mean ${nearest.join(" or ")}? `;
    const own = "For a model of your own: `models: defineModels([{ id, contextWindow }])`.";
    this.remedy = `${whose}${guess}${own}`;
  }
}

/** There is no provider of that name. */
class UnknownProvider extends RefoldError {
  readonly code = "unknown-provider";
  override readonly name = "UnknownProvider";
  override readonly remedy: string;
  constructor(
    readonly provider: string,
    /** Every name that there is, the one spelled most alike first. */
    readonly nearest: readonly string[],
  ) {
    super(`there is no provider ${JSON.stringify(provider)}`);
    this.remedy = `did you mean ${nearest.slice(0, 1).join("")}? There are ${nearest.join(", ")}.`;
  }
}

/** The error for an unknown provider, with the names that there are. */
export function unknownProvider(provider: string, known: readonly string[]): UnknownProvider {
  return new UnknownProvider(provider, rankNames(provider, known));
}

/** A message that no provider can carry. Nothing was written. */
export class UnsupportedContent extends RefoldError {
  readonly code = "unsupported-content";
  override readonly name = "UnsupportedContent";
  override readonly remedy: string | undefined;
  constructor(why: string, remedy?: string) {
    super(`no provider can carry this message: ${why}`);
    this.remedy = remedy;
  }
}
