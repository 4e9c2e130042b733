import { ModelError, type ModelFailure } from "./model-error.js";

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
