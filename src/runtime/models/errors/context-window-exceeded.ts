import { ModelError, type ModelFailure } from "./model-error.js";

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
