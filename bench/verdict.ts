import type { Result } from "./outcome.js";

export type Verdict = "met" | "NOT MET" | "–";

/** How many times its floor a result took; null: it has none, or one that took nothing. */
export function ratioOf({ measured, floor }: Result): number | null {
  return floor === null || floor <= 0 ? null : measured / floor;
}

/** Whether a result keeps within its budget; a dash where it has none. */
export function verdictOf(result: Result): Verdict {
  const { measured, budget } = result;
  if (budget.ratio === undefined && budget.most === undefined) return "–";
  const ratio = ratioOf(result);
  const isWithinRatio = budget.ratio === undefined || (ratio !== null && ratio <= budget.ratio);
  const isWithinMost = budget.most === undefined || measured <= budget.most;
  return isWithinRatio && isWithinMost ? "met" : "NOT MET";
}
