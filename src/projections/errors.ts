import { RefoldError } from "../errors.js";
import type { PromptRepair } from "./prompt/prompt.js";

/** A prompt was asked for as it is (`strict`), and the ledger would have to be changed for it. */
export function promptNeedsRepair(
  repairs: readonly PromptRepair[],
): RefoldError<"prompt-needs-repair"> {
  const [first] = repairs;
  const example = first === undefined ? "" : `; the first: ${first.kind}, ${first.reason}`;
  const message = `the prompt needs ${repairs.length} repairs${example}`;
  const remedy = "project without strict, and look at the prompt's repairs";
  return new RefoldError("prompt-needs-repair", { repairs }, { message, remedy });
}

/** A provider's response, or a chunk of one, is not of the form that its API documents. */
export function invalidResponse(
  provider: string,
  problem: string,
): RefoldError<"invalid-response"> {
  const message = `${provider}: ${problem}`;
  return new RefoldError("invalid-response", { provider }, { message });
}
