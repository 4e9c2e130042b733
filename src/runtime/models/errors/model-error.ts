import { RefoldError } from "../../../errors.js";

/** What is known of a request that failed. Never its content, nor the provider's sentence. */
export interface ModelFailure {
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
