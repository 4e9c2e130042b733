import { RefoldError } from "../../errors.js";
import type { PromptRepair } from "./prompt.js";

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
