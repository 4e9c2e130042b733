import { RefoldError } from "../../errors.js";

/** Exact counts were asked for and there is nothing to count with. */
export class TokenizerUnavailable extends RefoldError {
  readonly code = "tokenizer-unavailable";
  override readonly name = "TokenizerUnavailable";
  override readonly remedy: string;
  constructor(problem: string, remedy: string, options?: ErrorOptions) {
    super(problem);
    this.remedy = remedy;
    if (options !== undefined && "cause" in options) this.cause = options.cause;
  }
}
