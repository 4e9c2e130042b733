import { ModelError, type ModelFailure } from "./model-error.js";

/** The provider refuses the request as it is: sending it again does not help. */
export class InvalidRequest extends ModelError {
  readonly code = "invalid-request";
  override readonly name = "InvalidRequest";
  override readonly isTransient = false;
  constructor(failure: ModelFailure) {
    super("the request was refused", failure);
  }
}
