import { RefoldError } from "../../errors.js";

/** A bundle of a version of the format that only a newer version of this library reads. */
export class NewerBundle extends RefoldError {
  readonly code = "needs-newer-version";
  override readonly name = "NewerBundle";
  override readonly remedy = "Update refold.";
  constructor(
    readonly file: string,
    readonly version: number,
  ) {
    super(`${file} is a bundle of version ${version}, which a newer version of refold reads`);
  }
}
