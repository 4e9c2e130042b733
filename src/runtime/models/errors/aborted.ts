import { ModelError, type ModelFailure } from "./model-error.js";

/** The caller gave the request up. */
export class Aborted extends ModelError {
  readonly code = "aborted";
  override readonly name = "Aborted";
  override readonly isTransient = false;
  constructor(failure: ModelFailure) {
    super("the request was given up", failure);
  }
}
