import { RefoldError } from "../errors.js";

/** A compressed file could not be unpacked to its end: it was cut short, or its bytes changed. */
export class TruncatedArchive extends RefoldError {
  readonly code = "truncated-archive";
  override readonly name = "TruncatedArchive";
  override readonly remedy = "fetch the file again, or unpack what can be unpacked";
  constructor(
    readonly file: string,
    readonly compression: string,
    options?: ErrorOptions,
  ) {
    super(`${file}: the ${compression} data cannot be unpacked to its end`, options);
  }
}
