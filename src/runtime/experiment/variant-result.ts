import type { VariantMeasures } from "./measures.js";

/** What became of one variant, once. */
export interface VariantResult {
  readonly variant: string;
  /** From 1. */
  readonly repetition: number;
  readonly seed: number;
  /** The fork. */
  readonly threadId: string;
  /** `unfinished`: it was never begun, or was interrupted. */
  readonly outcome: "done" | "failed" | "unfinished";
  /** Of a failed one: a `RefoldError`'s code, or `error`. Null: it did not fail. */
  readonly failure: {
    readonly code: string;
    readonly message: string;
  } | null;
  /** Of a variant that is done. */
  readonly measures: VariantMeasures | null;
}
