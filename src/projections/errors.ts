import { RefoldError } from "../errors.js";
import type { PromptRepair } from "./prompt/prompt.js";

/** A prompt was asked for as it stands (`strict`), and the ledger would have to be changed for it. */
export class PromptNeedsRepair extends RefoldError {
  readonly code = "prompt-needs-repair";
  override readonly name = "PromptNeedsRepair";
  override readonly remedy = "project without strict, and look at the prompt's repairs";
  constructor(readonly repairs: readonly PromptRepair[]) {
    const [first] = repairs;
    const example = first === undefined ? "" : `; the first: ${first.kind}, ${first.reason}`;
    super(`the prompt needs ${repairs.length} repairs${example}`);
  }
}

/** A request needs a blob that the caller did not hand in. */
export class BlobMissing extends RefoldError {
  readonly code = "blob-missing";
  override readonly name = "BlobMissing";
  override readonly remedy =
    "hand in the blobs that blobsNeeded names, or ask for placeholders (missingBlobs)";
  constructor(readonly hash: string) {
    super(`the prompt needs blob ${hash}, which was not handed in`);
  }
}

/** A provider's response, or a chunk of one, is not of the form that its API documents. */
export class InvalidResponse extends RefoldError {
  readonly code = "invalid-response";
  override readonly name = "InvalidResponse";
  constructor(provider: string, problem: string) {
    super(`${provider}: ${problem}`);
  }
}

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
