import { ModelError, type ModelFailure } from "./model-error.js";

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
