import { RefoldError } from "../../errors.js";

/** The next request could go beyond the experiment's budget, and was not sent. */
export class BudgetExhausted extends RefoldError {
  readonly code = "budget-exhausted";
  override readonly name = "BudgetExhausted";
  override readonly remedy =
    "Resume the experiment with a larger budget: it goes on where it stopped.";
  constructor(
    readonly budget: "tokens" | "requests",
    readonly counts: Readonly<{ allowed: number; used: number; needed: number }>,
  ) {
    const { allowed, used, needed } = counts;
    super(
      `the budget of ${allowed} ${budget} is used up: ${used} used, the next needs up to ${needed}`,
    );
  }
}
