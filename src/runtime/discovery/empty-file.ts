import { RefoldError } from "../../errors.js";

/** The file holds no bytes. */
export class EmptyFile extends RefoldError {
  readonly code = "empty-file";
  override readonly name = "EmptyFile";
  override readonly remedy = "The recording tool may have ended before it wrote anything.";
  constructor(readonly path: string) {
    super(`${path} is empty`);
  }
}
