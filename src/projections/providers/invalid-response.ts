import { RefoldError } from "../../errors.js";

/** A provider's response, or a chunk of one, is not of the form that its API documents. */
export class InvalidResponse extends RefoldError {
  readonly code = "invalid-response";
  override readonly name = "InvalidResponse";
  constructor(provider: string, problem: string) {
    super(`${provider}: ${problem}`);
  }
}
