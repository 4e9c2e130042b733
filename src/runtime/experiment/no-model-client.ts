import { RefoldError } from "../../errors.js";

/** A variant is to be run, and nothing is there that could ask its model. */
export class NoModelClient extends RefoldError {
  readonly code = "no-model-client";
  override readonly name = "NoModelClient";
  override readonly remedy: string | undefined;
  constructor(
    readonly variant: string,
    reason: string,
    options: { readonly remedy?: string; readonly cause?: unknown } = {},
  ) {
    super(`variant ${variant}: ${reason}`, { cause: options.cause });
    this.remedy = options.remedy;
  }
}
