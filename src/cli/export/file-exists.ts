import { RefoldError } from "../../errors.js";

/** An export was asked to write where it should not. */
export class FileExists extends RefoldError {
  readonly code = "file-exists";
  override readonly name = "FileExists";
  override readonly remedy: string;
  /** @param reason absent: it exists, and `force` was not said */
  constructor(
    readonly path: string,
    reason?: string,
  ) {
    super(`${path} is not overwritten: ${reason ?? "it exists"}`);
    this.remedy =
      reason === undefined
        ? "Name another file, or say --force to overwrite one that is yours."
        : "Name another file.";
  }
}
