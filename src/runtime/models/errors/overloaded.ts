import { ModelError, type ModelFailure } from "./model-error.js";

/** The provider failed or has no room (5xx, 529, timeouts of its own). */
export class Overloaded extends ModelError {
  readonly code = "overloaded";
  override readonly name = "Overloaded";
  override readonly isTransient = true;
  constructor(failure: ModelFailure) {
    super("the provider cannot serve the request now", failure);
  }
}
