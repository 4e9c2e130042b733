import { RefoldError } from "../../errors.js";

/** A conversation's budget leaves no room for a message. Nothing was written. */
export class BudgetTooSmall extends RefoldError {
  readonly code = "budget-too-small";
  override readonly name = "BudgetTooSmall";
  override readonly remedy =
    "Give a larger window, reserve less, shorten the system prompt, or take a model with a larger window.";
  constructor(
    /** In tokens. */
    readonly budget: Readonly<{
      window: number;
      reservedForResponse: number;
      /** The reservation, or what system prompt and tools take where that is more. */
      system: number;
    }>,
  ) {
    const { window, reservedForResponse, system } = budget;
    super(
      `a window of ${window} tokens leaves no room for messages: system prompt and tools take ` +
        `${system}, the answer ${reservedForResponse}`,
    );
  }
}
