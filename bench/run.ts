import type { Lengths } from "./lengths.js";
import type { Outcome } from "./outcome.js";

/** One run of the benchmarks, as its results file has it. */
export interface Run extends Lengths {
  /** When it began, RFC 3339. */
  readonly at: string;
  readonly seconds: number;
  readonly machine: {
    readonly node: string;
    readonly platform: string;
    readonly processors: number;
  };
  readonly isQuick: boolean;
  /** Every row ran. */
  readonly isWhole: boolean;
  readonly outcomes: readonly Outcome[];
}
