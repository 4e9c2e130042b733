import { RefoldError } from "../../errors.js";

/** A message that no provider can carry. Nothing was written. */
export class UnsupportedContent extends RefoldError {
  readonly code = "unsupported-content";
  override readonly name = "UnsupportedContent";
  override readonly remedy: string | undefined;
  constructor(why: string, remedy?: string) {
    super(`no provider can carry this message: ${why}`);
    this.remedy = remedy;
  }
}
