import { ModelError, type ModelFailure } from "./model-error.js";

/** The provider cannot read an image of the request: it has to go before it is sent again. */
export class ImageRefused extends ModelError {
  readonly code = "image-refused";
  override readonly name = "ImageRefused";
  override readonly isTransient = false;
  constructor(failure: ModelFailure) {
    super("an image of the request cannot be read", failure);
  }
}
